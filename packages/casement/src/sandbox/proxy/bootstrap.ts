import { isRecord } from '../../protocol/rpc/message.ts'
import { PRESS } from '../tap/press.ts'
import { PROBE } from '../tap/probe.ts'
import { detectCrash } from './crash-detection.ts'
import { startRelay, type Relay } from './relay.ts'
import { detectScroll } from './scroll-sensor.ts'
import { selfTest, type ProxyRefusal } from './self-test.ts'

/** The parameters of `ui/notifications/sandbox-resource-ready`, with our additions. */
export interface ResourceReady {
  readonly html?: unknown
  readonly url?: unknown
  readonly sandbox?: unknown
  readonly allow?: unknown
  readonly csp?: unknown
  readonly permissions?: unknown
}

/** The inner frame of one View. `load` is called before the frame is in the page. */
export interface ViewFrame {
  readonly viewOrigin: string
  /** Whether the frame can show other documents with the same origin as the View's. */
  readonly mayLeave?: boolean
  readonly sandbox: string
  readonly allow: string
  readonly load: (frame: HTMLIFrameElement) => void
}

const send = (host: string, method: string, params: object): void => parent.postMessage({ jsonrpc: '2.0', method, params }, host)

/**
 * Checks where it runs, announces itself, and takes one View from the host. `listenEarly` gets a function that
 * opens a View as soon as it is known; the host then only hands over its port. An inline proxy has no origin of its own.
 */
export function bootProxy(
  host: string | undefined,
  frameFor: (given: ResourceReady) => ViewFrame,
  listenEarly?: (openView: (given: ResourceReady) => void) => void,
  isInline = false,
): void {
  const refusal = selfTest(host, isInline)
  if (refusal || !host) return refuse(host, refusal ?? 'unknown-host')
  let view: OpenView | undefined
  listenEarly?.((given) => void (view ??= open(host, frameFor(given))))
  addEventListener('message', function accept({ source, origin, data, ports }: MessageEvent<unknown>) {
    if (source !== parent || origin !== host || !isRecord(data)) return
    if (data['method'] !== 'ui/notifications/sandbox-resource-ready') return
    removeEventListener('message', accept)
    const params: ResourceReady = isRecord(data['params']) ? data['params'] : {}
    view ??= open(host, frameFor(params))
    view.connect(ports[0])
    // Shows the host that this page still runs and, when it asks, whether the user has done something in the View: what the user does in
    // the host page does not activate this one.
    ports[1]?.addEventListener('message', ({ data: isAsked }) => ports[1]?.postMessage(isAsked ? view?.activity() : null))
    ports[1]?.start()
  })
  send(host, 'ui/notifications/sandbox-proxy-ready', {})
}

function refuse(host: string | undefined, reason: ProxyRefusal): void {
  document.body.textContent = `This sandbox does not run here: ${reason}`
  if (host && window !== parent) send(host, 'dev.casement/sandbox/refused', { reason })
}

interface OpenView extends Pick<Relay, 'connect'> {
  /** Whether the user did something in the View within the last seconds, pressed there right now, and within the last seconds. */
  readonly activity: () => { readonly isActive: boolean; readonly isPressed: boolean; readonly wasPressed: boolean }
}

// A press explains the focus change that follows it.
const PRESS_MS = 500
// The lifetime of transient user activation in browsers.
const ACTIVATION_MS = 5000

/** Opens the View. */
function open(host: string, { viewOrigin, mayLeave = false, sandbox, allow, load }: ViewFrame): OpenView {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', sandbox)
  frame.allow = allow
  frame.referrerPolicy = 'no-referrer'
  frame.title = 'App'
  const box = detectScroll(frame, () => notifyLimited('scrolled', {}))
  // Before the frame is in the page: a frame without a URL would load an empty page first.
  load(frame)
  document.body.append(box)
  // Laid out now: a proxy that was prewarmed is not drawn yet, and a View may read its size only once.
  frame.getBoundingClientRect()
  let stopDetection: (() => void) | undefined
  const stop = (reason: string): void => {
    stopDetection?.()
    notify('stopped', { reason })
    close()
    frame.remove()
  }
  // Read only when needed: it makes the browser create a window for a frame that is still empty.
  const view = (): Window | null => frame.contentWindow
  const openProbe = (onrunning: () => void): (() => void) => openProbeFrame(sandbox, viewOrigin, load, onrunning)
  let pressedAt: number | undefined
  const onDocument = (port: MessagePort): void => {
    // Only the first port is certain to be that of our script, which runs before the View's.
    if (pressedAt === undefined)
      port.addEventListener('message', ({ data }) => {
        if (data === PRESS) pressedAt = performance.now()
      })
    pressedAt ??= -Infinity
    stopDetection?.()
    stopDetection = detectCrash(port, { openProbe, onCrash: () => stop('crashed') })
  }
  const relay = startRelay({ view, viewOrigin, hostOrigin: host, mayLeave, onDocument, stop })
  const { connect, notify, notifyLimited, onLoad, close } = relay
  let hasLoaded = false
  frame.addEventListener('load', () => {
    // A readable document has our own origin, so nothing would separate it from us.
    if (frame.contentDocument) return stop('same-origin-view')
    // A second document means that the View has navigated.
    if (hasLoaded) notify('navigated', {})
    // All opaque documents have the same origin, so the new one cannot be identified.
    if (hasLoaded && viewOrigin === 'null') stop('navigated')
    hasLoaded = true
    onLoad()
  })
  // Focus on the proxy is meant for the View. Deferred, because Chromium fires the event before it has finished moving the focus.
  addEventListener('focus', () => setTimeout(() => frame.contentWindow?.focus()))
  const activity: OpenView['activity'] = () => {
    const msSincePress = performance.now() - (pressedAt ?? -Infinity)
    return {
      isActive: navigator.userActivation?.isActive ?? true,
      isPressed: msSincePress < PRESS_MS,
      wasPressed: msSincePress < ACTIVATION_MS,
    }
  }
  return { connect, activity }
}

/** Opens the document of the View in a hidden frame in which only our own script runs, see `detectCrash`. */
function openProbeFrame(sandbox: string, viewOrigin: string, load: ViewFrame['load'], onrunning: () => void): () => void {
  const frame = document.createElement('iframe')
  frame.name = PROBE
  frame.hidden = true
  frame.setAttribute('sandbox', sandbox)
  frame.referrerPolicy = 'no-referrer'
  const onmessage = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source !== frame.contentWindow || origin !== viewOrigin || !isRecord(data)) return
    const tap = data['dev.casement/tap']
    if (isRecord(tap) && tap['kind'] === 'probe') onrunning()
  }
  addEventListener('message', onmessage)
  load(frame)
  document.body.append(frame)
  return () => {
    removeEventListener('message', onmessage)
    frame.remove()
  }
}
