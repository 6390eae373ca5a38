// Apps with nothing wrong, written before their author had read the checks: every error or warning in them is a false alarm.
import { app, HANDSHAKE, page, resource, result, START, tool } from '../app-parts.mjs'
import { officialScript } from '../official-script.mjs'

/** @param {Parameters<typeof page>[0]} parts @param {Partial<import('../app-parts.mjs').CaseApp>} [more] */
const withPage = (parts, more) => app({ resources: [resource(page(parts))], ...more })

const READ_ONLY = { readOnlyHint: true }
const NOW = {
  name: 'weather-now',
  description: 'Reads the current weather.',
  inputSchema: { type: 'object', properties: {} },
  annotations: READ_ONLY,
  _meta: { ui: { visibility: ['app'] } },
}
const OUTPUT = {
  type: 'object',
  properties: { city: { type: 'string' }, celsius: { type: 'number' } },
  required: ['city', 'celsius'],
}

/** @type {import('../unseen-sets.mjs').UnseenGood[]} */
export const good = [
  {
    name: 'u1-good-clock',
    app: () =>
      withPage({
        body: '<output>Waiting</output><p><time></time></p>',
        script: `${HANDSHAKE}${START}
const tick = () => { document.querySelector('time').textContent = new Date().toLocaleTimeString() }
tick()
setInterval(tick, 100)`,
      }),
  },
  {
    name: 'u1-good-animation',
    app: () =>
      withPage({
        body: '<output>Waiting</output><canvas width="200" height="40"></canvas>',
        script: `${HANDSHAKE}${START}
const pen = document.querySelector('canvas').getContext('2d')
let x = 0
const draw = () => {
  pen.clearRect(0, 0, 200, 40)
  pen.fillStyle = 'royalblue'
  pen.fillRect(x++ % 200, 10, 20, 20)
  requestAnimationFrame(draw)
}
draw()`,
      }),
  },
  {
    name: 'u1-good-random',
    app: () =>
      withPage({
        body: '<output>Waiting</output><p id="tip"></p>',
        script: `${HANDSHAKE}${START}
const TIPS = ['Take a coat.', 'Take an umbrella.', 'Stay inside.', 'Open a window.']
setInterval(() => { document.querySelector('#tip').textContent = TIPS[Math.floor(Math.random() * TIPS.length)] + ' ' + Math.random() }, 150)`,
      }),
  },
  {
    name: 'u1-good-literals',
    app: () =>
      withPage({
        script: `
const GLOBS = ['src/**/*.ts', '/*']
const TEXT = "localStorage.getItem('x'); document.cookie; location.search; new Worker('a.js'); eval('1')" // not code
let unit = 'C'
try { unit = localStorage.getItem('unit') ?? 'C' } catch {}
document.documentElement.dataset.unit = unit + GLOBS.length + TEXT.length + '*/'.length
${HANDSHAKE}${START}`,
      }),
  },
  {
    name: 'u1-good-buttons',
    app: async () =>
      withPage(
        {
          body: '<output>Waiting</output><button id="now" type="button">Refresh</button><button id="ask" type="button">And tomorrow?</button>',
          script: await officialScript(`
import { App } from '@modelcontextprotocol/ext-apps'
const out = document.querySelector('output')
const app = new App({ name: 'weather', version: '1.0.0' }, {})
const show = ({ isError, structuredContent }) => {
  out.textContent = isError ? 'The weather is not available.' : structuredContent.city + ': ' + structuredContent.celsius + ' °C'
}
app.ontoolresult = show
app.ontoolcancelled = () => { out.textContent = 'Cancelled' }
app.onteardown = async () => ({})
document.querySelector('#now').onclick = () =>
  app.callServerTool({ name: 'weather-now', arguments: {} }).then(show, (error) => { out.textContent = error.message })
document.querySelector('#ask').onclick = () =>
  app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'And tomorrow?' }] }).catch((error) => { out.textContent = error.message })
app.connect()`),
        },
        { tools: [tool({ annotations: READ_ONLY }), NOW] },
      ),
  },
  {
    name: 'u1-good-calls-at-start',
    app: () =>
      withPage(
        {
          script:
            HANDSHAKE.replace(
              `if (data.method === 'ui/notifications/tool-result') show(dataOf(data.params))`,
              `if (data.method === 'ui/notifications/tool-result') {
    show(dataOf(data.params))
    request('tools/call', { name: 'weather-now', arguments: {} }).then((r) => show(dataOf(r)), () => {})
  }`,
            ) + START,
        },
        { tools: [tool({ annotations: READ_ONLY }), NOW] },
      ),
  },
  {
    name: 'u1-good-hash-router',
    app: () =>
      withPage({
        body: '<output>Waiting</output><nav><a href="#/details">Details</a></nav><section></section>',
        script: `${HANDSHAKE}${START}
const routes = { '': 'Overview', '#/details': 'Details' }
const route = () => { document.querySelector('section').textContent = routes[location.hash] ?? 'Overview' }
addEventListener('hashchange', route)
route()`,
      }),
  },
  {
    name: 'u1-good-output-schema',
    transport: 'http',
    app: () =>
      app({
        tools: [tool({ outputSchema: OUTPUT, annotations: READ_ONLY })],
        call: () => ({ ...result(), _meta: { cached: false } }),
      }),
  },
  {
    name: 'u1-good-pages',
    app: () =>
      app({
        pages: { 'tools/list': 1 },
        tools: [{ ...NOW, _meta: undefined }, tool({ annotations: READ_ONLY })],
      }),
  },
]
