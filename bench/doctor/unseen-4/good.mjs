// Apps with nothing wrong: every error or warning in them is a false alarm. Committed before the doctor was run on them.
import { app, HANDSHAKE, page, resource, result, START, tool, URI } from '../app-parts.mjs'
import { officialScript } from '../official-script.mjs'

/** @param {Parameters<typeof page>[0]} parts @param {Parameters<typeof resource>[1]} [content] */
const withPage = (parts, content) => app({ resources: [resource(page(parts), content)] })

/** @type {import('../unseen-sets.mjs').UnseenGood[]} */
export const good = [
  {
    name: 'u4-good-stopwatch',
    app: () =>
      withPage({
        body: '<output>Waiting</output><p id="watch">0.0</p><button type="button">Stop</button>',
        script: `${HANDSHAKE}${START}
const begin = performance.now()
let isRunning = true
const tick = () => {
  if (isRunning) document.querySelector('#watch').textContent = ((performance.now() - begin) / 1000).toFixed(1)
  requestAnimationFrame(tick)
}
tick()
document.querySelector('button').addEventListener('click', () => { isRunning = false })`,
      }),
  },
  {
    name: 'u4-good-own-policy',
    app: () =>
      withPage({
        head: `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">`,
      }),
  },
  {
    name: 'u4-good-svg-chart',
    app: () =>
      withPage({
        body: '<output>Waiting</output><svg role="img" aria-label="Temperatures" viewBox="0 0 100 40" width="300" height="120"><polyline points="0,30 25,10 50,20 75,5 100,15" fill="none" stroke="currentColor"/></svg>',
      }),
  },
  {
    name: 'u4-good-sdk-refresh',
    app: async () =>
      withPage({
        body: '<output>Waiting</output><button type="button">Refresh</button>',
        script: await officialScript(`
import { App } from '@modelcontextprotocol/ext-apps'
const app = new App({ name: 'weather', version: '1.0.0' }, {})
const output = document.querySelector('output')
const show = ({ structuredContent, isError }) => {
  output.textContent = isError || !structuredContent ? 'No data' : structuredContent.city + ': ' + structuredContent.celsius + ' °C'
}
app.ontoolresult = show
app.ontoolcancelled = () => { output.textContent = 'Cancelled' }
document.querySelector('button').addEventListener('click', async () => {
  show(await app.callServerTool({ name: 'weather', arguments: { city: 'Rome' } }))
})
app.connect()`),
      }),
  },
  {
    name: 'u4-good-slow-poll',
    app: () =>
      withPage({
        script: `${HANDSHAKE}${START}
setInterval(() => request('tools/call', { name: 'weather', arguments: { city: 'Rome' } }).then((result) => show(dataOf(result)), () => {}), 30000)`,
      }),
  },
  {
    name: 'u4-good-template-syntax',
    app: () =>
      withPage({
        body: '<output>Waiting</output><p>In our templates, <code>{{ city }}</code> stands for the city.</p>',
      }),
  },
  {
    name: 'u4-good-json-script',
    app: () =>
      withPage({
        head: '<script type="application/json" id="units">{ "celsius": "°C" }</script>',
        script: `${HANDSHAKE.replace("' °C'", "JSON.parse(document.querySelector('#units').textContent).celsius")}${START}`,
      }),
  },
  {
    name: 'u4-good-hidden-panel',
    app: () =>
      withPage({
        style: '.panel { visibility: hidden } .panel.is-open { visibility: visible }',
        body: '<output>Waiting</output><button type="button" aria-expanded="false">Details</button><p class="panel">Wind from the west.</p>',
        script: `${HANDSHAKE}${START}
const button = document.querySelector('button')
button.addEventListener('click', () => {
  const isOpen = document.querySelector('.panel').classList.toggle('is-open')
  button.setAttribute('aria-expanded', String(isOpen))
})`,
      }),
  },
  {
    name: 'u4-good-declared-all',
    app: () =>
      withPage(
        { body: '<output>Waiting</output>' },
        {
          _meta: {
            ui: {
              csp: { connectDomains: ['https://api.example.org'], resourceDomains: ['https://*.example.org'], frameDomains: [] },
              permissions: { clipboardWrite: {} },
              prefersBorder: true,
            },
          },
        },
      ),
  },
  {
    name: 'u4-good-null-handled',
    app: () => ({
      ...withPage({
        script: `${HANDSHAKE.replace(
          "data.city + ': ' + data.celsius + ' °C'",
          "data.city + ': ' + (data.celsius?.toFixed(1) ?? 'unknown')",
        )}${START}`,
      }),
      call: () => ({ ...result(), structuredContent: { city: 'Rome', celsius: null } }),
    }),
  },
  {
    name: 'u4-good-both-templates',
    transport: 'http',
    app: () =>
      app({ tools: [tool({ _meta: { ui: { resourceUri: URI }, 'ui/resourceUri': URI, 'openai/outputTemplate': URI } })] }),
  },
]
