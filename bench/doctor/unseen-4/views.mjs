// Views of public reports and of sections of the specification, committed before the doctor was run on them. Each has one root
// cause. `names` judges: one finding has to match all of them.
import { app, HANDSHAKE, page, resource, START } from '../app-parts.mjs'
import { officialScript } from '../official-script.mjs'

/** @param {Parameters<typeof page>[0]} parts @param {Parameters<typeof resource>[1]} [content] @param {Partial<import('../app-parts.mjs').CaseApp>} [more] */
const withPage = (parts, content, more) => app({ resources: [resource(page(parts), content)], ...more })

/** The page with another text in place of one that it contains. @param {string} from @param {string} to */
const pageWith = (from, to) => {
  const html = page()
  if (!html.includes(from)) throw new Error(`Not in the page: ${from}`)
  return app({ resources: [resource(html.replace(from, () => to))] })
}

/** @param {string} label @param {string} action @param {string} [more] */
const withButton = (label, action, more = '') => ({
  body: `<output>Waiting</output><button type="button">${label}</button>${more}`,
  script: `${HANDSHAKE}${START}
document.querySelector('button').addEventListener('click', async () => {
  ${action}
})`,
})

/** @type {import('../unseen-sets.mjs').UnseenCase[]} */
export const broken = [
  {
    name: 'u4-own-meta-csp',
    report: 'agentfront/frontmcp#455',
    cause: 'The document has its own CSP in a `<meta>`, which refuses its inline script.',
    names: [/Content-Security-Policy|CSP/i, /<meta|http-equiv|own (policy|CSP|Content)/i],
    app: () =>
      withPage({ head: `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; style-src 'unsafe-inline'">` }),
  },
  {
    name: 'u4-bare-import',
    report: 'agentfront/frontmcp#454',
    cause: 'The module imports a package by its bare name, which no bundler resolved.',
    names: [/@modelcontextprotocol\/ext-apps/, /bare|specifier|bundle|resolve/i],
    app: () =>
      pageWith(
        `<script>${HANDSHAKE}${START}</script>`,
        `<script type="module">import { App } from '@modelcontextprotocol/ext-apps'
const app = new App({ name: 'weather', version: '1.0.0' }, {})
app.ontoolresult = ({ structuredContent }) => { document.querySelector('output').textContent = structuredContent.city }
await app.connect()</script>`,
      ),
  },
  {
    name: 'u4-import-in-classic',
    report: 'vercel-labs/mcp-for-next.js#27 (a module inlined as a classic script)',
    cause: 'The script is an ES module but has no `type="module"`.',
    names: [/import|export|module/i, /type=\\?"?module/i],
    app: () => withPage({ script: `${HANDSHAKE}${START}\nexport { show }` }),
  },
  {
    name: 'u4-jsx-in-browser',
    report: 'openai/openai-apps-sdk-examples#53',
    cause: 'The script is `text/babel`, which no browser runs.',
    names: [/text\/babel|JSX/i],
    app: () =>
      pageWith(
        `<script>${HANDSHAKE}${START}</script>`,
        `<script type="text/babel">const App = () => <output>Rome</output>
ReactDOM.createRoot(document.querySelector('main')).render(<App />)</script>`,
      ),
  },
  {
    name: 'u4-wasm',
    report: 'modelcontextprotocol/ext-apps#605',
    cause: 'The View compiles WebAssembly, which the CSP of hosts refuses.',
    names: [/WebAssembly|wasm/i],
    app: () =>
      withPage({
        script: `${HANDSHAKE}
const EMPTY = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])
WebAssembly.instantiate(EMPTY).then(() => {${START}
})`,
      }),
  },
  {
    name: 'u4-frame-undeclared',
    report: 'modelcontextprotocol/ext-apps#387',
    cause: 'The View embeds a frame whose origin is not in `frameDomains`.',
    names: [/frameDomains/, /maps\.example\.org/],
    app: () =>
      withPage({
        body: '<output>Waiting</output><iframe title="Map" src="https://maps.example.org/embed" width="300" height="150"></iframe>',
      }),
  },
  {
    name: 'u4-websocket',
    report: 'modelcontextprotocol/ext-apps, specification, csp.connectDomains',
    cause: 'The View opens a WebSocket whose origin is not in `connectDomains`.',
    names: [/wss:\/\/live\.example\.org/, /connectDomains/],
    app: () =>
      withPage({
        script: `${HANDSHAKE}${START}
const socket = new WebSocket('wss://live.example.org/rome')
socket.addEventListener('message', ({ data }) => { document.querySelector('output').textContent = data })`,
      }),
  },
  {
    name: 'u4-document-listener',
    report: 'modelcontextprotocol/ext-apps, specification, transport: postMessage',
    cause: 'The listener for `message` is on `document`; messages are events of `window`.',
    names: [/document/, /window/, /message/],
    app: () =>
      withPage({ script: `${HANDSHAKE.replace("addEventListener('message'", "document.addEventListener('message'")}${START}` }),
  },
  {
    name: 'u4-initialized-with-id',
    report: 'modelcontextprotocol/ext-apps, specification, lifecycle',
    cause: '`ui/notifications/initialized` is sent as a request and its response awaited.',
    names: [/ui\/notifications\/initialized/, /with an `?id|as a request|has an `?id|is a notification|must not have an/i],
    app: () =>
      withPage({
        body: '<output></output>',
        script: `${HANDSHAKE.replace(
          "if (data.method === 'ui/notifications/tool-result')",
          "if (ready && data.method === 'ui/notifications/tool-result')",
        )}
let ready = false
request('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'weather', version: '1.0.0' }, appCapabilities: {} })
  .then(() => request('ui/notifications/initialized', {}))
  .then(() => { ready = true })`,
      }),
  },
  {
    name: 'u4-jsonrpc-missing',
    report: 'modelcontextprotocol/ext-apps, specification, messages are JSON-RPC 2.0',
    cause: 'The messages of the View have no `jsonrpc: "2.0"`.',
    names: [/jsonrpc/],
    app: () => withPage({ script: `${HANDSHAKE.replace("{ jsonrpc: '2.0', ...message }", 'message')}${START}` }),
  },
  {
    name: 'u4-size-as-text',
    report: 'anthropics/claude-ai-mcp#69',
    cause: '`ui/notifications/size-changed` has a height with a unit, as a string.',
    names: [/size-changed/, /number|string/i, /height/],
    app: () =>
      withPage({
        script: `${HANDSHAKE.replace('height: document.body.offsetHeight', "height: document.body.offsetHeight + 'px'")}${START}`,
      }),
  },
  {
    name: 'u4-size-old-name',
    report: 'MCP-UI-Org/mcp-ui#56',
    cause: 'The View reports its size with `ui-size-change`, which only MCP-UI hosts know.',
    names: [/ui-size-change/, /size-changed/],
    app: () =>
      withPage({
        script: `${HANDSHAKE.replace(
          "send({ method: 'ui/notifications/size-changed', params: { width: 320, height: document.body.offsetHeight } })",
          "parent.postMessage({ type: 'ui-size-change', payload: { height: document.body.offsetHeight } }, '*')",
        )}${START}`,
      }),
  },
  {
    name: 'u4-placeholder-left',
    report: 'openai/openai-apps-sdk-examples#179 (data written into the template)',
    cause: 'The server never replaced the placeholder of its template.',
    names: [/\{\{ ?WEATHER_JSON ?\}\}/, /placeholder|template/i],
    app: () =>
      withPage({
        body: '<output></output>',
        script: `${HANDSHAKE}${START}
const first = JSON.parse('{{ WEATHER_JSON }}')
show(first)`,
      }),
  },
  {
    name: 'u4-script-cut',
    report: 'QwenLM/qwen-code#10369 (documents cut by a size limit)',
    cause: 'The document is cut in the middle of its script.',
    names: [/cut|truncat|incomplete|unterminated|end of input|never closed|not closed/i],
    app: () => {
      const html = page()
      return app({ resources: [resource(html.slice(0, html.indexOf('ui/resource-teardown') + 5))] })
    },
  },
  {
    name: 'u4-python-repr',
    report: 'PrefectHQ/fastmcp (results of `str(dict)`)',
    cause: 'The text of the result is a Python `repr`, which is not JSON, and the View parses it.',
    names: [/JSON/, /single quote|Python|not (valid )?JSON|JSON\.parse|could not be parsed/i],
    app: () =>
      withPage(
        {
          script: `${HANDSHAKE.replace(
            'try { return JSON.parse(result.content[0].text) } catch { return undefined }',
            'return JSON.parse(result.content[0].text)',
          )}${START}`,
        },
        undefined,
        { call: () => ({ content: [{ type: 'text', text: "{'city': 'Rome', 'celsius': 21, 'rain': None}" }] }) },
      ),
  },
  {
    name: 'u4-null-field',
    report: 'modelcontextprotocol specification: NaN becomes null in JSON',
    cause: 'The result has `celsius: null`, and the View calls a method of it.',
    names: [/null/, /toFixed/],
    app: () =>
      withPage({ script: `${HANDSHAKE.replace('data.celsius +', 'data.celsius.toFixed(1) +')}${START}` }, undefined, {
        call: () => ({ content: [{ type: 'text', text: 'Rome' }], structuredContent: { city: 'Rome', celsius: null } }),
      }),
  },
  {
    name: 'u4-reload-button',
    report: 'modelcontextprotocol/ext-apps, specification, lifecycle: one document',
    cause: 'A button calls `location.reload()`, after which the View has lost its connection and its data.',
    names: [/reload/i, /Refresh|button|click|control|used/i],
    app: () => withPage(withButton('Refresh', 'location.reload()')),
  },
  {
    name: 'u4-polling-flood',
    report: 'apify/apify-mcp-server#391',
    cause: 'The View calls its tool every 50 ms.',
    names: [/tools\/call|weather/, /every|per second|repeated|poll|flood|times|many/i],
    app: () =>
      withPage({
        script: `${HANDSHAKE}${START}
setInterval(() => request('tools/call', { name: 'weather', arguments: { city: 'Rome' } }).then((result) => show(dataOf(result))), 50)`,
      }),
  },
  {
    name: 'u4-relative-link',
    report: 'modelcontextprotocol/ext-apps, specification, ui/open-link: an absolute URL',
    cause: 'The button opens `/docs/rain`, which has no origin in a View.',
    names: [/\/docs\/rain/, /absolute|relative|full URL|https:/i],
    app: () => withPage(withButton('Read more', "await request('ui/open-link', { url: '/docs/rain' })")),
  },
  {
    name: 'u4-camera',
    report: 'archestra-ai/archestra#6212',
    cause: 'The View uses the camera without `permissions.camera`.',
    names: [/camera/, /permissions/],
    app: () =>
      withPage(
        withButton(
          'Take a picture',
          `const stream = await navigator.mediaDevices.getUserMedia({ video: true })
  document.querySelector('video').srcObject = stream`,
          '<video></video>',
        ),
      ),
  },
  {
    name: 'u4-hidden-until-hydrated',
    report: 'Boise-State-Development/agentcore-public-stack#360 (components that never become stable)',
    cause: 'The page is `visibility: hidden` until a class is set that nothing sets.',
    names: [/visibility|hidden|invisible|hydrated/i],
    app: () => withPage({ style: 'html:not(.hydrated) body { visibility: hidden }' }),
  },
  {
    name: 'u4-sdk-never-connected',
    report: 'modelcontextprotocol/ext-apps#476',
    cause: 'With the official SDK, `connect()` is never called.',
    names: [/connect\(\)/, /never|not called|missing|call/i],
    app: async () =>
      withPage({
        script: await officialScript(`
import { App } from '@modelcontextprotocol/ext-apps'
const app = new App({ name: 'weather', version: '1.0.0' }, {})
app.ontoolresult = ({ structuredContent }) => {
  document.querySelector('output').textContent = structuredContent.city + ': ' + structuredContent.celsius
}`),
      }),
  },
]
