// Runs in the host that is examined. Plain JSON-RPC on purpose: an SDK would hide what the host does. Nothing that a user could notice
// outside of the View is asked for: no message, no link that opens, no download.
const SCRIPT = `
const WAIT_MS = 5000
const report = { requests: {}, notifications: [], limits: {}, policy: {}, storage: {}, sizes: {}, page: {} }
const pending = new Map()
let lastId = 0
const status = document.getElementById('status')
const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const started = performance.now()
addEventListener('message', ({ data, source }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return
  if (data.method === undefined) { pending.get(data.id)?.(data); return }
  report.notifications.push({ method: data.method, at: Math.round(performance.now() - started) })
  if (data.id !== undefined) post({ id: data.id, result: {} })
})
const request = (method, params = {}, wait = WAIT_MS) => new Promise((resolve) => {
  const id = ++lastId
  const begun = performance.now()
  const done = (response) => {
    clearTimeout(timer)
    pending.delete(id)
    resolve({ ...response, ms: Math.round(performance.now() - begun) })
  }
  const timer = setTimeout(done, wait, { silent: true })
  pending.set(id, done)
  try { post({ id, method, params }) } catch (error) { done({ error: { message: String(error) } }) }
})
const outcome = ({ silent, error, result, ms }) =>
  silent ? { outcome: 'no response' } : error ? { outcome: 'error', code: error.code, message: String(error.message).slice(0, 200), ms }
    : { outcome: result?.isError ? 'isError' : 'result', ms }

async function askEverything() {
  const methods = {
    ping: {},
    'tools/call': { name: 'probe_echo', arguments: { text: 'hello' } },
    'tools/list': {},
    'resources/list': {},
    'resources/read': { uri: 'ui://casement-probe/view.html' },
    'resources/templates/list': {},
    'prompts/list': {},
    'ui/update-model-context': { content: [{ type: 'text', text: 'The host was examined by casement probe.' }] },
    'ui/request-display-mode': { mode: 'inline' },
    'ui/open-link': { url: 'javascript:void(0)' },
    'ui/message': { role: 'nobody', content: [] },
    'casement/no-such-method': {},
  }
  for (const [method, params] of Object.entries(methods)) report.requests[method] = outcome(await request(method, params))
}

async function measureLimits() {
  let largest = 0
  for (const size of [16, 256, 1024, 4096].map((kilobytes) => kilobytes * 1024)) {
    const { result } = await request('tools/call', { name: 'probe_echo', arguments: { text: 'x'.repeat(size) } }, 15000)
    if (result?.content?.[0]?.text !== String(size)) break
    largest = size
  }
  const begun = performance.now()
  const answers = await Promise.all(Array.from({ length: 50 }, () => request('ping')))
  report.limits = { largestArgumentBytes: largest, pingsAtOnce: 50, pingsAnswered: answers.filter(({ result }) => result).length, ms: Math.round(performance.now() - begun) }
}

const works = async (use) => { try { await use(); return 'allowed' } catch (error) { return error?.name ?? 'refused' } }
const loads = (element, attribute, url) => new Promise((resolve, reject) => {
  element.onload = resolve
  element.onerror = () => reject(new DOMException('refused', 'NotAllowedError'))
  element[attribute] = url
  document.body.append(element)
  setTimeout(() => reject(new DOMException('no event', 'TimeoutError')), 2000)
})

async function examinePolicy() {
  const directives = new Set()
  let policy
  addEventListener('securitypolicyviolation', (event) => {
    directives.add(event.effectiveDirective)
    policy ??= event.originalPolicy
  })
  report.policy = {
    eval: await works(() => new Function('return 1')()),
    wasm: await works(() => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))),
    blobWorker: await works(() => new Promise((resolve, reject) => {
      const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))
      worker.onmessage = resolve
      worker.onerror = () => reject(new DOMException('refused', 'SecurityError'))
      setTimeout(() => reject(new DOMException('no event', 'TimeoutError')), 2000)
    })),
    dataImage: await works(() => loads(new Image(), 'src', 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==')),
    blobImage: await works(() => loads(new Image(), 'src', URL.createObjectURL(new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'], { type: 'image/svg+xml' })))),
    undeclaredFetch: await works(() => fetch('https://undeclared.invalid/', { mode: 'no-cors' })),
  }
  await new Promise((resolve) => setTimeout(resolve, 100))
  report.policy.refusedDirectives = [...directives]
  if (policy) report.policy.header = policy
  const features = document.featurePolicy?.allowedFeatures?.() ?? []
  report.permissions = { declared: ['camera', 'microphone', 'geolocation', 'clipboardWrite'], allowedFeatures: features.filter((name) => ['camera', 'microphone', 'geolocation', 'clipboard-write', 'fullscreen', 'clipboard-read'].includes(name)) }
}

async function examineStorage() {
  const round = (storage) => { storage.setItem('casement-probe', '1'); if (storage.getItem('casement-probe') !== '1') throw new DOMException('lost', 'DataError'); storage.removeItem('casement-probe') }
  report.storage = {
    localStorage: await works(() => round(localStorage)),
    sessionStorage: await works(() => round(sessionStorage)),
    indexedDB: await works(() => new Promise((resolve, reject) => {
      const opening = indexedDB.open('casement-probe')
      opening.onsuccess = () => { opening.result.close(); indexedDB.deleteDatabase('casement-probe'); resolve() }
      opening.onerror = () => reject(opening.error)
    })),
    cookies: await works(() => { document.cookie = 'casement-probe=1'; if (!document.cookie.includes('casement-probe')) throw new DOMException('lost', 'DataError') }),
  }
}

async function measureSizes() {
  const followed = []
  const before = { width: innerWidth, height: innerHeight }
  for (const height of [300, 700, 3000]) {
    post({ method: 'ui/notifications/size-changed', params: { height } })
    await new Promise((resolve) => setTimeout(resolve, 700))
    followed.push({ asked: height, got: innerHeight })
  }
  post({ method: 'ui/notifications/size-changed', params: { height: 320 } })
  report.sizes = { start: before, followed }
}

let depth = 0
for (let frame = window; frame !== frame.parent && depth < 10; frame = frame.parent) depth++
report.page = { origin, protocol: location.protocol, depth, pixelRatio: devicePixelRatio, browser: navigator.userAgent, isSecureContext }

async function run() {
  status.textContent = 'Connecting …'
  const { result, error, silent } = await request('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'casement-probe', version: '1.0.0' }, appCapabilities: {} }, 20000)
  report.initialize = result ?? { error: error ?? 'no response' }
  if (silent || error) { finish('The host did not accept ui/initialize.'); return }
  post({ method: 'ui/notifications/initialized', params: {} })
  const steps = [['requests', askEverything], ['policy', examinePolicy], ['storage', examineStorage], ['sizes', measureSizes], ['limits', measureLimits]]
  for (const [name, step] of steps) {
    status.textContent = 'Examining ' + name + ' …'
    try { await step() } catch (error) { report[name] = { failed: String(error) } }
  }
  const { result: saved } = await request('tools/call', { name: 'probe_report', arguments: { report } }, 20000)
  finish(saved && !saved.isError ? saved.content?.[0]?.text : 'The server did not get the report. Copy it from here into a file, and run: casement probe --from FILE')
}
function finish(text) {
  status.textContent = text
  const field = document.getElementById('report')
  field.value = JSON.stringify(report)
  field.hidden = false
  document.body.dataset.done = ''
}
void run()
`

/** The View of the probe. */
export const PROBE_VIEW = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Casement probe</title><meta name="color-scheme" content="light dark"></head>
<body>
<h1>Casement probe</h1>
<p id="status" role="status">Starting …</p>
<label>The report <textarea id="report" readonly hidden rows="8" cols="60"></textarea></label>
<script>${SCRIPT}</script>
</body>
</html>`
