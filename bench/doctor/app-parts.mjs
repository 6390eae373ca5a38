// A small app that works, in parts, so that each case can say what differs.

/**
 * @typedef {object} CaseApp What a server answers.
 * @property {Record<string, unknown>} capabilities
 * @property {Record<string, unknown>[]} tools
 * @property {(params: Record<string, any>) => Record<string, unknown>} call
 * @property {({ uri: string, contents: Record<string, unknown>[] } & Record<string, unknown>)[]} [resources]
 * @property {Record<string, Record<string, unknown>>} [listExtra] Members added to the result of a list.
 * @property {Record<string, number>} [pages] How many entries one page of a list has.
 * @property {string[]} [unknown] Methods that the server does not know, though it should.
 * @property {(method: string) => string | undefined} [says] What it prints before it answers.
 * @property {(exchange: Exchange) => Reply | undefined} [http] What it answers before MCP gets to see the request.
 *
 * @typedef {object} Exchange A request over HTTP.
 * @property {string} verb
 * @property {string} path
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string | undefined} method The method of the message in it.
 *
 * @typedef {{ status?: number, headers?: Record<string, string>, body?: string, hang?: true }} Reply Without a status: headers for the ordinary answer. `hang`: it never ends.
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {string} title
 * @property {string} source Where it was reported, or where the pattern is from.
 * @property {string[]} codes The findings any of which names the cause.
 * @property {'http'} [transport] Where it is not stdio.
 * @property {() => CaseApp | Promise<CaseApp>} app
 *
 * @typedef {object} Facts What is known of a report besides.
 * @property {string} symptom As the user sees it.
 * @property {string} report The thread: owner/repository#number.
 * @property {string} cause The one thing that is wrong.
 * @property {string} answer What a helpful answer must name.
 * @property {string} seen How it was made sure that the app is broken.
 *
 * @typedef {Omit<Case, 'source'> & Facts} ReportedCase
 */

export const URI = 'ui://weather/view.html'
export const MIME = 'text/html;profile=mcp-app'
const EXTENSION = { extensions: { 'io.modelcontextprotocol/ui': {} } }

/** A View that shakes hands by hand, waits for the answer, shows the result and reports its size. */
export const HANDSHAKE = `
let next = 1
const waiting = new Map()
const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const request = (method, params) => new Promise((resolve, reject) => {
  waiting.set(next, { resolve, reject })
  send({ id: next++, method, params })
})
const show = (data) => {
  document.querySelector('output').textContent = data ? data.city + ': ' + data.celsius + ' °C' : 'No data'
  send({ method: 'ui/notifications/size-changed', params: { width: 320, height: document.body.offsetHeight } })
}
const dataOf = (result) => {
  if (result.structuredContent) return result.structuredContent
  try { return JSON.parse(result.content[0].text) } catch { return undefined }
}
addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return
  const call = waiting.get(data.id)
  if (call && !data.method) {
    waiting.delete(data.id)
    return data.error ? call.reject(new Error(data.error.message)) : call.resolve(data.result)
  }
  if (data.method === 'ui/notifications/tool-result') show(dataOf(data.params))
  else if (data.method === 'ui/notifications/tool-cancelled') show(undefined)
  else if (data.method === 'ui/resource-teardown' || data.method === 'ping') send({ id: data.id, result: {} })
  else if (data.id !== undefined) send({ id: data.id, error: { code: -32601, message: 'Method not found' } })
})`

export const START = `
request('ui/initialize', {
  protocolVersion: '2026-01-26',
  appInfo: { name: 'weather', version: '1.0.0' },
  appCapabilities: {},
}).then(() => send({ method: 'ui/notifications/initialized', params: {} }), (error) => {
  document.querySelector('output').textContent = error.message
})`

/** @param {{ head?: string, style?: string, body?: string, script?: string }} [parts] */
export function page({ head = '', style = '', body = '<output>Waiting</output>', script = HANDSHAKE + START } = {}) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Weather</title>
<style>:root { color-scheme: light dark; font: 16px/1.5 system-ui } body { margin: 0; padding: 16px } ${style}</style>
${head}
</head>
<body>
<main>${body}</main>
<script>${script}</script>
</body>
</html>`
}

const INPUT = { type: 'object', properties: { city: { type: 'string', default: 'Rome' } }, required: ['city'] }

/** The tool that shows the View. @param {Record<string, unknown>} [more] */
export const tool = (more = {}) => ({
  name: 'weather',
  description: 'Shows the weather of a city.',
  inputSchema: INPUT,
  _meta: { ui: { resourceUri: URI }, 'ui/resourceUri': URI },
  ...more,
})

const DATA = { city: 'Rome', celsius: 21 }
/** @returns {Record<string, any>} */
export const result = () => ({ content: [{ type: 'text', text: JSON.stringify(DATA) }], structuredContent: DATA })

/** A UI resource. @param {string} html @param {{ mimeType?: string, uri?: string, _meta?: Record<string, unknown> }} [content] */
export const resource = (html, { mimeType = MIME, uri = URI, _meta } = {}) => ({
  uri: URI,
  name: 'Weather',
  mimeType,
  ...(_meta && { _meta }),
  contents: [{ uri, mimeType, text: html, ...(_meta && { _meta }) }],
})

/** An app that works, but for what is given. @param {Partial<CaseApp>} [changes] @returns {CaseApp} */
export const app = (changes = {}) => ({
  capabilities: { tools: {}, resources: {}, ...EXTENSION },
  tools: [tool()],
  call: result,
  resources: [resource(page())],
  ...changes,
})
