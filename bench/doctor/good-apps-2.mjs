// Six more apps with nothing wrong, closer to what people build: whatever is found in them is a false alarm.
import { app, HANDSHAKE, page, resource, result, START, tool, URI } from './app-parts.mjs'
import { officialScript } from './official-script.mjs'

const REACT = `
import { useApp } from '@modelcontextprotocol/ext-apps/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

function Weather() {
  const [data, setData] = useState()
  const [problem, setProblem] = useState()
  const { error } = useApp({
    appInfo: { name: 'weather', version: '1.0.0' },
    capabilities: {},
    onAppCreated: (app) => {
      app.ontoolresult = ({ isError, structuredContent, content }) =>
        isError ? setProblem(content[0].text) : setData(structuredContent ?? JSON.parse(content[0].text))
      app.ontoolcancelled = () => setProblem('Cancelled')
      app.onteardown = async () => ({})
    },
  })
  if (error || problem) return <p role="alert">{problem ?? error.message}</p>
  return <h1>{data ? data.city + ': ' + data.celsius + ' °C' : 'Waiting'}</h1>
}
createRoot(document.getElementById('root')).render(<Weather />)`

const SAVE = `
document.querySelector('button').onclick = () =>
  fetch('https://api.weather.example/favourites', { method: 'POST', body: 'Rome' }).then(
    () => { document.querySelector('output').textContent = 'Saved' },
    () => { document.querySelector('output').textContent = 'Could not be saved' },
  )`

const MANY = {
  connectDomains: [
    'https://api.weather.example',
    'https://eu.api.weather.example',
    'wss://live.weather.example',
    'https://o1.ingest.errors.example',
  ],
  resourceDomains: [
    'https://cdn.weather.example',
    'https://*.tiles.weather.example',
    'https://fonts.googleapis.com',
    'https://fonts.gstatic.com',
    'https://images.weather.example',
    'https://icons.weather.example',
  ],
  frameDomains: ['https://player.weather.example'],
}

const FORECAST_URI = 'ui://weather/forecast.html'
const OPENAI_URI = 'ui://weather/openai/view.html'
const CITIES = { cities: ['Rome', 'Oslo', 'Bern'] }

/** @param {string} uri @param {string} mimeType @param {string} text @param {Record<string, unknown>} [_meta] */
const another = (uri, mimeType, text, _meta) => ({
  uri,
  name: uri,
  mimeType,
  ...(_meta && { _meta }),
  contents: [{ uri, mimeType, text, ...(_meta && { _meta }) }],
})

/** @param {string} name @param {string} title @param {() => import('./app-parts.mjs').CaseApp | Promise<import('./app-parts.mjs').CaseApp>} make @returns {import('./app-parts.mjs').Case} */
const fine = (name, title, make) => ({ name, title, source: '', codes: [], app: make })

/** @type {import('./app-parts.mjs').Case[]} */
export const good = [
  fine('react-bundle', 'React and the official hooks in one script', async () =>
    app({ resources: [resource(page({ body: '<div id="root"></div>', script: await officialScript(REACT, 'jsx') }))] }),
  ),
  fine('both-worlds', 'For MCP Apps, and beside it the resource and keys of OpenAI', () => {
    const csp = { resource_domains: [], connect_domains: [] }
    return app({
      tools: [
        tool({
          _meta: {
            ui: { resourceUri: URI },
            'ui/resourceUri': URI,
            'openai/outputTemplate': OPENAI_URI,
            'openai/toolInvocation/invoking': 'Looking outside',
            'openai/toolInvocation/invoked': 'Looked outside',
          },
        }),
      ],
      resources: [
        resource(page(), { _meta: { ui: { csp: { resourceDomains: [], connectDomains: [] }, prefersBorder: true } } }),
        another(OPENAI_URI, 'text/html+skybridge', page(), { 'openai/widgetCSP': csp, 'openai/widgetPrefersBorder': true }),
      ],
    })
  }),
  { ...fine('stateless-http', 'Over HTTP, without sessions', () => app()), transport: 'http' },
  fine('several-views', 'Two tools, each with its View', () =>
    app({
      tools: [
        tool(),
        tool({
          name: 'forecast',
          description: 'Shows the days to come in a city.',
          _meta: { ui: { resourceUri: FORECAST_URI }, 'ui/resourceUri': FORECAST_URI },
        }),
      ],
      resources: [
        resource(page()),
        another(FORECAST_URI, 'text/html;profile=mcp-app', page({ body: '<h1>Forecast</h1><output>Waiting</output>' })),
      ],
    }),
  ),
  fine('many-domains', 'A policy with many domains, used when a button is pressed', () =>
    app({
      resources: [
        resource(page({ body: '<output>Waiting</output> <button>Keep</button>', script: HANDSHAKE + START + SAVE }), {
          _meta: { ui: { csp: MANY } },
        }),
      ],
    }),
  ),
  fine('text-beside', 'Tools without a View beside one with', () =>
    app({
      tools: [
        {
          name: 'list-cities',
          description: 'Names the cities that have weather.',
          inputSchema: { type: 'object', properties: {} },
          outputSchema: {
            type: 'object',
            properties: { cities: { type: 'array', items: { type: 'string' } } },
            required: ['cities'],
          },
          annotations: { readOnlyHint: true },
        },
        tool({ annotations: { readOnlyHint: true, openWorldHint: true } }),
        {
          name: 'forget-city',
          description: 'Forgets a city.',
          inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        },
      ],
      call: ({ name }) => {
        if (name === 'weather') return result()
        if (name === 'forget-city') return { content: [{ type: 'text', text: 'Forgotten.' }] }
        return { content: [{ type: 'text', text: JSON.stringify(CITIES) }], structuredContent: CITIES }
      },
    }),
  ),
]
