// Views of public reports, each rebuilt from the one it names, committed before the doctor was run on them. Each has one root cause.
// `names` judges: one finding has to match all of them.
import { app, HANDSHAKE, page, resource, result, START, tool } from '../app-parts.mjs'
import { officialScript } from '../official-script.mjs'

/** @param {Parameters<typeof page>[0]} parts @param {Parameters<typeof resource>[1]} [content] @param {Partial<import('../app-parts.mjs').CaseApp>} [more] */
const withPage = (parts, content, more) => app({ resources: [resource(page(parts), content)], ...more })

/** A handshake whose reaction to the result is replaced. @param {string} reaction */
const onResult = (reaction) =>
  HANDSHAKE.replace(`if (data.method === 'ui/notifications/tool-result') show(dataOf(data.params))`, reaction) + START

/** @param {string} label @param {string} action */
const withButton = (label, action) => ({
  body: `<output>Waiting</output><button type="button">${label}</button>`,
  script: `${HANDSHAKE}${START}
document.querySelector('button').addEventListener('click', async () => {
  ${action}
})`,
})

/** @type {import('../unseen-sets.mjs').UnseenCase[]} */
export const broken = [
  {
    name: 'u3-double-encoded',
    report: 'atlassian/atlascode#1894',
    cause: 'The text of the result is JSON of JSON; the View parses it once and shows "undefined".',
    names: [/undefined/],
    app: () =>
      withPage({}, undefined, {
        call: () => ({ content: [{ type: 'text', text: JSON.stringify(JSON.stringify({ city: 'Rome', celsius: 21 })) }] }),
      }),
  },
  {
    name: 'u3-rejected-handshake',
    report: 'modelcontextprotocol/ext-apps#671',
    cause:
      '`ui/initialize` lacks `appCapabilities`, so it is rejected; the View sends `initialized` without awaiting the response.',
    names: [/appCapabilities/],
    app: () =>
      withPage({
        script: `${HANDSHAKE}
request('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'weather', version: '1.0.0' } }).catch(() => {})
send({ method: 'ui/notifications/initialized', params: {} })`,
      }),
  },
  {
    name: 'u3-google-fonts',
    report: 'pvliesdonk/markdown-vault-mcp#1181',
    cause: 'The stylesheet comes from fonts.googleapis.com; `resourceDomains` is empty.',
    names: [/fonts\.googleapis\.com/, /resourceDomains/],
    app: () =>
      withPage(
        { head: '<link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Newsreader">' },
        { _meta: { ui: { csp: { resourceDomains: [] } } } },
      ),
  },
  {
    name: 'u3-full-height',
    report: 'MCP-UI-Org/mcp-ui#215',
    cause: 'html and body are 100% high, so the View measures its frame and reports a little less each time.',
    names: [/100%|shrink/i],
    app: () =>
      withPage({
        style: 'html, body { height: 100%; margin: 0; padding: 0; box-sizing: border-box }',
        script: `${HANDSHAKE}${START}
new ResizeObserver(() => send({ method: 'ui/notifications/size-changed', params: { height: document.body.getBoundingClientRect().height - 1 } })).observe(document.body)`,
      }),
  },
  {
    name: 'u3-bundle-404',
    report: 'mcp-use/mcp-use#1553',
    cause: 'The script is at an address of the server where nothing is served.',
    names: [/127\.0\.0\.1:9\/weather\/assets\/index\.js/, /load/i],
    app: () =>
      app({
        resources: [
          resource(
            '<!doctype html><html lang="en"><head><title>Weather</title><script type="module" src="http://127.0.0.1:9/weather/assets/index.js"></script></head><body><div id="root"></div></body></html>',
            { _meta: { ui: { csp: { resourceDomains: ['http://127.0.0.1:9'] } } } },
          ),
        ],
      }),
  },
  {
    name: 'u3-process-env',
    report: 'vitejs/vite (process is not defined in library builds)',
    cause: 'The bundle reads `process.env`, which browsers do not have.',
    names: [/process/],
    app: () =>
      withPage({
        body: '<div id="root"></div>',
        script: `
const API = process.env.WEATHER_API ?? 'https://api.weather.example'
document.querySelector('#root').innerHTML = '<output data-api="' + API + '">Waiting</output>'
${HANDSHAKE}${START}`,
      }),
  },
  {
    name: 'u3-openai-call-tool',
    report: 'apify/apify-mcp-server#537',
    cause: 'A button calls `window.openai.callTool`, which only ChatGPT has.',
    names: [/openai/],
    app: () =>
      withPage(
        withButton('Refresh', `const answer = await window.openai.callTool('weather', { city: 'Oslo' })\n  show(dataOf(answer))`),
      ),
  },
  {
    name: 'u3-read-missing-resource',
    report: 'basementstudio/xmcp#565',
    cause: 'On the result the View reads ui://weather/icons.json, which the server does not have, and shows nothing.',
    names: [/ui:\/\/weather\/icons\.json/],
    app: () =>
      withPage({
        body: '<output></output>',
        script: onResult(`if (data.method === 'ui/notifications/tool-result')
    request('resources/read', { uri: 'ui://weather/icons.json' }).then(() => show(dataOf(data.params))).catch(() => {})`),
      }),
  },
  {
    name: 'u3-wrong-nesting',
    report: 'assistant-ui/assistant-ui#5086',
    cause: 'The View reads `params.result.structuredContent`; the notification has `params.structuredContent`.',
    names: [/Cannot read properties of undefined/, /structuredContent/],
    app: () =>
      withPage({
        script: onResult(`if (data.method === 'ui/notifications/tool-result') show(data.params.result.structuredContent)`),
      }),
  },
  {
    name: 'u3-input-nesting',
    report: 'modelcontextprotocol/ext-apps, specification, tool-input',
    cause: 'The View reads `params.city` of the input; the arguments are in `params.arguments`.',
    names: [/undefined/],
    app: () =>
      withPage({
        body: '<h1></h1><output>Waiting</output>',
        script:
          onResult(`if (data.method === 'ui/notifications/tool-input') document.querySelector('h1').textContent = 'Weather in ' + data.params.city
  else if (data.method === 'ui/notifications/tool-result') show(dataOf(data.params))`),
      }),
  },
  {
    name: 'u3-size-flood',
    report: 'MCPJam/inspector#1074',
    cause: 'The View reports its size without a pause.',
    names: [/size|messages/i, /more than|too many|flood|stop|loop/i],
    app: () =>
      withPage({
        script: `${HANDSHAKE}${START}
setInterval(() => { for (let i = 0; i < 20000; i++) send({ method: 'ui/notifications/size-changed', params: { height: 200 + (i % 2) } }) }, 0)`,
      }),
  },
  {
    name: 'u3-parent-theme',
    report: 'aaif-goose/goose (theme of the page)',
    cause: 'The View reads the theme from the page around it, which throws.',
    names: [/parent/],
    app: () =>
      withPage({
        script: `
const theme = window.parent.document.documentElement.dataset.theme
document.documentElement.dataset.theme = theme
${HANDSHAKE}${START}`,
      }),
  },
  {
    name: 'u3-share',
    report: 'w3c/web-share (permissions policy)',
    cause: 'A button uses `navigator.share`, which frames do not have or may not use.',
    names: [/share/],
    app: () =>
      withPage(withButton('Share', `navigator.share({ title: 'Weather', text: document.querySelector('output').textContent })`)),
  },
  {
    name: 'u3-plain-link',
    report: 'anthropics/claude-ai-mcp (links do nothing)',
    cause: 'A link opens a page in a new tab, which the sandbox blocks; hosts offer `ui/open-link`.',
    names: [/ui\/open-link|openLink|open the link/i],
    app: () => withPage({ body: '<output>Waiting</output> <a href="https://weather.example/rome" target="_blank">Details</a>' }),
  },
  {
    name: 'u3-arguments-text',
    report: 'bytedance/deer-flow (arguments as a JSON string)',
    cause: 'A button calls a tool with its arguments as JSON text; they have to be an object.',
    names: [/arguments/, /object/],
    app: () =>
      withPage(
        withButton(
          'Refresh',
          `request('tools/call', { name: 'weather', arguments: JSON.stringify({ city: 'Oslo' }) }).then((r) => show(dataOf(r)), () => {})`,
        ),
        undefined,
        { tools: [tool({ annotations: { readOnlyHint: true } })] },
      ),
  },
  {
    name: 'u3-dark-on-white',
    report: 'openai/openai-apps-sdk-examples (dark mode)',
    cause: 'The background is white in both themes, and the text follows the theme: white on white in a dark host.',
    names: [/dark/i, /contrast|colou?r|background/i],
    app: () => withPage({ style: 'body { background: #fff }' }),
  },
  {
    name: 'u3-wide-table',
    report: 'modelcontextprotocol/ext-apps (narrow hosts)',
    cause: 'A table of 900 px does not fit into a narrow host.',
    names: [/360|overflow|wider/i],
    app: () => withPage({ body: '<output>Waiting</output><table style="width:900px"><tr><td>Mon</td><td>Tue</td></tr></table>' }),
  },
  {
    name: 'u3-ack-of-mcp-ui',
    report: 'MCP-UI-Org/mcp-ui#100',
    cause: 'The View renders when the host acknowledges its message with `ui-message-response`, which only MCP-UI hosts send.',
    names: [/ui-message-response|mcp-ui/i],
    app: () =>
      withPage({
        body: '<output></output>',
        script: `${onResult('if (false) {}')}
addEventListener('message', ({ data }) => {
  if (data.type === 'ui-message-response') document.querySelector('output').textContent = data.payload.response.city
})
parent.postMessage({ type: 'tool', messageId: 'a1', payload: { toolName: 'weather', params: { city: 'Rome' } } }, '*')`,
      }),
  },
  {
    name: 'u3-sdk-late-handler',
    report: 'openai/openai-apps-sdk-examples#239',
    cause:
      'With the official SDK, `ontoolresult` is set after a dynamic import that takes a while, when the result has been delivered.',
    names: [/(after|before).{0,60}connect|late/i],
    app: async () =>
      withPage({
        script: await officialScript(`
import { App } from '@modelcontextprotocol/ext-apps'
const app = new App({ name: 'weather', version: '1.0.0' }, {})
app.connect().then(() => new Promise((resolve) => setTimeout(resolve, 600))).then(() => {
  app.ontoolresult = ({ structuredContent }) => {
    document.querySelector('output').textContent = structuredContent.city + ': ' + structuredContent.celsius
  }
})`),
      }),
  },
  {
    name: 'u3-content-strings',
    report: 'radareorg/radare2-mcp#26',
    cause: '`content` is an array of strings; it has to be an array of content blocks.',
    names: [/content/, /string|block|type/i, /array|object|block/i],
    app: () => app({ call: () => ({ ...result(), content: ['Rome: 21 °C'] }) }),
  },
]
