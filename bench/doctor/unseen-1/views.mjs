// Views that do not render or do not work, written from the specification and public reports, before their author had read the
// checks. Each has one root cause. `names` judges: one finding has to match all of them.
import { createServer } from 'node:net'
import { app, HANDSHAKE, page, resource, result, START, tool } from '../app-parts.mjs'
import { officialScript } from '../official-script.mjs'

/** @param {Parameters<typeof page>[0]} parts @param {Parameters<typeof resource>[1]} [content] @param {Partial<import('../app-parts.mjs').CaseApp>} [more] */
const withPage = (parts, content, more) => app({ resources: [resource(page(parts), content)], ...more })

/** A handshake whose reaction to the result is replaced. @param {string} reaction */
const onResult = (reaction) =>
  HANDSHAKE.replace(`if (data.method === 'ui/notifications/tool-result') show(dataOf(data.params))`, reaction) + START

const BUTTON = '<output>Waiting</output><button type="button">Refresh</button>'
/** @param {string} action */
const onClick = (action) => `${HANDSHAKE}${START}
document.querySelector('button').addEventListener('click', () => {
  ${action}
})`

const REFRESH = {
  name: 'refresh-weather',
  description: 'Reads the current weather.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  annotations: { readOnlyHint: true },
  _meta: { ui: { visibility: ['app'] } },
}

/** An origin that accepts connections and never responds. */
async function silentOrigin() {
  const sockets = new Set()
  const server = createServer((socket) => sockets.add(socket)).unref()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

/** @type {import('../unseen-sets.mjs').UnseenCase[]} */
export const broken = [
  {
    name: 'u1-props-from-query',
    report: 'mcp-use/mcp-use#1658',
    cause: 'The View reads its data from `location.search`; hosts send it with `ui/notifications/tool-result`.',
    names: [/location\.search|query string|URL parameter/i],
    app: () =>
      withPage({
        script: `${onResult('if (false) {}')}
const query = new URLSearchParams(location.search)
document.querySelector('output').textContent = query.has('city') ? query.get('city') + ': ' + query.get('celsius') : ''`,
      }),
  },
  {
    name: 'u1-handler-after-connect',
    report: 'Alignbase/sunpeak#80',
    cause: '`ontoolresult` is assigned after `connect()` and another wait, when the result has already been delivered.',
    names: [/(after|before).{0,40}connect|registered (too )?late/i],
    app: async () =>
      withPage({
        script: await officialScript(`
import { App } from '@modelcontextprotocol/ext-apps'
const app = new App({ name: 'weather', version: '1.0.0' }, {})
await_()
async function await_() {
  await app.connect()
  await new Promise((resolve) => setTimeout(resolve, 400))
  app.ontoolresult = ({ structuredContent }) => {
    document.querySelector('output').textContent = structuredContent.city + ': ' + structuredContent.celsius
  }
}`),
      }),
  },
  {
    name: 'u1-storage-at-start',
    report: 'nicobailon/pi-mcp-adapter#480',
    cause: 'The View reads `localStorage` without a guard before it renders; hosts with an opaque origin throw there.',
    names: [/localStorage|storage/i],
    app: () =>
      withPage({
        script: `
const SOURCES = ['src/**/*.ts', 'docs/*.md']
const unit = window.localStorage.getItem('unit') ?? 'C'
const ROUTES = ['/api/*', '*/latest']
document.documentElement.dataset.unit = unit
${HANDSHAKE}${START}`,
      }),
  },
  {
    name: 'u1-busy-loop',
    report: 'MCPJam/inspector (long tasks in widgets)',
    cause: 'The handler of the result never returns: a loop waits for a value that nobody can set meanwhile.',
    names: [/hang|hung|unresponsive|not respond|main thread|never return|froze/i],
    app: () =>
      withPage({
        script: onResult(`if (data.method === 'ui/notifications/tool-result') {
    let ready = false
    setTimeout(() => { ready = true }, 10)
    while (!ready) {}
    show(dataOf(data.params))
  }`),
      }),
  },
  {
    name: 'u1-message-content-object',
    report: 'Boise-State-Development/agentcore-public-stack#503',
    cause: 'A button sends `ui/message` with an object as `content`; it has to be an array of content blocks.',
    names: [/ui\/message/, /content/, /array/i],
    app: () =>
      withPage({
        body: BUTTON,
        script: onClick(
          `request('ui/message', { role: 'user', content: { type: 'text', text: 'And tomorrow?' } }).catch(() => {})`,
        ),
      }),
  },
  {
    name: 'u1-message-role',
    report: 'specification, ui/message: role is "user"',
    cause: 'A button sends `ui/message` with the role `assistant`, which hosts refuse.',
    names: [/ui\/message/, /role/i, /assistant/],
    app: () =>
      withPage({
        body: BUTTON,
        script: onClick(
          `request('ui/message', { role: 'assistant', content: [{ type: 'text', text: 'It rains.' }] }).catch(() => {})`,
        ),
      }),
  },
  {
    name: 'u1-mcp-ui-action',
    report: 'MCP-UI-Org/mcp-ui#82',
    cause: 'A button posts an MCP-UI action (`type: "tool"`), which MCP Apps hosts ignore.',
    names: [/mcp-ui/i],
    app: () =>
      withPage(
        {
          body: BUTTON,
          script: onClick(
            `parent.postMessage({ type: 'tool', payload: { toolName: 'refresh-weather', params: { city: 'Rome' } } }, '*')`,
          ),
        },
        undefined,
        { tools: [tool(), REFRESH] },
      ),
  },
  {
    name: 'u1-unlisted-tool',
    report: 'specification, tools/call from a View',
    cause: 'A button calls `refresh_weather`; the server has `refresh-weather`.',
    names: [/refresh_weather/, /refresh-weather/],
    app: () =>
      withPage(
        {
          body: BUTTON,
          script: onClick(
            `request('tools/call', { name: 'refresh_weather', arguments: { city: 'Rome' } }).then((r) => show(dataOf(r)), () => {})`,
          ),
        },
        undefined,
        { tools: [tool(), REFRESH] },
      ),
  },
  {
    name: 'u1-arguments-mismatch',
    report: 'modelcontextprotocol/typescript-sdk#1158',
    cause: 'A button calls a tool with `town`; its input schema requires `city`.',
    names: [/refresh-weather/, /city/, /required|missing|schema/i],
    app: () =>
      withPage(
        {
          body: BUTTON,
          script: onClick(
            `request('tools/call', { name: 'refresh-weather', arguments: { town: 'Rome' } }).then((r) => show(dataOf(r)), () => {})`,
          ),
        },
        undefined,
        {
          tools: [tool(), REFRESH],
          call: ({ name, arguments: given }) => {
            if (name === REFRESH.name && !given?.city) throw new Error('Input validation error: city is required')
            return result()
          },
        },
      ),
  },
  {
    name: 'u1-root-missing',
    report: 'openai/openai-apps-sdk-examples#71',
    cause: 'The script mounts into `#weather-root`; the served document has `#root`.',
    names: [/weather-root/],
    app: () =>
      withPage({
        body: '<div id="root"></div>',
        script: `
const root = document.getElementById('weather-root')
root.innerHTML = '<output>Waiting</output>'
${HANDSHAKE}${START}`,
      }),
  },
  {
    name: 'u1-exception-swallowed',
    report: 'anthropics/claude-ai-mcp#165',
    cause: 'The View reads `forecast.days`, which the result does not have, and swallows the exception.',
    names: [/swallow|caught|catch/i],
    app: () =>
      withPage({
        body: '<output></output>',
        script: onResult(`if (data.method === 'ui/notifications/tool-result') {
    try {
      show(dataOf(data.params).forecast.days[0])
    } catch {}
  }`),
      }),
  },
  {
    name: 'u1-fetch-pending',
    report: 'nteract/nteract#1632',
    cause: 'The View waits for a `fetch` to its API, which accepts the connection and never responds.',
    names: [/127\.0\.0\.1/, /pending|never (answer|respond|finish)|not respond|no response|waiting|hang/i],
    app: async () => {
      const origin = await silentOrigin()
      return withPage(
        {
          body: '<output></output>',
          script: onResult(`if (data.method === 'ui/notifications/tool-result')
    fetch('${origin}/now').then((response) => response.json()).then(show)`),
        },
        { _meta: { ui: { csp: { connectDomains: [origin] } } } },
      )
    },
  },
  {
    name: 'u1-router-no-route',
    report: 'IBM/mcp-context-forge#2786',
    cause: 'The router matches `location.pathname` with its routes; a View is served at a path of the host, so none matches.',
    names: [/pathname|route/i],
    app: () =>
      withPage({
        body: '<div id="app"></div>',
        script: `
const routes = { '/': () => '<output>Waiting</output>', '/settings': () => '<p>Settings</p>' }
const match = routes[location.pathname]
if (match) {
  document.querySelector('#app').innerHTML = match()
  ${HANDSHAKE}${START}
}`,
      }),
  },
  {
    name: 'u1-event-already-fired',
    report: 'modelcontextprotocol/ext-apps#482',
    cause: 'A late script waits for `DOMContentLoaded`, which has already fired.',
    names: [/DOMContentLoaded/],
    app: () =>
      withPage({
        script: `${HANDSHAKE}
setTimeout(() => {
  document.addEventListener('DOMContentLoaded', () => {${START}
  })
}, 150)`,
      }),
  },
  {
    name: 'u1-mcp-ui-render-data',
    report: 'MCP-UI-Org/mcp-ui#100',
    cause: 'The View waits for `ui-lifecycle-iframe-render-data` of MCP-UI instead of the handshake of MCP Apps.',
    names: [/mcp-ui|ui-lifecycle/i],
    app: () =>
      withPage({
        script: `
addEventListener('message', ({ data }) => {
  if (data?.type !== 'ui-lifecycle-iframe-render-data') return
  document.querySelector('output').textContent = data.payload.renderData.city
})
parent.postMessage({ type: 'ui-lifecycle-iframe-ready' }, '*')`,
      }),
  },
  {
    name: 'u1-worker-blob',
    report: 'Boise-State-Development/agentcore-public-stack#414',
    cause: 'The View computes in a worker from a `blob:` URL, which the policy refuses; the result is never shown.',
    names: [/worker/i],
    app: () =>
      withPage({
        body: '<output></output>',
        script: onResult(`if (data.method === 'ui/notifications/tool-result') {
    const code = new Blob(['onmessage = (e) => postMessage(e.data)'], { type: 'text/javascript' })
    const worker = new Worker(URL.createObjectURL(code))
    worker.onmessage = (event) => show(event.data)
    worker.postMessage(dataOf(data.params))
  }`),
      }),
  },
  {
    name: 'u1-eval-template',
    report: 'Boise-State-Development/agentcore-public-stack#414',
    cause: 'The template engine compiles with `new Function`, which the policy of the sandbox refuses.',
    names: [/eval|new Function|Function\(/],
    app: () =>
      withPage({
        body: '<output></output>',
        script: `
const compile = (source) => new Function('data', 'return \`' + source + '\`')
${onResult(`if (data.method === 'ui/notifications/tool-result') {
    const d = dataOf(data.params)
    show({ city: compile('\${data.city}')(d), celsius: d.celsius })
  }`)}`,
      }),
  },
  {
    name: 'u1-confirm-ignored',
    report: 'aaif-goose/goose#4117',
    cause: 'A button asks with `confirm()`, which sandboxed frames without `allow-modals` answer with false.',
    names: [/confirm|modal/i],
    app: () =>
      withPage(
        {
          body: BUTTON,
          script: onClick(`if (!confirm('Read the weather again?')) return
  request('tools/call', { name: 'refresh-weather', arguments: { city: 'Rome' } }).then((r) => show(dataOf(r)), () => {})`),
        },
        undefined,
        { tools: [tool(), REFRESH] },
      ),
  },
]
