import { isRecord } from '../../protocol/rpc/message.ts'
import { LATE_VIEW } from '../tap/late-view.ts'
import { countPages } from './page-count.ts'
import { startRelay } from './relay.ts'
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
  /** The size of a View that is written into a page which is already open. */
  readonly width?: unknown
  readonly height?: unknown
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
  let early: OpenView | undefined
  listenEarly?.((given) => void (early ??= open(host, frameFor(given))))
  addEventListener('message', function accept({ source, origin, data, ports }: MessageEvent<unknown>) {
    if (source !== parent || origin !== host || !isRecord(data)) return
    if (data['method'] !== 'ui/notifications/sandbox-resource-ready') return
    removeEventListener('message', accept)
    const params: ResourceReady = isRecord(data['params']) ? data['params'] : {}
    const view = early ?? open(host, frameFor(params))
    view.connect(ports[0])
    if (early && params.html) view.write(params)
    early = view
  })
  send(host, 'ui/notifications/sandbox-proxy-ready', {})
}

function refuse(host: string | undefined, reason: ProxyRefusal): void {
  document.body.textContent = `This sandbox does not run here: ${reason}`
  if (host && window !== parent) send(host, 'dev.casement/sandbox/refused', { reason })
}

interface OpenView {
  connect(port: MessagePort | undefined): void
  /** Writes the View into the blank page that is open, and again whenever the View reloads that page. */
  write(view: ResourceReady): void
}

/** Opens the View, or the blank page for it. */
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
  const stop = (reason: string): void => {
    notify('stopped', { reason })
    close()
    frame.remove()
  }
  // Read only when needed: it makes the browser create a window for a frame that is still empty.
  const view = (): Window => frame.contentWindow as Window
  let late: ResourceReady | undefined
  const write = (): void => {
    pages.wrote()
    view().postMessage({ [LATE_VIEW]: late }, viewOrigin)
  }
  const pages = countPages(() => {
    notify('navigated', {})
    // All opaque documents have the same origin, so the new one cannot be identified.
    if (viewOrigin === 'null') stop('navigated')
  })
  const onBlank = (): void => {
    if (!pages.isBlank()) return
    if (late) write()
    else send(host, 'dev.casement/sandbox/blank', {})
  }
  const relay = startRelay({ view, viewOrigin, hostOrigin: host, mayLeave, stop, onBlank })
  const { connect, notify, notifyLimited, onLoad, close } = relay
  frame.addEventListener('load', () => {
    // A readable document has our own origin, so nothing would separate it from us.
    if (frame.contentDocument) return stop('same-origin-view')
    pages.loaded()
    onLoad()
  })
  // Focus on the proxy is meant for the View. Deferred, because Chromium fires the event before it has finished moving the focus.
  addEventListener('focus', () => setTimeout(() => frame.contentWindow?.focus()))
  return {
    connect,
    write({ html, width, height }) {
      late = { html, width, height }
      write()
    },
  }
}
