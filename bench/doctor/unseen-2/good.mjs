// Apps with nothing wrong, written before their author had read the checks: every error or warning in them is a false alarm.
import { app, HANDSHAKE, page, resource, START, tool } from '../app-parts.mjs'
import { officialScript } from '../official-script.mjs'

/** @param {Parameters<typeof page>[0]} parts @param {Partial<import('../app-parts.mjs').CaseApp>} [more] @param {Parameters<typeof resource>[1]} [content] */
const withPage = (parts, more, content) => app({ resources: [resource(page(parts), content)], ...more })

/** @type {import('../unseen-sets.mjs').UnseenGood[]} */
export const good = [
  {
    name: 'u2-good-seconds',
    app: () =>
      withPage({
        body: '<output>Waiting</output><p>Updated <span id="ago">0</span> s ago</p>',
        script: `${HANDSHAKE}${START}
const start = performance.now()
setInterval(() => { document.querySelector('#ago').textContent = ((performance.now() - start) / 1000).toFixed(1) }, 200)`,
      }),
  },
  {
    name: 'u2-good-css-animation',
    app: () =>
      withPage({
        style:
          '@keyframes spin { to { transform: rotate(360deg) } } .sun { width: 40px; height: 40px; background: gold; animation: spin 1s linear infinite }',
        body: '<output>Waiting</output><div class="sun"></div>',
      }),
  },
  {
    name: 'u2-good-random-colours',
    app: () =>
      withPage({
        body: '<output>Waiting</output><svg viewBox="0 0 100 20" width="300" height="60" role="img" aria-label="Sparkline"></svg>',
        script: `${HANDSHAKE}${START}
const draw = () => {
  const bars = Array.from({ length: 10 }, (_, i) => '<rect x="' + i * 10 + '" y="0" width="8" height="' + (5 + Math.random() * 15) + '" fill="hsl(' + Math.random() * 360 + ' 70% 40%)"/>')
  document.querySelector('svg').innerHTML = bars.join('')
}
draw()
setInterval(draw, 250)`,
      }),
  },
  {
    name: 'u2-good-dark',
    app: () =>
      withPage({
        style: ':root { color-scheme: dark } body { background: #101418; color: #e8eef2 } output { font-weight: 600 }',
      }),
  },
  {
    name: 'u2-good-after-click',
    app: () =>
      withPage({
        body: '<button type="button">Show the weather</button><output hidden></output>',
        script: `${HANDSHAKE}${START}
document.querySelector('button').addEventListener('click', ({ target }) => {
  document.querySelector('output').hidden = false
  target.hidden = true
  send({ method: 'ui/notifications/size-changed', params: { width: 320, height: document.body.offsetHeight } })
})`,
      }),
  },
  {
    name: 'u2-good-form',
    app: async () =>
      withPage(
        {
          body: '<form><label>City <input name="city" required></label> <button>Search</button></form><output>Waiting</output>',
          script: await officialScript(`
import { App } from '@modelcontextprotocol/ext-apps'
const out = document.querySelector('output')
const app = new App({ name: 'weather', version: '1.0.0' }, {})
const show = ({ isError, structuredContent }) => {
  out.textContent = isError || !structuredContent ? 'The weather is not available.' : structuredContent.city + ': ' + structuredContent.celsius + ' °C'
}
app.ontoolresult = show
app.ontoolcancelled = () => { out.textContent = 'Cancelled' }
app.onteardown = async () => ({})
document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  const city = new FormData(event.target).get('city')
  try { show(await app.callServerTool({ name: 'weather', arguments: { city } })) } catch (error) { out.textContent = error.message }
})
app.connect().catch((error) => { out.textContent = error.message })`),
        },
        { tools: [tool({ annotations: { readOnlyHint: true } })] },
      ),
  },
  {
    name: 'u2-good-react',
    app: async () =>
      withPage({
        body: '<div id="root"></div>',
        script: await officialScript(
          `
import { createRoot } from 'react-dom/client'
import { useState, useEffect } from 'react'
import { useApp } from '@modelcontextprotocol/ext-apps/react'
function Weather() {
  const [data, setData] = useState()
  const [note, setNote] = useState('Waiting')
  const { error } = useApp({
    appInfo: { name: 'weather', version: '1.0.0' },
    capabilities: {},
    onAppCreated: (app) => {
      app.ontoolresult = ({ isError, structuredContent }) => (isError ? setNote('The weather is not available.') : setData(structuredContent))
      app.ontoolcancelled = () => setNote('Cancelled')
      app.onteardown = async () => ({})
    },
  })
  const [time, setTime] = useState(() => new Date())
  useEffect(() => { const timer = setInterval(() => setTime(new Date()), 500); return () => clearInterval(timer) }, [])
  return <p>{error ? error.message : data ? data.city + ': ' + data.celsius + ' °C' : note} <time>{time.toLocaleTimeString()}</time></p>
}
createRoot(document.getElementById('root')).render(<Weather />)`,
          'jsx',
        ),
      }),
  },
  {
    name: 'u2-good-copy',
    app: () =>
      withPage(
        {
          body: '<output>Waiting</output><button type="button" id="copy">Copy</button><a href="https://weather.example/rome">Details</a>',
          script: `${HANDSHAKE}${START}
document.querySelector('#copy').addEventListener('click', () => navigator.clipboard.writeText(document.querySelector('output').textContent).catch(() => {}))
document.querySelector('a').addEventListener('click', (event) => {
  event.preventDefault()
  request('ui/open-link', { url: event.target.href }).catch(() => {})
})`,
        },
        undefined,
        { _meta: { ui: { permissions: { clipboardWrite: {} } } } },
      ),
  },
  {
    name: 'u2-good-slow-chart',
    app: () =>
      withPage({
        body: '<output>Waiting</output><canvas width="200" height="60"></canvas>',
        script: `${HANDSHAKE}${START}
const pen = document.querySelector('canvas').getContext('2d')
let bars = 0
const grow = () => { pen.fillStyle = 'seagreen'; pen.fillRect(bars * 10, 60 - bars * 3, 8, bars * 3); if (++bars < 20) setTimeout(grow, 120) }
grow()`,
      }),
  },
  {
    name: 'u2-good-fallbacks',
    transport: 'http',
    app: () =>
      withPage({
        body: '<output>Waiting</output>',
        script: `
const legacy = window.openai?.toolOutput
let unit = 'C'
try { unit = localStorage.getItem('unit') ?? 'C' } catch {}
const city = new URLSearchParams(location.search).get('city')
if (legacy || city) document.querySelector('output').textContent = (legacy?.city ?? city) + unit
${HANDSHAKE}${START}`,
      }),
  },
]
