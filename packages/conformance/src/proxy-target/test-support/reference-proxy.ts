import { type ExaminedProxy, proxyAt, type Stand } from '../stand.ts'

// Written by hand from the specification. `when` says which rule it is to break.
const SCRIPT = `
const HOST = new URLSearchParams(location.search).get('host')
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isReserved = (method) => String(method).startsWith('ui/notifications/sandbox-')
const post = (message) => parent.postMessage(message, when('senders/known-hosts') ? '*' : HOST)
const list = (csp, name) => {
  const given = csp?.[name] ?? []
  return when('policy/no-injection') ? given : given.filter((each) => /^https?:\\/\\/(\\*\\.)?[\\w.-]+(:\\d+)?$/.test(each))
}
const policyFor = (csp) => {
  const api = list(csp, 'connectDomains')
  const cdn = list(csp, 'resourceDomains')
  const more = (name, source) => when('policy/' + name) ? [source] : []
  const loads = when('policy/resources') ? [] : when('policy/connect-is-not-load') ? [...cdn, ...api] : cdn
  const connects = when('policy/connect') ? [] : when('policy/load-is-not-connect') ? [...api, ...cdn] : api
  const loose = when('policy/no-loosening') && csp ? ['*'] : []
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'unsafe-inline'", ...loads, ...loose, ...more('no-scripts', '*'), ...more('no-eval', "'unsafe-eval'")],
    'style-src': when('policy/inline-style') ? loads : ["'unsafe-inline'", ...loads],
    'img-src': [...(when('policy/data-images') ? [] : ['data:']), ...loads, ...loose, ...more('no-images', '*')],
    'media-src': ['data:', ...loads],
    'font-src': loads,
    'connect-src': [...connects, ...loose, ...more('no-connections', '*')],
    'frame-src': [...(when('policy/frames') ? [] : list(csp, 'frameDomains')), ...loose, ...more('no-frames', '*')],
    'object-src': when('policy/no-objects') ? ['*'] : [],
    'base-uri': when('policy/base') ? ['*'] : list(csp, 'baseUriDomains'),
  }
  return Object.entries(directives).map(([name, sources]) => name + ' ' + (sources.length ? sources.join(' ') : "'none'")).join('; ')
}
const FEATURES = { camera: 'camera', microphone: 'microphone', geolocation: 'geolocation', clipboardWrite: 'clipboard-write' }
let view
const show = ({ html, sandbox, csp, permissions }) => {
  view?.remove()
  view = document.createElement('iframe')
  const flags = when('frame/sandbox-honoured') ? undefined : sandbox
  const escape = when('frame/no-way-out') ? ' allow-top-navigation' : ''
  if (!when('frame/sandboxed')) view.setAttribute('sandbox', (flags ?? 'allow-scripts' + (when('frame/apart-from-host') ? ' allow-same-origin' : '')) + escape)
  const granted = when('frame/no-other-permissions') ? Object.values(FEATURES) : Object.keys(permissions ?? {}).map((name) => FEATURES[name])
  if (!when('frame/permissions')) view.allow = granted.map((feature) => feature + ' *').join('; ')
  const meta = document.createElement('meta')
  meta.httpEquiv = 'Content-Security-Policy'
  meta.content = policyFor(csp)
  const text = when('start/html-unchanged') ? html.replace(/[^ -~\\n]/g, '?') : html
  // Put into the document that frames it, a policy is there before the frame is.
  if (when('policy/from-the-first-byte')) view.srcdoc = text.replace('<head>', () => '<head>' + meta.outerHTML)
  else view.srcdoc = '<!doctype html>' + meta.outerHTML + text
  if (!when('start/view-shown')) document.body.append(view)
}
let shown = false
let downs = 0
let ups = 0
const down = (data) => {
  if (isReserved(data.method) && !when('relay/reserved-down')) return
  if (data.method === undefined && when('relay/answers-down')) return
  if (data.method !== undefined && data.id === undefined && when('relay/notifications-down')) return
  if (data.method !== undefined && data.id !== undefined && when('relay/requests-down')) return
  if (when('relay/order-down') && ++downs % 7 === 0) return setTimeout(() => view.contentWindow.postMessage(data, '*'))
  view.contentWindow.postMessage(data, '*')
}
const up = (data) => {
  if (isReserved(data.method) && !when('relay/reserved-up')) return
  if (data.method === undefined && when('relay/answers-up')) return
  if (data.error && when('relay/errors-up')) return post({ ...data, error: { code: data.error.code, message: data.error.message } })
  if (data.method !== undefined && data.id === undefined && when('relay/notifications-up')) { if (data.method === 'ui/notifications/initialized') return }
  if (data.method !== undefined && data.id !== undefined && when('relay/requests-up')) return post({ ...data, id: 'proxy-' + data.id })
  if (when('relay/order-up') && ++ups % 7 === 0) return setTimeout(() => post(data))
  post(data)
}
addEventListener('message', ({ source, origin, data }) => {
  if (!isObject(data)) return
  const fromView = view && (source === view.contentWindow || (when('senders/children') && source !== parent))
  if (fromView && origin === 'null' && view.getAttribute('sandbox').includes('allow-forms') && when('frame/sandbox-spoken-with')) return
  if (fromView) {
    if (when('relay/no-forged-view') && data.method === 'ui/notifications/sandbox-resource-ready') return show(data.params)
    return up(data)
  }
  const fromHost = source === parent && (origin === HOST || when('senders/known-hosts') || when('senders/not-alone'))
  if (!fromHost && !(when('senders/strangers') && shown) && !(when('senders/no-usurper') && !shown)) return
  if (data.method !== 'ui/notifications/sandbox-resource-ready') return view && down(data)
  if (shown) return
  shown = true
  show(data.params)
  if (when('relay/no-requests-down')) view.addEventListener('load', () => view.contentWindow.postMessage({ jsonrpc: '2.0', id: 'proxy', method: 'ping' }, '*'))
})
const framer = document.referrer && new URL(document.referrer).origin
const known = (framer === HOST && parent !== window) || when('senders/known-hosts') || (when('senders/not-alone') && parent === window)
if (known && !when('start/ready')) {
  if (when('start/ready-first')) post({ jsonrpc: '2.0', method: 'notifications/message', params: {} })
  const ready = { jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }
  if (when('start/ready-params')) delete ready.params
  if (when('start/ready-notification')) ready.id = 1
  post(ready)
  if (when('start/ready-once')) post(ready)
  if (when('relay/no-requests-up')) post({ jsonrpc: '2.0', id: 'proxy', method: 'ping', params: {} })
}`

const page = (broken: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Proxy</title><style>html,body,iframe{margin:0;border:0;width:100%;height:100%}</style><body>
<script>const when = (name) => name === ${JSON.stringify(broken)}\n${SCRIPT}</script>`

/** A hand-written proxy that keeps every rule, except the one that it is configured to break. */
export function referenceProxy(stand: Stand, broken = ''): ExaminedProxy {
  // One that shares its origin with the host separates nothing.
  const name = broken === 'frame/apart-from-host' ? '' : 'sandbox'
  const path = `/proxy-${broken.replace('/', '-') || 'sound'}.html`
  return proxyAt(`${stand.serve(name, path, page(broken))}?host=${encodeURIComponent(stand.hostOrigin)}`)
}
