// Apps of the same making with nothing wrong: whatever is found in them is a false alarm.
import { app, HANDSHAKE, MIME, page, resource, START, tool } from './app-parts.mjs'

const REFRESH = `
document.querySelector('button').onclick = () =>
  request('tools/call', { name: 'weather-now', arguments: {} }).then((result) => show(dataOf(result)))`

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** @type {import('./app-parts.mjs').Case[]} */
export const good = [
  { name: 'plain', title: 'By hand, nothing more', source: '', codes: [], app: () => app() },
  {
    name: 'refresh',
    title: 'A button calls a tool that only the View sees',
    source: '',
    codes: [],
    app: () =>
      app({
        tools: [
          tool(),
          {
            name: 'weather-now',
            description: 'The weather now, for the View.',
            inputSchema: { type: 'object', properties: {} },
            _meta: { ui: { visibility: ['app'] } },
          },
        ],
        resources: [
          resource(page({ body: '<output>Waiting</output> <button>Refresh</button>', script: HANDSHAKE + START + REFRESH })),
        ],
      }),
  },
  {
    name: 'picture-inside',
    title: 'A picture in the page itself',
    source: '',
    codes: [],
    app: () => app({ resources: [resource(page({ body: `<output>Waiting</output><img alt="" src="${PNG}">` }))] }),
  },
  {
    name: 'base64',
    title: 'The page as a blob',
    source: '',
    codes: [],
    app: () => {
      const { contents, ...listed } = resource('')
      const blob = Buffer.from(page()).toString('base64')
      return app({ resources: [{ ...listed, contents: contents.map(({ uri }) => ({ uri, mimeType: MIME, blob })) }] })
    },
  },
]
