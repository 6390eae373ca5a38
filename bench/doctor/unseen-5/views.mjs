// Views of public reports and of sections of the specification, committed before the doctor was run on them. Each has one root
// cause. `names` judges: one finding has to match all of them.
import { app, HANDSHAKE, page, resource, START, tool } from '../app-parts.mjs'
import { officialScript } from '../official-script.mjs'

/** @param {Parameters<typeof page>[0]} parts @param {Parameters<typeof resource>[1]} [content] @param {Partial<import('../app-parts.mjs').CaseApp>} [more] */
const withPage = (parts, content, more) => app({ resources: [resource(page(parts), content)], ...more })

const READ_ONLY = { tools: [tool({ annotations: { readOnlyHint: true } })] }

/** @param {string} label @param {string} action @param {string} [before] */
const withButton = (label, action, before = '') => ({
  body: `<output>Waiting</output><button type="button">${label}</button>`,
  script: `${HANDSHAKE}${START}
${before}
document.querySelector('button').addEventListener('click', async () => {
  ${action}
})`,
})

/** @param {string} from @param {string} to */
const changed = (from, to) => {
  if (!HANDSHAKE.includes(from)) throw new Error(`Not in the script: ${from}`)
  return HANDSHAKE.replace(from, () => to)
}

/** The handshake, with `ready(result)` in place of what follows its response. @param {string} ready */
const startThen = (ready) => `
request('ui/initialize', {
  protocolVersion: '2026-01-26',
  appInfo: { name: 'weather', version: '1.0.0' },
  appCapabilities: {},
}).then((result) => {
  ${ready}
  send({ method: 'ui/notifications/initialized', params: {} })
})`

/** @type {import('../unseen-sets.mjs').UnseenCase[]} */
export const broken = [
  {
    name: 'u5-reactive-arguments',
    report: 'Nosdesk/Nosdesk#134; vuejs/core#1970',
    cause: 'A button posts a reactive proxy as the arguments of a call, which `postMessage` cannot clone.',
    names: [/DataCloneError|could not be cloned/i, /prox(y|ies)|plain|clone/i],
    app: () =>
      withPage(
        withButton(
          'Refresh',
          "const result = await request('tools/call', { name: 'weather', arguments: state })\n  show(dataOf(result))",
          "const state = new Proxy({ city: 'Rome' }, { get: (target, key) => target[key] })",
        ),
        undefined,
        READ_ONLY,
      ),
  },
  {
    name: 'u5-partial-input-only',
    report: 'Boise-State-Development/agentcore-public-stack#417',
    cause: 'The View draws only what comes with `ui/notifications/tool-input-partial`, which hosts need not send.',
    names: [/tool-input-partial/],
    app: () =>
      withPage({
        body: '<output></output>',
        script: `${changed(
          "if (data.method === 'ui/notifications/tool-result') show(dataOf(data.params))",
          "if (data.method === 'ui/notifications/tool-input-partial') show({ city: data.params.arguments.city, celsius: 21 })",
        )}${START}`,
      }),
  },
  {
    name: 'u5-font-in-data-url',
    report: 'anthropics/claude-ai-mcp#375',
    cause: 'The icons are a font in a `data:` URL, which `font-src` of hosts refuses.',
    names: [/font/i, /data:/],
    app: () =>
      withPage({
        style:
          "@font-face { font-family: Icons; src: url(data:font/woff2;base64,d09GMgABAAAAAADcAAwAAAAAAYAAAACOAAEAAAAA) format('woff2') } .icon { font-family: Icons }",
        body: '<output>Waiting</output><span class="icon">&#xe001;</span>',
      }),
  },
  {
    name: 'u5-teardown-ignored',
    report: 'modelcontextprotocol/ext-apps, specification, ui/resource-teardown: the View must respond',
    cause: 'The View never responds to `ui/resource-teardown`, so hosts wait for it when they close it.',
    names: [/resource-teardown/],
    app: () =>
      withPage({
        script: `${changed("data.method === 'ui/resource-teardown' || ", '').replace(
          'else if (data.id !== undefined)',
          "else if (data.id !== undefined && data.method !== 'ui/resource-teardown')",
        )}${START}`,
      }),
  },
  {
    name: 'u5-context-user',
    report: 'modelcontextprotocol/ext-apps, specification, hostContext: every field is optional',
    cause: 'The View reads `hostContext.user.locale`, which the protocol does not have; the exception ends the handshake.',
    names: [/locale/, /undefined|TypeError/, /hostContext|ui\/initialize|handshake|initialized/],
    app: () =>
      withPage({
        body: '<output></output>',
        script: `${HANDSHAKE}${startThen('document.documentElement.lang = result.hostContext.user.locale')}`,
      }),
  },
  {
    name: 'u5-two-handshakes',
    report: 'modelcontextprotocol/ext-apps (effects that run twice in strict mode)',
    cause: 'The View sends `ui/initialize` twice, from two instances of its app in one frame.',
    names: [/ui\/initialize|handshake/, /twice|two|second|again|more than once|2 times/i],
    app: async () =>
      withPage({
        script: await officialScript(`
import { App } from '@modelcontextprotocol/ext-apps'
const output = document.querySelector('output')
function effect() {
  const app = new App({ name: 'weather', version: '1.0.0' }, {})
  app.ontoolresult = ({ structuredContent, isError }) => {
    output.textContent = isError || !structuredContent ? 'No data' : structuredContent.city + ': ' + structuredContent.celsius + ' °C'
  }
  app.ontoolcancelled = () => { output.textContent = 'Cancelled' }
  app.connect()
}
effect()
effect()`),
      }),
  },
  {
    name: 'u5-base-elsewhere',
    report: 'modelcontextprotocol/ext-apps, specification, csp.baseUriDomains',
    cause: 'The document has `<base href="https://app.example.org/">`, and `baseUriDomains` does not allow it.',
    names: [/<base|base-uri|base href/i, /baseUriDomains/],
    app: () =>
      withPage(
        { head: '<base href="https://app.example.org/">', body: '<output>Waiting</output><img alt="Sun" src="icons/sun.png">' },
        { _meta: { ui: { csp: { resourceDomains: ['https://app.example.org'] } } } },
      ),
  },
  {
    name: 'u5-request-fullscreen',
    report: 'modelcontextprotocol/ext-apps, specification, display modes',
    cause: 'A button calls `requestFullscreen()`, which the frame may not; hosts offer `ui/request-display-mode`.',
    names: [/requestFullscreen|fullscreen/, /ui\/request-display-mode|requestDisplayMode/],
    app: () => withPage(withButton('Full screen', 'await document.documentElement.requestFullscreen()')),
  },
  {
    name: 'u5-print',
    report: 'HTML standard, sandboxed modals flag (window.print)',
    cause: 'A button calls `print()`, which sandboxed frames without `allow-modals` ignore.',
    names: [/print/, /allow-modals|sandbox|ignore/i],
    app: () => withPage(withButton('Print', 'window.print()')),
  },
  {
    name: 'u5-log-level',
    report: 'modelcontextprotocol specification, logging levels',
    cause: 'The View logs with the level `warn`; the protocol has `warning`.',
    names: [/notifications\/message|level/, /warning/],
    app: () =>
      withPage({
        script: `${HANDSHAKE}${startThen(
          "send({ method: 'notifications/message', params: { level: 'warn', logger: 'weather', data: 'No units' } })",
        )}`,
      }),
  },
  {
    name: 'u5-lazy-chunk',
    report: 'vitejs/vite (chunks that a single-file build leaves out)',
    cause: 'The chart is a lazy chunk, `./assets/chart-9c1d.js`, which no host serves.',
    names: [/chart-9c1d\.js/, /import|relative|inline|chunk/i],
    app: () =>
      withPage({
        script: `${changed(
          "document.querySelector('output').textContent = data ? data.city + ': ' + data.celsius + ' °C' : 'No data'",
          "import('./assets/chart-9c1d.js').then(({ draw }) => draw(document.querySelector('output'), data))",
        )}${START}`,
      }),
  },
  {
    name: 'u5-id-null',
    report: 'modelcontextprotocol specification, requests: the id must not be null',
    cause: 'The View sends its requests with the id `null`.',
    names: [/\bid\b/, /null/],
    app: () =>
      withPage({
        body: '<output></output>',
        script: `${changed('send({ id: next++, method, params })', 'send({ id: null, method, params })')}${START}`,
      }),
  },
  {
    name: 'u5-posts-to-itself',
    report: 'openai/openai-apps-sdk-examples (postMessage to the own window)',
    cause: 'The View posts its messages to its own window; the host is `window.parent`.',
    names: [/parent/, /own window|itself|window\.postMessage|to self|self\./i],
    app: () =>
      withPage({
        body: '<output></output>',
        script: `${changed("parent.postMessage({ jsonrpc: '2.0', ...message }, '*')", "window.postMessage({ jsonrpc: '2.0', ...message }, '*')")}${START}`,
      }),
  },
  {
    name: 'u5-batch',
    report: 'modelcontextprotocol specification, changes of 2025-06-18: no batches',
    cause: 'The View posts its messages as arrays (JSON-RPC batches), which the protocol does not have.',
    names: [/batch|array/i],
    app: () =>
      withPage({
        body: '<output></output>',
        script: `${changed("parent.postMessage({ jsonrpc: '2.0', ...message }, '*')", "parent.postMessage([{ jsonrpc: '2.0', ...message }], '*')")}${START}`,
      }),
  },
  {
    name: 'u5-analytics-needed',
    report: 'pvliesdonk/markdown-vault-mcp#1181 (external scripts without resourceDomains)',
    cause: 'The View calls `gtag()` at its start; the script that defines it is from an undeclared origin and was blocked.',
    names: [/googletagmanager\.com/, /resourceDomains/],
    app: () =>
      withPage({
        head: '<script src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>',
        script: `gtag('event', 'view')\n${HANDSHAKE}${START}`,
      }),
  },
  {
    name: 'u5-react-object-child',
    report: 'react.dev, errors/31',
    cause: 'The React component renders `celsius`, which is an object in the result, so React throws its error 31.',
    names: [/error #?31|not valid as a React child/i, /object/i],
    app: async () =>
      withPage(
        {
          body: '<div id="root"></div>',
          script: await officialScript(
            `
import { createRoot } from 'react-dom/client'
import { useState } from 'react'
import { useApp } from '@modelcontextprotocol/ext-apps/react'
function Weather() {
  const [data, setData] = useState()
  useApp({
    appInfo: { name: 'weather', version: '1.0.0' },
    capabilities: {},
    onAppCreated: (app) => {
      app.ontoolresult = ({ structuredContent }) => setData(structuredContent)
      app.ontoolcancelled = () => setData({ city: 'Cancelled' })
    },
  })
  return <p>{data ? <span>{data.city}: {data.celsius}</span> : 'Waiting'}</p>
}
createRoot(document.getElementById('root')).render(<Weather />)`,
            'jsx',
          ),
        },
        undefined,
        {
          call: () => ({
            content: [{ type: 'text', text: 'Rome: 21 °C' }],
            structuredContent: { city: 'Rome', celsius: { value: 21, unit: 'C' } },
          }),
        },
      ),
  },
  {
    name: 'u5-render-loop',
    report: 'react.dev, errors/301',
    cause: 'The React component sets its state while it renders, so React stops it: too many renders.',
    names: [/error #?301|too many re-renders|infinite loop/i, /state|render/i],
    app: async () =>
      withPage({
        body: '<div id="root"></div>',
        script: await officialScript(
          `
import { createRoot } from 'react-dom/client'
import { useState } from 'react'
import { useApp } from '@modelcontextprotocol/ext-apps/react'
function Weather() {
  const [data, setData] = useState()
  const [count, setCount] = useState(0)
  useApp({
    appInfo: { name: 'weather', version: '1.0.0' },
    capabilities: {},
    onAppCreated: (app) => {
      app.ontoolresult = ({ structuredContent }) => setData(structuredContent)
      app.ontoolcancelled = () => setData({ city: 'Cancelled' })
    },
  })
  if (data) setCount(count + 1)
  return <p>{data ? data.city + ': ' + data.celsius + ' (' + count + ')' : 'Waiting'}</p>
}
createRoot(document.getElementById('root')).render(<Weather />)`,
          'jsx',
        ),
      }),
  },
]
