// Views that hang, stay blank or cannot be used, written from the specification and public reports, before their author had read
// the checks. Each has one root cause. `names` judges: one finding has to match all of them.
import { app, HANDSHAKE, page, resource, START } from '../app-parts.mjs'

/** @param {Parameters<typeof page>[0]} parts @param {Parameters<typeof resource>[1]} [content] @param {Partial<import('../app-parts.mjs').CaseApp>} [more] */
const withPage = (parts, content, more) => app({ resources: [resource(page(parts), content)], ...more })

/** A handshake whose reaction to the result is replaced. @param {string} reaction */
const onResult = (reaction) =>
  HANDSHAKE.replace(`if (data.method === 'ui/notifications/tool-result') show(dataOf(data.params))`, reaction) + START

/** @param {string} label */
const button = (label) => `<output>Waiting</output><button type="button">${label}</button>`
/** @param {string} action */
const onClick = (action) => `${HANDSHAKE}${START}
document.querySelector('button').addEventListener('click', async () => {
  ${action}
})`

/** @type {import('../unseen-sets.mjs').UnseenCase[]} */
export const broken = [
  {
    name: 'u2-openai-globals',
    report: 'apify/apify-mcp-server#537',
    cause: 'The View reads `window.openai.toolOutput` only, which exists in ChatGPT alone.',
    names: [/window\.openai/],
    app: () =>
      withPage({
        body: '<div id="root"></div>',
        script: `
const render = () => {
  const data = window.openai?.toolOutput
  if (data) document.querySelector('#root').textContent = data.city + ': ' + data.celsius
}
addEventListener('openai:set_globals', render)
render()`,
      }),
  },
  {
    name: 'u2-client-info',
    report: 'qdonnars/ohmywind#78',
    cause: '`ui/initialize` is sent with `clientInfo`; the protocol requires `appInfo`.',
    names: [/appInfo/],
    app: () => withPage({ script: (HANDSHAKE + START).replace('appInfo:', 'clientInfo:') }),
  },
  {
    name: 'u2-plain-initialize',
    report: 'modelcontextprotocol/ext-apps#634',
    cause: 'The View sends `initialize` of MCP instead of `ui/initialize`.',
    names: [/(?<!ui\/)\binitialize\b/, /ui\/initialize/],
    app: () => withPage({ script: (HANDSHAKE + START).replace("'ui/initialize'", "'initialize'") }),
  },
  {
    name: 'u2-initialized-missing',
    report: 'anthropics/claude-ai-mcp#61',
    cause: 'The View never sends `ui/notifications/initialized`, so the host never sends the result.',
    names: [/ui\/notifications\/initialized/],
    app: () =>
      withPage({
        script: (HANDSHAKE + START).replace("send({ method: 'ui/notifications/initialized', params: {} })", 'undefined'),
      }),
  },
  {
    name: 'u2-reload-loop',
    report: 'MCPJam/inspector (widgets that reload for ever)',
    cause: 'The View reloads itself until a service worker controls it, which never happens in a frame of a host.',
    names: [/reload|navigat/i],
    app: () =>
      withPage({
        script: `
if (!window.__controlled) setTimeout(() => location.reload(), 50)
else { ${HANDSHAKE}${START} }`,
      }),
  },
  {
    name: 'u2-navigates-away',
    report: 'aaif-goose/goose (links inside the frame)',
    cause: 'On the result the View sets `location.href` to a web page, which leaves the View.',
    names: [/navigat|location/i, /weather\.example/],
    app: () =>
      withPage({
        script: onResult(`if (data.method === 'ui/notifications/tool-result')
    location.href = 'https://weather.example/city/' + dataOf(data.params).city`),
      }),
  },
  {
    name: 'u2-microtask-loop',
    report: 'specification, lifecycle; long tasks',
    cause: 'The View polls for a flag in microtasks before its handshake, so the event loop never turns.',
    names: [/hang|hung|unresponsive|not respond|main thread|never return|froze|block/i],
    app: () =>
      withPage({
        script: `${HANDSHAKE}
let ready = false
setTimeout(() => { ready = true }, 10)
const wait = () => (ready ? undefined : Promise.resolve().then(wait))
Promise.resolve().then(wait).then(() => {${START}
})`,
      }),
  },
  {
    name: 'u2-history-url',
    report: 'vercel/next.js (history in srcdoc frames)',
    cause: 'The router calls `history.replaceState` with a path, which throws in a frame without a URL of its own.',
    names: [/replaceState|history/],
    app: () =>
      withPage({
        body: '<div id="app"></div>',
        script: `
const go = (path) => { history.replaceState({ path }, '', 'https://app.weather.example' + path); document.querySelector('#app').innerHTML = '<output>Waiting</output>' }
go('/today')
${HANDSHAKE}${START}`,
      }),
  },
  {
    name: 'u2-indexeddb',
    report: 'openai/openai-apps-sdk-examples (storage in the sandbox)',
    cause: 'The View waits for IndexedDB, which throws in frames with an opaque origin.',
    names: [/indexedDB/i],
    app: () =>
      withPage({
        script: `${HANDSHAKE}
const open = indexedDB.open('weather', 1)
open.onsuccess = () => {${START}
}`,
      }),
  },
  {
    name: 'u2-service-worker',
    report: 'WICG (service workers in sandboxed frames)',
    cause: 'The View starts after it has registered a service worker, which fails in the sandbox.',
    names: [/service ?worker/i],
    app: () =>
      withPage({
        script: `${HANDSHAKE}
navigator.serviceWorker.register('/sw.js').then(() => {${START}
}).catch(() => {})`,
      }),
  },
  {
    name: 'u2-clipboard',
    report: 'openai/openai-apps-sdk-examples#236',
    cause: 'A button writes to the clipboard; the resource does not ask for `clipboardWrite`.',
    names: [/clipboard/i, /clipboardWrite/],
    app: () =>
      withPage({
        body: button('Copy'),
        script: onClick(`navigator.clipboard.writeText(document.querySelector('output').textContent).catch(() => {})`),
      }),
  },
  {
    name: 'u2-geolocation',
    report: 'specification, permissions',
    cause: 'A button asks for the position; the resource does not ask for `geolocation`.',
    names: [/geolocation/i, /permissions/],
    app: () =>
      withPage({
        body: button('Use my position'),
        script: onClick(
          `navigator.geolocation.getCurrentPosition(({ coords }) => show({ city: coords.latitude, celsius: 1 }), () => {})`,
        ),
      }),
  },
  {
    name: 'u2-download-blob',
    report: 'modelcontextprotocol/ext-apps (downloads from Views)',
    cause: 'A button downloads with `<a download>`, which sandboxed frames refuse; hosts offer `ui/download-file`.',
    names: [/download/i, /ui\/download-file|downloadFile/],
    app: () =>
      withPage({
        body: button('Save'),
        script: onClick(`const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([document.querySelector('output').textContent]))
  link.download = 'weather.txt'
  link.click()`),
      }),
  },
  {
    name: 'u2-window-open',
    report: 'MCP-UI-Org/mcp-ui (links)',
    cause: 'A button opens a page with `window.open`, which the sandbox blocks; hosts offer `ui/open-link`.',
    names: [/window\.open/, /ui\/open-link|openLink/],
    app: () => withPage({ body: button('Details'), script: onClick(`window.open('https://weather.example/rome', '_blank')`) }),
  },
  {
    name: 'u2-result-name',
    report: 'modelcontextprotocol/ext-apps, specification, notifications',
    cause: 'The View listens for `ui/notifications/toolResult`; the notification is `ui/notifications/tool-result`.',
    names: [/toolResult/, /ui\/notifications\/tool-result/],
    app: () =>
      withPage({ script: (HANDSHAKE + START).replace("'ui/notifications/tool-result'", "'ui/notifications/toolResult'") }),
  },
  {
    name: 'u2-call-tool-method',
    report: 'anthropics/claude-ai-mcp#61',
    cause: 'A button sends `ui/call-tool`; the method is `tools/call`.',
    names: [/ui\/call-tool/, /tools\/call/],
    app: () =>
      withPage({
        body: button('Refresh'),
        script: onClick(
          `request('ui/call-tool', { name: 'weather', arguments: { city: 'Oslo' } }).then((r) => show(dataOf(r)), () => {})`,
        ),
      }),
  },
  {
    name: 'u2-open-link-href',
    report: 'specification, ui/open-link: url',
    cause: 'A button sends `ui/open-link` with `href`; the parameter is `url`.',
    names: [/ui\/open-link/, /\burl\b/],
    app: () =>
      withPage({
        body: button('Details'),
        script: onClick(`request('ui/open-link', { href: 'https://weather.example/rome' }).catch(() => {})`),
      }),
  },
  {
    name: 'u2-display-mode',
    report: 'specification, ui/request-display-mode',
    cause: 'A button asks for the display mode `expanded`, which the protocol does not have.',
    names: [/display.?mode/i, /expanded/],
    app: () =>
      withPage({
        body: button('Bigger'),
        script: onClick(`request('ui/request-display-mode', { mode: 'expanded' }).catch(() => {})`),
      }),
  },
  {
    name: 'u2-context-string',
    report: 'specification, ui/update-model-context',
    cause: 'The View sends `ui/update-model-context` with a string as `content`; it has to be an array of content blocks.',
    names: [/ui\/update-model-context/, /content/, /array/i],
    app: () =>
      withPage({
        script: onResult(`if (data.method === 'ui/notifications/tool-result') {
    show(dataOf(data.params))
    request('ui/update-model-context', { content: 'The user looks at Rome.' }).catch(() => {})
  }`),
      }),
  },
  {
    name: 'u2-call-before-handshake',
    report: 'modelcontextprotocol/ext-apps#620',
    cause: 'The View calls a tool before the handshake; strict hosts refuse that and close the connection.',
    names: [/before/i, /initialize|handshake/i],
    app: () =>
      withPage({
        script: `${HANDSHAKE}
request('tools/call', { name: 'weather', arguments: { city: 'Rome' } }).then((r) => show(dataOf(r)), () => {})
${START}`,
      }),
  },
]
