// Apps with nothing wrong: every error or warning in them is a false alarm. Committed before the doctor was run on them.
import { app, HANDSHAKE, page, resource, result, START, tool } from '../app-parts.mjs'
import { officialScript } from '../official-script.mjs'

/** @param {Parameters<typeof page>[0]} parts @param {Parameters<typeof resource>[1]} [content] @param {Partial<import('../app-parts.mjs').CaseApp>} [more] */
const withPage = (parts, content, more) => app({ resources: [resource(page(parts), content)], ...more })

/** @type {import('../unseen-sets.mjs').UnseenGood[]} */
export const good = [
  {
    name: 'u5-good-strict-mode',
    app: async () =>
      withPage({
        body: '<div id="root"></div>',
        script: await officialScript(
          `
import { createRoot } from 'react-dom/client'
import { StrictMode, useState } from 'react'
import { useApp } from '@modelcontextprotocol/ext-apps/react'
function Weather() {
  const [text, setText] = useState('Waiting')
  useApp({
    appInfo: { name: 'weather', version: '1.0.0' },
    capabilities: {},
    onAppCreated: (app) => {
      app.ontoolresult = ({ isError, structuredContent: data }) => setText(isError || !data ? 'The weather is not available.' : data.city + ': ' + data.celsius + ' °C')
      app.ontoolcancelled = () => setText('Cancelled')
      app.onteardown = async () => ({})
    },
  })
  return <p>{text}</p>
}
createRoot(document.getElementById('root')).render(<StrictMode><Weather /></StrictMode>)`,
          'jsx',
        ),
      }),
  },
  {
    name: 'u5-good-canvas',
    app: () =>
      withPage({
        body: '<output>Waiting</output><canvas width="300" height="120" role="img" aria-label="Temperatures of the week"></canvas>',
        script: `${HANDSHAKE}
const context = document.querySelector('canvas').getContext('2d')
const draw = (hour) => { context.clearRect(0, 0, 300, 120); context.fillStyle = '#06c'; for (let day = 0; day < 7; day++) context.fillRect(10 + day * 40, 110 - 10 * (day + hour % 3), 24, 10 * (day + hour % 3)) }
draw(0)${START}`,
      }),
  },
  {
    name: 'u5-good-streams-input',
    app: () =>
      withPage({
        script: `${HANDSHAKE}${START}
addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.method !== 'ui/notifications/tool-input-partial') return
  document.querySelector('output').textContent = 'Looking up ' + (data.params.arguments?.city ?? 'a city')
})`,
      }),
  },
  {
    name: 'u5-good-dialog-element',
    app: () =>
      withPage({
        body: '<output>Waiting</output><button type="button">About</button><dialog><p>Data of yesterday.</p><form method="dialog"><button>Close</button></form></dialog>',
        script: `${HANDSHAKE}${START}
document.querySelector('button').addEventListener('click', () => document.querySelector('dialog').showModal())`,
      }),
  },
  {
    name: 'u5-good-pages-of-rows',
    app: () =>
      withPage({
        body: '<output>Waiting</output><ul></ul><button type="button">Next</button>',
        script: `${HANDSHAKE}${START}
let start = 0
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const list = () => document.querySelector('ul').replaceChildren(...days.slice(start, start + 2).map((day) => Object.assign(document.createElement('li'), { textContent: day })))
list()
document.querySelector('button').addEventListener('click', () => { start = (start + 2) % days.length; list() })`,
      }),
  },
  {
    name: 'u5-good-theme-variables',
    app: () =>
      withPage({
        style:
          'body { color: var(--color-text-primary, light-dark(#111, #eee)); background: var(--color-background-primary, light-dark(#fff, #111)) }',
        script: `${HANDSHAKE.replace(
          "else if (data.method === 'ui/notifications/tool-cancelled')",
          "else if (data.method === 'ui/notifications/host-context-changed') apply(data.params)\n  else if (data.method === 'ui/notifications/tool-cancelled')",
        )}
const apply = (context) => {
  if (context?.theme) document.documentElement.style.colorScheme = context.theme
  for (const [name, value] of Object.entries(context?.styles?.variables ?? {})) if (value) document.documentElement.style.setProperty(name, value)
}
${START.replace('}).then(() => send({', '}).then((result) => apply(result.hostContext) ?? send({')}`,
      }),
  },
  {
    name: 'u5-good-saves-state',
    app: () =>
      withPage({
        body: '<output>Waiting</output><label>Note <input name="note"></label>',
        script: `${HANDSHAKE}${START}
const input = document.querySelector('input')
try { input.value = localStorage.getItem('note') ?? '' } catch {}
input.addEventListener('change', () => {
  try { localStorage.setItem('note', input.value) } catch {}
  request('ui/update-model-context', { content: [{ type: 'text', text: 'The note of the user: ' + input.value }] }).catch(() => {})
})`,
      }),
  },
  {
    name: 'u5-good-stateless-http',
    transport: 'http',
    app: () =>
      withPage({}, undefined, {
        tools: [
          tool({ annotations: { readOnlyHint: true } }),
          { name: 'forecast', description: 'Gives a forecast in text.', inputSchema: { type: 'object', properties: {} } },
        ],
      }),
  },
  {
    name: 'u5-good-rich-result',
    app: () =>
      withPage({}, undefined, {
        call: () => ({
          ...result(),
          content: [
            { type: 'text', text: 'Rome: 21 °C', annotations: { audience: ['assistant'] } },
            { type: 'resource_link', uri: 'https://weather.example/rome', name: 'Rome' },
          ],
          _meta: { 'example.org/trace': '7f3a' },
        }),
      }),
  },
]
