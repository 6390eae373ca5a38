import { isRecord } from '../../protocol/rpc/message.ts'
import { LATE_VIEW } from './blank-page.ts'
import { feelScrolling } from './feel-scrolling.ts'
import { countPages } from './page-count.ts'
import { startRelay } from './relay.ts'
import { selfTest, type ProxyRefusal } from './self-test.ts'

/** What the host sends to fill the proxy: the parameters of `ui/notifications/sandbox-resource-ready` and our additions. */
export interface ResourceReady {
  readonly html?: unknown
  readonly url?: unknown
  readonly sandbox?: unknown
  readonly allow?: unknown
  readonly csp?: unknown
  readonly permissions?: unknown
  /** The room for a View that is written into the page which is open already. */
  readonly width?: unknown
  readonly height?: unknown
}

/** How one kind of proxy fills its frame. `load` is called before the frame is in the page. */
export interface Filling {
  readonly viewOrigin: string
  /** Whether the View may go elsewhere in its frame without changing the origin. */
  readonly mayLeave?: boolean
  readonly sandbox: string
  readonly allow: string
  readonly load: (frame: HTMLIFrameElement) => void
}

const send = (host: string, method: string, params: object): void => parent.postMessage({ jsonrpc: '2.0', method, params }, host)

/**
 * Checks where it runs, announces itself, and takes one View from the host. `listenEarly` gets a function that
 * opens a View as soon as it is known; the host then only hands over its port.
 */
export function bootProxy(
  host: string | undefined,
  fill: (given: ResourceReady) => Filling,
  listenEarly?: (openView: (given: ResourceReady) => void) => void,
): void {
  const refusal = selfTest(host)
  if (refusal || !host) return refuse(host, refusal ?? 'unknown-host')
  let early: OpenView | undefined
  listenEarly?.((given) => void (early ??= open(host, fill(given))))
  addEventListener('message', function accept({ source, origin, data, ports }: MessageEvent<unknown>) {
    if (source !== parent || origin !== host || !isRecord(data)) return
    if (data['method'] !== 'ui/notifications/sandbox-resource-ready') return
    removeEventListener('message', accept)
    const params: ResourceReady = isRecord(data['params']) ? data['params'] : {}
    const view = early ?? open(host, fill(params))
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
  /** Writes the View into the page that is open and was blank until now, and again whenever the View loads that page anew. */
  write(view: ResourceReady): void
}

/** Opens the View, or the blank page for it. */
function open(host: string, { viewOrigin, mayLeave = false, sandbox, allow, load }: Filling): OpenView {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', sandbox)
  frame.allow = allow
  frame.referrerPolicy = 'no-referrer'
  frame.title = 'App'
  const felt = feelScrolling(frame, () => noteSometimes('scrolled', {}))
  // With its address before it is in the page: a frame without one loads an empty page first.
  load(frame)
  document.body.append(felt)
  const stop = (reason: string): void => {
    note('stopped', { reason })
    end()
    frame.remove()
  }
  // Asked for when it is needed: while a frame is empty, its window is one more to be made.
  const view = (): Window => frame.contentWindow as Window
  let late: ResourceReady | undefined
  const write = (): void => {
    pages.wrote()
    view().postMessage({ [LATE_VIEW]: late }, viewOrigin)
  }
  const pages = countPages(() => {
    note('navigated', {})
    // An opaque document looks like any other, so who is in there now cannot be known.
    if (viewOrigin === 'null') stop('navigated')
  })
  const blank = (): void => {
    if (!pages.saidBlank()) return
    if (late) write()
    else send(host, 'dev.casement/sandbox/blank', {})
  }
  const { connect, note, noteSometimes, loaded, end } = startRelay({ view, viewOrigin, hostOrigin: host, mayLeave, stop, blank })
  frame.addEventListener('load', () => {
    // Our own page in there would have our origin: then nothing separates it from us.
    if (frame.contentDocument) return stop('same-origin-view')
    pages.loaded()
    loaded()
  })
  // Focus given to the proxy is meant for the View. Later, because Chromium is not done with giving it when it says so.
  addEventListener('focus', () => setTimeout(() => frame.contentWindow?.focus()))
  return {
    connect,
    write({ html, width, height }) {
      late = { html, width, height }
      write()
    },
  }
}
