// A sandbox proxy in the manner of the reference host: an origin of its own, the HTML written into an inner frame, both
// neighbours pinned, reserved messages kept to itself. `?flaw=` breaks it in one way.
const RESERVED = 'ui/notifications/sandbox-'
const flaw = new URLSearchParams(location.search).get('flaw')
const host = new URL(document.referrer).origin

const inner = document.createElement('iframe')
if (flaw !== 'inner-without-sandbox') {
  const more = flaw === 'inner-downloads' ? ' allow-downloads' : ''
  inner.setAttribute('sandbox', `allow-scripts allow-same-origin allow-forms${more}`)
}
inner.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;border:0'
document.body.append(inner)

interface Loaded {
  /** As an object from a host that is broken in that way. */
  readonly html: string | { readonly text: string }
  readonly permissions?: Readonly<Record<string, unknown>>
}

const FEATURES = { camera: 'camera', microphone: 'microphone', geolocation: 'geolocation', clipboardWrite: 'clipboard-write' }

let toHost = (message: unknown): void => window.parent.postMessage(message, host)
const toView = (message: unknown): void =>
  inner.contentWindow?.postMessage(message, /* opaque: the View may have no origin */ '*')
const isReserved = (data: unknown): data is { method: string; params: Loaded } =>
  typeof data === 'object' && data !== null && String((data as { method?: unknown }).method).startsWith(RESERVED)

function load({ html, permissions = {} }: Loaded): void {
  inner.allow = Object.entries(FEATURES)
    .filter(([name]) => name in permissions)
    .map(([, feature]) => feature)
    .join('; ')
  write(inner.contentDocument, typeof html === 'string' ? html : html.text)
  if (flaw === 'asks-itself') toView({ jsonrpc: '2.0', id: 'proxy-1', method: 'proxy/question', params: {} })
}

function write(page: Document | null, html: string): void {
  page?.open()
  page?.write(html)
  page?.close()
}

/** Becomes the View itself, and speaks for its parent. */
function becomeView(port: MessagePort, html: string): void {
  port.onmessage = ({ data }) => dispatchEvent(new MessageEvent('message', { data: JSON.parse(String(data)) as unknown }))
  Object.assign(window, { parent: { postMessage: (message: unknown) => port.postMessage(message) } })
  write(document, html)
}

function fromHost(data: unknown): void {
  if (!isReserved(data)) return toView(data)
  if (data.method === `${RESERVED}resource-ready`) load(data.params)
  if (flaw === 'relays-reserved') setTimeout(() => toView({ ...data, params: {} }), 50)
}

addEventListener('message', ({ source, origin, data, ports: [port] }) => {
  if (source === window.parent && origin === host) {
    // A host may hand over a port, and speak through that from then on.
    if (port && flaw === 'is-the-view') {
      becomeView(port, (data as { params: { html: string } }).params.html)
      return
    }
    if (port) {
      toHost = (message) => port.postMessage(message)
      // Such a port carries JSON text.
      port.onmessage = (event) =>
        event.data !== null && fromHost(typeof event.data === 'string' ? JSON.parse(event.data) : event.data)
    }
    fromHost(data)
  } else if (source === inner.contentWindow && (!isReserved(data) || flaw === 'relays-reserved')) toHost(data)
  else if (source === inner.contentWindow && flaw === 'relays-reserved-up') window.parent.postMessage(data, host)
})

if (flaw === 'silent') window.parent.postMessage('proxy-is-there', host)
else window.parent.postMessage({ jsonrpc: '2.0', method: `${RESERVED}proxy-ready`, params: {} }, host)
