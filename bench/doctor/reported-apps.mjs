// Apps that showed nothing, rebuilt from public reports of what turned out to be wrong, by someone who
// had not read the code of the checks.
import { app, HANDSHAKE, page, resource, result, START, tool, URI } from './app-parts.mjs'
import { officialScript } from './official-script.mjs'

/** @param {Parameters<typeof page>[0]} parts @param {Parameters<typeof resource>[1]} [content] */
const withPage = (parts, content) => app({ resources: [resource(page(parts), content)] })

const SCRIPT_ELSEWHERE = '<script type="module" src="https://cdn.weather.example/widget.js"></script>'

/** @type {import('./app-parts.mjs').Case[]} */
export const broken = [
  {
    name: 'plain-initialize',
    title: 'The View says `initialize` with `clientInfo`, as an example in the specification did',
    source: 'modelcontextprotocol/ext-apps#634',
    codes: ['script-mcp-initialize'],
    app: () =>
      withPage({
        script: `${HANDSHAKE}
request('initialize', { protocolVersion: '2026-01-26', clientInfo: { name: 'weather', version: '1.0.0' }, capabilities: {} })
  .then(() => send({ method: 'ui/notifications/initialized', params: {} }))`,
      }),
  },
  {
    name: 'answer-not-awaited',
    title: 'The View leaves out `protocolVersion` and goes on without looking at the answer',
    source: 'modelcontextprotocol/ext-apps#671',
    codes: ['script-no-protocol-version', 'script-answer-ignored'],
    app: () =>
      withPage({
        script: `${HANDSHAKE}
send({ id: 'init', method: 'ui/initialize', params: { appInfo: { name: 'weather', version: '1.0.0' }, appCapabilities: {} } })
send({ method: 'ui/notifications/initialized', params: {} })`,
      }),
  },
  {
    name: 'client-info',
    title: 'The View calls itself `clientInfo` in `ui/initialize`',
    source: 'indexable-inc/index#2634',
    codes: ['script-no-app-info'],
    app: () => withPage({ script: HANDSHAKE + START.replace('appInfo', 'clientInfo') }),
  },
  {
    name: 'says-nothing',
    title: 'A page with inline styles and no script: hosts wait for a handshake that never comes',
    source: 'anthropics/claude-ai-mcp#61',
    codes: ['html-no-script', 'view-silent'],
    app: () => app({ resources: [resource(page({ body: '<h1>Weather</h1><p>21 °C' }).replace(/<script>[^]*<\/script>/, ''))] }),
  },
  {
    name: 'policy-on-tool',
    title: 'The policy for an outside script stands on the tool, where no host reads it',
    source: 'agentfront/frontmcp#455',
    codes: ['tool-csp-misplaced'],
    app: () =>
      app({
        tools: [
          tool({
            _meta: {
              ui: { resourceUri: URI, csp: { resourceDomains: ['https://cdn.weather.example'] } },
              'ui/resourceUri': URI,
            },
          }),
        ],
        resources: [resource(page({ head: SCRIPT_ELSEWHERE }))],
      }),
  },
  {
    name: 'bundle-elsewhere',
    title: 'The bundle comes from another origin, which no policy names',
    source: 'atlassian/atlassian-mcp-server#235',
    codes: ['html-external-blocked'],
    app: () => withPage({ head: SCRIPT_ELSEWHERE, script: '' }),
  },
  {
    name: 'plain-mime',
    title: 'The resource is `text/html`, without the profile',
    source: 'czlonkowski/n8n-mcp#577',
    codes: ['resource-mime-legacy', 'resource-mime-spelling', 'resource-mime-missing'],
    app: () => withPage({}, { mimeType: 'text/html' }),
  },
  {
    name: 'own-domain',
    title: '`_meta.ui.domain` is the address of the server instead of the value the host computes',
    source: 'Doist/todoist-mcp#432',
    codes: ['domain-not-host', 'domain-unknown-host', 'domain-claude-mismatch'],
    app: () => withPage({}, { _meta: { ui: { domain: 'https://ai.weather.example' } } }),
  },
  {
    name: 'extension-not-declared',
    title: 'The server never says that it has the extension: helpers for tools and resources do not',
    source: 'anthropics/claude-ai-mcp#165, koala73/worldmonitor#4780',
    codes: ['extension-undeclared'],
    app: () => app({ capabilities: { tools: {}, resources: {} } }),
  },
  {
    name: 'resources-promised',
    title: 'Resources are announced, and reading them is not there',
    source: 'posit-dev/mcptools#116',
    codes: ['resources-unsupported', 'resource-failed', 'listing-failed'],
    app: () => {
      const { resources: _, ...rest } = app()
      return rest
    },
  },
  {
    name: 'other-uri-on-read',
    title: 'The resource comes back under another URI than it was asked for by',
    source: 'QwenLM/qwen-code#11960',
    codes: ['resource-uri-differs'],
    app: () => withPage({}, { uri: 'ui://weather/View.html' }),
  },
  {
    name: 'flat-key-only',
    title: 'Only the flat key names the View; some hosts look at the nested one alone',
    source: 'CopilotKit/CopilotKit#3108',
    codes: ['tool-uri-flat-only'],
    app: () => app({ tools: [tool({ _meta: { 'ui/resourceUri': URI } })] }),
  },
  {
    name: 'view-in-result',
    title: 'The result brings the View along as an embedded resource, and the declared one is not shown',
    source: 'microsoft/vscode#320093',
    codes: ['result-embedded-view'],
    app: () => {
      const answer = result()
      const embedded = { type: 'resource', resource: resource(page()).contents[0] }
      return app({ call: () => ({ ...answer, content: [...answer['content'], embedded] }) })
    },
  },
  {
    name: 'uri-in-result-only',
    title: 'The tool names no View; only its result does',
    source: 'openai/codex#21019',
    codes: ['tool-uri-misplaced', 'no-ui-resource'],
    app: () => {
      const meta = { 'ui/resourceUri': URI, 'ui.resourceUri': URI, 'openai/outputTemplate': URI }
      return app({ tools: [tool({ _meta: {} })], call: () => ({ ...result(), _meta: meta }) })
    },
  },
  {
    name: 'height-of-the-frame',
    title: 'The page is as high as its frame, reports that height, and so shrinks with every report',
    source: 'MCP-UI-Org/mcp-ui#215',
    codes: ['css-viewport-height', 'look-size-shrinks'],
    app: () =>
      withPage({
        style: 'html, body { height: 100%; box-sizing: border-box }',
        script: `${HANDSHAKE}${START}
new ResizeObserver(() => send({ method: 'ui/notifications/size-changed', params: { height: document.documentElement.clientHeight - 1 } }))
  .observe(document.documentElement)`,
      }),
  },
  {
    name: 'structured-only',
    title: 'The data are in `structuredContent` alone, which some hosts take out',
    source: 'modelcontextprotocol/ext-apps#696',
    codes: ['data-stripped-ignored'],
    app: () =>
      app({
        call: () => ({ ...result(), content: [{ type: 'text', text: 'Shown.' }] }),
        resources: [
          resource(
            page({
              body: '<output></output>',
              script: `${HANDSHAKE.replace(/const dataOf[^]*?\n}/, 'const dataOf = (result) => result.structuredContent').replace("'No data'", "''")}${START}`,
            }),
          ),
        ],
      }),
  },
  {
    name: 'storage-first',
    title: 'The first thing the View does is to read `localStorage`, which throws at an opaque origin',
    source: 'nicobailon/pi-mcp-adapter#480',
    codes: ['script-storage-unguarded'],
    app: () => withPage({ script: `const unit = localStorage.getItem('unit') ?? 'C'\n${HANDSHAKE}${START}` }),
  },
  {
    name: 'compiled-parser',
    title: 'A parser compiles itself with `new Function` at the first message',
    source: 'modelcontextprotocol/ext-apps#618',
    codes: ['script-eval'],
    app: () =>
      withPage({
        script: `${HANDSHAKE.replace(
          'const dataOf = (result) => {',
          `const parse = (text) => new Function('return ' + text)()
const dataOf = (result) => {
  return parse(result.content[0].text)`,
        )}${START}`,
      }),
  },
  {
    name: 'late-handler',
    title: 'The handler of the official SDK is attached after `connect()`, when the result has been there already',
    source: 'modelcontextprotocol/ext-apps#631',
    codes: ['script-handler-late', 'data-late-only'],
    app: async () =>
      withPage({
        body: '<output></output>',
        script: await officialScript(`
import { App } from '@modelcontextprotocol/ext-apps'
const app = new App({ name: 'weather', version: '1.0.0' }, {})
app.connect().then(async () => {
  await new Promise((resolve) => setTimeout(resolve, 1500))
  app.ontoolresult = ({ structuredContent }) => { document.querySelector('output').textContent = structuredContent.city }
})`),
      }),
  },
  {
    name: 'frame-undeclared',
    title: 'The View embeds a player from another origin and declares no `frameDomains`',
    source: 'anthropics/claude-code#59351',
    codes: ['html-frame-blocked'],
    app: () =>
      withPage({
        body: '<output>Waiting</output><iframe title="Forecast" src="https://video.weather.example/embed/1"></iframe>',
      }),
  },
]
