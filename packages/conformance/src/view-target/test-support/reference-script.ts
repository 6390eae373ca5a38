/** How it speaks. */
export const SPEAKING = `
const waiting = new Map()
let nextId = 1
const post = (message, to = parent) => to.postMessage(when('handshake/json-rpc') ? message : { jsonrpc: '2.0', ...message }, '*')
const notify = (method, params = {}) => post({ method, params })
const request = (method, params) => new Promise((resolve, reject) => {
  const id = when('handshake/request') ? null : when('wire/ids') && nextId > 1 ? 2 : nextId++
  waiting.set(id, { resolve, reject })
  post({ id, method, params })
})`

/** Shows the data, the host's styles and the size. */
export const SHOWING = `
let context = {}
let over = false
const show = (text) => { document.querySelector('output').textContent = text }
const apply = (changes, first) => {
  if (when('context/survived') && changes.theFuture && !first) throw new Error('What is that?')
  context = when('context/merged') ? changes : { ...context, ...changes }
  const { theme, styles } = context
  const root = document.documentElement
  if (!when(first ? 'context/theme-at-first' : 'context/theme-followed')) root.style.colorScheme = theme ?? ''
  if (when('context/merged')) root.removeAttribute('style')
  if (when('context/variables') || (when('context/variables-followed') && !first)) return
  for (const [name, value] of Object.entries(styles?.variables ?? {})) root.style.setProperty(name, value)
}
let reported
const report = () => {
  if ((over && !when('teardown/quiet')) || when('size/reported') || (when('size/grows') && reported)) return
  const more = when('size/true') ? 100 : when('size/no-loop') ? innerHeight + 50 : 0
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height) + more
  const width = Math.ceil(innerWidth)
  if (reported === width + 'x' + height && !when('size/only-changes')) return
  reported = width + 'x' + height
  notify('ui/notifications/size-changed', when('size/numbers') ? { width: width + 'px', height: height + 'px' } : { width, height })
}
const watchSize = () => {
  report()
  const observer = new ResizeObserver(report)
  observer.observe(document.documentElement)
  if (when('size/no-loop')) addEventListener('resize', report)
  if (when('size/only-changes')) setInterval(report, 5)
}`

/** Sends requests to the host for the capabilities that it has. */
export const ASKING = `
let host = {}
const asks = {
  link: () => offered('links', host.openLinks) && request('ui/open-link', wrong('link') ? { href: '/' } : { url: 'https://example.com/' }),
  download: () => offered('downloads', host.downloadFile) &&
    request('ui/download-file', wrong('download') ? { file: 'a' } : { contents: [{ type: 'resource', resource: { uri: 'file:///a.txt', text: 'a' } }] }),
  message: () => request('ui/message', { role: 'user', content: wrong('message') ? { type: 'text', text: 'a' } : [{ type: 'text', text: 'a' }] }),
  context: () => request('ui/update-model-context', { content: wrong('model-context') ? 'a' : [{ type: 'text', text: 'a' }] }),
  mode: async () => {
    if (!offered('display-mode', context.availableDisplayModes?.includes('fullscreen'))) return
    const { mode } = await request('ui/request-display-mode', { mode: wrong('display-mode') ? 'huge' : 'fullscreen' })
    if (wrong('other-mode') && mode !== 'fullscreen') setTimeout(() => { throw new Error('Not fullscreen') })
  },
  call: () => offered('server-tools', host.serverTools) && request('tools/call', wrong('tool-call') ? { tool: 'a' } : { name: 'a', arguments: {} }),
  resource: () => offered('server-resources', host.serverResources) && request('resources/read', wrong('resource') ? { url: 'a' } : { uri: 'ui://a' }),
  log: () => offered('logging', host.logging) && notify('notifications/message', { level: wrong('log') ? 'loud' : 'info', data: 'a' }),
  sample: () => offered('sampling', host.sampling) &&
    request('sampling/createMessage', wrong('sampling') ? { prompt: 'a' } : { maxTokens: 9, messages: [{ role: 'user', content: { type: 'text', text: 'a' } }] }),
}
const offered = (name, offer) => offer || when('capabilities/' + name)
const wrong = (name) => when('requests/' + name)
for (const button of document.querySelectorAll('button')) {
  button.onclick = async () => {
    try {
      await asks[button.dataset.does]()
    } catch (error) {
      if (when('requests/denied')) throw error
      show('The host said no')
    }
  }
}`

/** Handles notifications and requests of the host. */
export const LISTENING = `
let input
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const refuse = (code, message) => ({ error: { code, message } })
const tell = {
  'ui/notifications/tool-input-partial': (given) => {
    if (when('data/streamed')) throw new Error('Not yet')
    if (when('data/changing')) Object.values(given.arguments).forEach((value) => value.toString())
    if (when('data/nothing-critical')) request('tools/call', { name: 'a', arguments: {} })
    show('Writing ' + JSON.stringify(given.arguments ?? {}))
  },
  'ui/notifications/tool-input': (given) => {
    if (when('data/usual')) throw new Error('Too much')
    if (when('data/without-arguments')) Object.keys(given.arguments)
    input = given.arguments ?? {}
    show('Asked for ' + JSON.stringify(input))
  },
  'ui/notifications/tool-result': (given) => {
    if (when('data/result-alone')) Object.keys(input)
    if (when('data/failed') && given.isError) throw new Error('Failed')
    if (when('data/without-structure')) Object.keys(given.structuredContent)
    if (when('data/other-blocks')) given.content.forEach((block) => block.text.trim())
    if (!when('data/result-shown')) show('Got ' + JSON.stringify(given))
  },
  'ui/notifications/tool-cancelled': (given) => {
    if (when('data/cancelled')) throw new Error('Cancelled')
    if (when('data/cancelled-without-reason')) given.reason.trim()
    if (when('data/cancelled-while-streaming') && !input) throw new Error('Not yet')
    if (!when('data/cancelled-shown')) show('Cancelled')
  },
  'ui/notifications/host-context-changed': (given) => {
    if (when('context/not-reloaded')) start()
    apply(given)
  },
}
const receive = (method, params) => {
  const data = method.includes('/tool-')
  if (data && when('data/at-once')) return
  if (!tell[method] && when('asides/survived')) throw new Error('What is that?')
  if (!tell[method] && when('asides/not-answered')) post({ id: null, ...refuse(-32601, 'What is that?') })
  tell[method]?.(isObject(params) || when('nonsense/broken-params') ? params : {})
}
const TOOL = { name: 'paint', description: 'Paints', inputSchema: { type: 'object' } }
const answers = {
  ping: () => when('questions/ping') ? refuse(-32601, 'No') : { result: {} },
  'ui/resource-teardown': ({ reason }) => {
    if (when('teardown/answered')) return undefined
    if (when('teardown/result')) return refuse(-32601, 'No')
    if (when('teardown/without-reason') && !reason) return refuse(-32602, 'Why?')
    over = true
    return { result: {} }
  },
  'tools/list': () => when('tools/listed') ? refuse(-32601, 'No') : { result: { tools: [when('tools/complete') ? { name: 'paint' } : TOOL] } },
  'tools/call': ({ name }) => name === 'paint' || when('tools/unknown-refused') ? { result: { content: [] } } : refuse(-32602, 'No such tool'),
}
const answer = ({ id, method, params }, from) => {
  if (id === 0 && when('questions/id-zero')) return
  const outcome = answers[method]
    ? answers[method](params ?? {})
    : when('questions/unknown-answered') ? undefined : refuse(when('questions/unknown-code') ? -32000 : -32601, 'Method not found')
  const more = when('questions/well-formed-answers') ? { result: {}, error: null } : {}
  if (outcome) post({ id: when('questions/id-kept') ? String(id) : id, ...outcome, ...more }, from)
}
const settle = ({ id, result, error }) => {
  const call = waiting.get(id)
  waiting.delete(id)
  if (error) call?.reject(new Error(error.message))
  else call?.resolve(result)
}
addEventListener('message', ({ source, data }) => {
  if (source !== parent && !when('stranger/not-answered') && !when('handshake/only-from-the-host')) return
  if (when('nonsense/not-objects')) data.toString()
  if (!isObject(data)) return
  if (when('nonsense/not-json-rpc')) data.jsonrpc.toString()
  if (data.jsonrpc !== '2.0') return
  if (when('nonsense/broken-json-rpc')) (data.method ?? '').startsWith('ui/') || data.id.toString()
  if (data.method === undefined) return settle(data)
  if (typeof data.method !== 'string') return
  if (data.id === undefined) return receive(data.method, data.params)
  if (typeof data.id === 'string' || Number.isInteger(data.id)) answer(data, source)
})`

/** How it introduces itself. */
export const INTRODUCING = `
const start = async () => {
  if (when('handshake/initialize')) return
  if (when('greeting/no-storage')) localStorage.getItem('a')
  if (when('policy/no-eval')) try { new Function('1') } catch {}
  if (when('policy/declared')) new Image().src = 'https://elsewhere.conformance.test/a.png'
  if (when('handshake/first')) notify('notifications/message', { level: 'info', data: 'Hello' })
  const appInfo = { name: 'reference', version: '1.0.0' }
  if (when('handshake/app-name')) delete appInfo.name
  if (when('handshake/app-version')) delete appInfo.version
  const appCapabilities = {
    availableDisplayModes: when('handshake/known-modes') ? ['huge'] : ['inline', 'fullscreen'],
    tools: when('handshake/tools-object') ? true : { listChanged: false },
    experimental: { 'com.example/a': when('handshake/experimental-objects') ? true : {} },
  }
  if (when('tools/declared')) delete appCapabilities.tools
  const params = { protocolVersion: when('handshake/known-version') ? '2025-06-18' : '2026-01-26', appInfo, appCapabilities }
  if (when('handshake/protocol-version')) delete params.protocolVersion
  if (when('handshake/app-capabilities')) delete params.appCapabilities
  const asked = request('ui/initialize', params)
  if (when('handshake/same-again')) request('ui/initialize', { ...params, appCapabilities: {} })
  if (when('handshake/no-mcp-initialize')) request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: appInfo })
  if (when('handshake/no-early-request')) request('tools/list', {})
  if (when('handshake/no-early-size') || when('size/after-handshake')) report()
  if (when('handshake/initialized-not-early')) notify('ui/notifications/initialized')
  try {
    welcomed(await asked)
  } catch (error) {
    if (when('handshake/refused')) notify('ui/notifications/initialized')
    if (when('handshake/refused-is-the-end')) request('tools/list', {}).catch(() => {})
    show(error.message)
  }
}
const welcomed = (welcome) => {
  const { protocolVersion, hostCapabilities = {}, hostContext = {} } = welcome
  if (when('greeting/other-version') && protocolVersion !== '2026-01-26') throw new Error('Another version')
  if (when('greeting/more-members') && (welcome.theFuture || hostContext.theFuture)) throw new Error('What is that?')
  if (when('greeting/empty-context')) hostContext.theme.toString()
  if (when('greeting/no-context')) welcome.hostContext.toString()
  if (when('greeting/no-capabilities')) hostCapabilities.openLinks.toString()
  if (when('greeting/other-modes') && hostContext.availableDisplayModes?.includes('sidebar')) throw new Error('What is that?')
  host = hostCapabilities
  if (!when('handshake/initialized')) {
    if (when('handshake/initialized-first')) notify('notifications/message', { level: 'info', data: 'Hello' })
    if (when('handshake/initialized-notification')) request('ui/notifications/initialized', {}).catch(() => {})
    else notify('ui/notifications/initialized')
    if (when('handshake/initialized-once')) notify('ui/notifications/initialized')
  }
  if (when('wire/known-methods')) notify('ui/notifications/size-change', { height: 1 })
  apply(hostContext, true)
  watchSize()
}
start()`
