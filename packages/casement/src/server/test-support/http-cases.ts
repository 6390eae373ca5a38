import { z } from 'zod'
import { EXTENSION_ID, RESOURCE_MIME_TYPE } from '../../protocol/constants.ts'
import { defineApp, result, tool } from '../index.ts'
import { CLIENT_CAPABILITIES_KEY, CLIENT_INFO_KEY, PROTOCOL_VERSION_KEY, SERVER_INFO_KEY } from '../request-meta.ts'

/** One HTTP request of the comparison, and which implementation is expected to handle it. */
export interface HttpCase {
  readonly name: string
  readonly handledBy: 'fast path' | 'SDK' | 'HTTP server'
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** The MCP revisions that the cases are sent with: one with a handshake, one without. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof REVISIONS)[number]

const BODY_LIMIT = 4 * 1024 * 1024

/** An app with a tool for each kind of result. */
export const app = defineApp({
  name: 'weather',
  version: '1.0.0',
  title: 'Weather',
  views: {
    view: { html: '<!doctype html><title>Wetter für heute \u2028</title>', csp: { connectDomains: ['https://api.example.com'] } },
    hosted: {
      html: '<!doctype html><title>Hosted</title>',
      domain: (client) => client && `${client.name.toLowerCase()}.example.com`,
    },
  },
  tools: {
    forecast: tool({
      title: 'Forecast',
      description: 'The weather of a city',
      annotations: { readOnlyHint: true },
      view: 'view',
      input: z.object({ city: z.string().min(2), days: z.number().default(1) }),
      output: z.object({ city: z.string(), days: z.number() }),
      text: ({ city }) => `in words: ${city}`,
      run: ({ city, days }) => result({ model: city, view: { city, days }, private: { key: 'k' } }),
    }),
    fields: tool({ input: { city: z.string(), unit: z.optional(z.string()) }, run: ({ city, unit }) => `${city} ${unit}` }),
    strict: tool({ input: z.strictObject({ n: z.number() }), run: ({ n }) => String(n) }),
    loose: tool({ input: z.looseObject({}), run: (input) => JSON.stringify(Object.entries(input)) }),
    refined: tool({
      input: z.object({ n: z.number().refine(async (n) => n % 2 === 0, 'must be even') }),
      run: ({ n }) => String(n),
    }),
    text: tool({ run: () => 'done "and" quoted \u2028 ✓' }),
    array: tool({ run: () => result({ view: [1, 2] }) }),
    'array-schema': tool({ output: z.array(z.number()), run: () => result({ view: [1, 2] }) }),
    number: tool({ run: () => result({ view: 7 }) }),
    nothing: tool({ run: () => ({ content: [] }) }),
    image: tool({ run: () => ({ content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }], structuredContent: [1] }) }),
    resource: tool({
      run: () => ({ content: [{ type: 'resource', resource: { uri: 'ui://weather/inline.html', text: 'hi' } }] }),
    }),
    audio: tool({ run: () => ({ content: [{ type: 'audio', data: 'aGk=', mimeType: 'audio/wav' }] }) }),
    link: tool({
      run: () => ({
        content: [
          { type: 'resource_link', uri: 'https://example.com/', name: 'a', annotations: { audience: ['user'], priority: 1 } },
        ],
      }),
    }),
    failing: tool({ run: () => Promise.reject(new Error('no weather today')) }),
    rejecting: tool({
      run: () => {
        throw 'just text'
      },
    }),
    refusing: tool({ run: () => ({ content: [{ type: 'text', text: 'refused' }], isError: true }) }),
    invalid: tool({
      output: z.object({ degrees: z.number() }),
      run: () => result({ view: JSON.parse('{"degrees":"many"}') as { degrees: number } }),
    }),
    overriding: tool({
      run: () => ({ content: [], resultType: 'other', _meta: { [SERVER_INFO_KEY]: { name: 'other', version: '2' }, own: 1 } }),
    }),
    extra: tool({ run: () => ({ content: [{ type: 'text', text: 'a' }], extra: { a: undefined, when: new Date(0) } }) }),
    bigint: tool({ run: () => ({ content: [{ type: 'text', text: 'a' }], structuredContent: { n: 1n } }) }),
    'bad-content': tool({ run: () => JSON.parse('{"content":[{"type":"hologram"}]}') as { content: [] } }),
    'bad-image': tool({ run: () => ({ content: [{ type: 'image', data: 'not base64!', mimeType: 'image/png' }] }) }),
    'bad-annotations': tool({
      run: () => ({ content: [{ type: 'text', text: 'a', annotations: { priority: 7, lastModified: 'yesterday' } }] }),
    }),
    'no-content': tool({ run: () => JSON.parse('{"structuredContent":{"a":1}}') as { content: [] } }),
    undefined: tool({ run: () => JSON.parse('{"a":1}').b as string }),
    steps: tool({
      run: async (_, { progress }) => {
        await progress(1, 2, 'half')
        await progress(2)
        return 'done'
      },
    }),
    context: tool({ view: false, run: (_, { auth, apps }) => JSON.stringify({ auth: auth ?? null, apps: apps ?? 'unknown' }) }),
    header: tool({
      input: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
      run: ({ region }) => region,
    }),
  },
})

interface Parts {
  readonly http?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly message?: Readonly<Record<string, unknown>>
  readonly params?: Readonly<Record<string, unknown>>
  readonly meta?: Readonly<Record<string, unknown>>
  readonly body?: string
}

type Handler = HttpCase['handledBy']

/** Builds a request with the headers and metadata of an MCP revision. `parts` overrides any of them. */
function createRequest(revision: Revision, rpcMethod: string, parts: Parts): Pick<HttpCase, 'method' | 'headers' | 'body'> {
  const isModern = revision === '2026-07-28'
  const { params = {}, message = {}, http = 'POST' } = parts
  const meta = {
    ...(isModern && {
      [PROTOCOL_VERSION_KEY]: revision,
      [CLIENT_INFO_KEY]: { name: 'Test', version: '1' },
      [CLIENT_CAPABILITIES_KEY]: {},
    }),
    ...parts.meta,
  }
  const target = params['name'] ?? params['uri']
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
    ...(isModern && { 'mcp-method': rpcMethod, ...(typeof target === 'string' && { 'mcp-name': target }) }),
    ...parts.headers,
  }
  const allParams = { ...params, ...(Object.keys(meta).length > 0 && { _meta: meta }) }
  const body = parts.body ?? JSON.stringify({ jsonrpc: '2.0', id: 7, method: rpcMethod, params: allParams, ...message })
  return {
    method: http,
    headers: Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    body: http === 'GET' || http === 'HEAD' ? undefined : body,
  }
}

/** A valid request that calls a tool without arguments. */
export const toolCall = (revision: Revision, name: string, meta: Readonly<Record<string, unknown>> = {}): HttpCase => ({
  name: `call ${name}`,
  handledBy: 'fast path',
  ...createRequest(revision, 'tools/call', { params: { name }, meta }),
})

/** All cases of one MCP revision. One long list, in groups: it is a table, not a procedure. */
export function httpCases(revision: Revision): HttpCase[] {
  const isModern = revision === '2026-07-28'
  const cases: HttpCase[] = []
  const add = (
    name: string,
    handledBy: Handler | readonly [legacy: Handler, modern: Handler],
    rpcMethod: string,
    parts: Parts = {},
  ): void => {
    const handler = typeof handledBy === 'string' ? handledBy : handledBy[isModern ? 1 : 0]
    cases.push({ name, handledBy: handler, ...createRequest(revision, rpcMethod, parts) })
  }
  const fast = 'fast path'
  const sdk = 'SDK'
  const forecast = { name: 'forecast', arguments: { city: 'Rome' } }
  const viewUri = 'ui://weather/view.html'

  // Methods.
  for (const method of ['tools/list', 'resources/list']) {
    add(method, fast, method)
    add(`${method} without params`, [fast, sdk], method, { message: { params: undefined } })
    add(`${method} with a cursor`, sdk, method, { params: { cursor: 'next' } })
  }
  for (const method of [
    'resources/templates/list',
    'prompts/list',
    'ping',
    'server/discover',
    'logging/setLevel',
    'completion/complete',
  ])
    add(method, sdk, method)
  for (const method of ['nothing/such', '', '__proto__', 'toString']) add(`unknown method "${method}"`, sdk, method)
  add('initialize', sdk, 'initialize', {
    params: { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'Test', version: '1' } },
  })
  add('subscriptions/listen without parameters', sdk, 'subscriptions/listen')
  add('resources/subscribe', sdk, 'resources/subscribe', { params: { uri: viewUri } })

  // Resources.
  for (const uri of [viewUri, 'ui://weather/hosted.html']) add(`read ${uri}`, fast, 'resources/read', { params: { uri } })
  for (const uri of ['ui://weather/view.0123456789ab.html', 'ui://weather/nothing.html', 'https://example.com/', 'no URI', ''])
    add(`read "${uri}"`, sdk, 'resources/read', { params: { uri } })
  add('read a View as another client', [fast, fast], 'resources/read', {
    params: { uri: 'ui://weather/hosted.html' },
    ...(isModern && { meta: { [CLIENT_INFO_KEY]: { name: 'Claude', version: '2', title: 'Claude' } } }),
  })
  add('read without a URI', sdk, 'resources/read')
  add('read a URI that is a number', sdk, 'resources/read', { params: { uri: 7 } })
  add('read with another parameter', sdk, 'resources/read', { params: { uri: viewUri, extra: 1 } })

  // Tools.
  for (const name of Object.keys(app.tools)) {
    const handledBy: Handler | readonly [Handler, Handler] =
      name === 'header' ? [fast, sdk] : name === 'array-schema' ? [sdk, fast] : fast
    add(`call ${name}`, handledBy, 'tools/call', { params: { name } })
    add(`call ${name} with {}`, handledBy, 'tools/call', { params: { name, arguments: {} } })
  }
  for (const args of [
    { city: 'Rome' },
    { city: 'Rome', days: 3 },
    { city: 'Rome', days: null },
    { city: 'x', days: 'y' },
    { city: 'Rome', unknown: true },
    { city: 'Reykjavík ✓ "\\\u2028' },
  ])
    add(`call forecast with ${JSON.stringify(args)}`, fast, 'tools/call', { params: { name: 'forecast', arguments: args } })
  for (const args of [null, 7, 'text', [], [1], true])
    add(`call forecast with ${JSON.stringify(args)}`, sdk, 'tools/call', { params: { name: 'forecast', arguments: args } })
  add('call fields', fast, 'tools/call', { params: { name: 'fields', arguments: { city: 'Rome', unit: 'K' } } })
  add('call strict with an unknown field', fast, 'tools/call', { params: { name: 'strict', arguments: { n: 1, m: 2 } } })
  add('call strict', fast, 'tools/call', { params: { name: 'strict', arguments: { n: 1 } } })
  add('call loose with __proto__', fast, 'tools/call', {
    params: { name: 'loose', arguments: JSON.parse('{"__proto__":{"a":1},"constructor":2}') as unknown },
  })
  for (const n of [1, 2]) add(`call refined with ${n}`, fast, 'tools/call', { params: { name: 'refined', arguments: { n } } })
  add('call header with its header', [fast, sdk], 'tools/call', {
    params: { name: 'header', arguments: { region: 'eu' } },
    ...(isModern && { headers: { 'mcp-param-region': 'eu' } }),
  })
  for (const name of ['unknown', '', '__proto__', 'toString', 'Forecast'])
    add(`call unknown tool "${name}"`, sdk, 'tools/call', { params: { name } })
  for (const name of [undefined, null, 7, {}])
    add(`call a tool named ${JSON.stringify(name)}`, sdk, 'tools/call', { params: { name } })
  add('call with a task', sdk, 'tools/call', { params: { ...forecast, task: { ttl: 1 } } })
  add('call with another parameter', sdk, 'tools/call', { params: { ...forecast, extra: 1 } })

  // Progress.
  for (const progressToken of ['t', '', 0, 7]) {
    add(`call steps with progress token ${JSON.stringify(progressToken)}`, fast, 'tools/call', {
      params: { name: 'steps' },
      meta: { progressToken },
    })
    add(`list tools with progress token ${JSON.stringify(progressToken)}`, fast, 'tools/list', { meta: { progressToken } })
  }
  for (const progressToken of [1.5, null, {}, true, 2 ** 60])
    add(`call steps with progress token ${JSON.stringify(progressToken)}`, sdk, 'tools/call', {
      params: { name: 'steps' },
      meta: { progressToken },
    })

  // Client capabilities.
  const shows = { extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } }
  for (const capabilities of [
    {},
    shows,
    { extensions: {} },
    { extensions: { other: {} } },
    { roots: {} },
    { roots: { listChanged: true } },
    { sampling: {}, elicitation: {} },
    { sampling: { tools: {} }, elicitation: { form: {}, url: {} } },
    { unknown: {} },
    { experimental: { a: { b: 1 } } },
    { tasks: { list: {}, requests: {} } },
  ])
    for (const name of ['context', 'forecast'])
      add(`call ${name} with capabilities ${JSON.stringify(capabilities)}`, [sdk, fast], 'tools/call', {
        params: { ...forecast, name },
        meta: { [CLIENT_CAPABILITIES_KEY]: capabilities },
      })
  for (const capabilities of [
    undefined,
    null,
    [],
    'all',
    { extensions: 7 },
    { extensions: { [EXTENSION_ID]: 7 } },
    { extensions: [] },
    { roots: 7 },
    { roots: { listChanged: 'yes' } },
    { sampling: { tools: 7 } },
    { elicitation: { form: { applyDefaults: 'yes' } } },
    { unknown: 7 },
    { unknown: { setting: 7 } },
    { experimental: { a: 7 } },
    { tasks: { requests: { sampling: 7 } } },
  ])
    add(
      `call context with capabilities ${JSON.stringify(capabilities)}`,
      capabilities === undefined ? [fast, sdk] : sdk,
      'tools/call',
      {
        params: { name: 'context' },
        meta: { [CLIENT_CAPABILITIES_KEY]: capabilities },
      },
    )

  // Client info and other metadata.
  for (const client of [
    undefined,
    null,
    {},
    { name: 'a' },
    { version: '1' },
    { name: 7, version: '1' },
    { name: 'a', version: '1', title: 7 },
  ])
    add(`call context as client ${JSON.stringify(client)}`, client === undefined ? [fast, sdk] : sdk, 'tools/call', {
      params: { name: 'context' },
      meta: { [CLIENT_INFO_KEY]: client },
    })
  for (const client of [
    { name: 'a', version: '1', websiteUrl: 'https://example.com' },
    { name: 'a', version: '1', websiteUrl: 7 },
    { name: 'a', version: '1', icons: 'none' },
    { name: 'a', version: '1', unknown: 7 },
  ])
    add(`call context as client ${JSON.stringify(client)}`, sdk, 'tools/call', {
      params: { name: 'context' },
      meta: { [CLIENT_INFO_KEY]: client },
    })
  add('a trace in _meta', fast, 'tools/call', {
    params: forecast,
    meta: { traceparent: '00-1-2-01', 'example.com/own': { a: 1 } },
  })
  add('an unknown reserved key in _meta', [sdk, fast], 'tools/call', {
    params: forecast,
    meta: { 'io.modelcontextprotocol/x': 1 },
  })
  for (const level of ['debug', 'loudest', 7])
    add(`log level ${level}`, sdk, 'tools/call', { params: forecast, meta: { 'io.modelcontextprotocol/logLevel': level } })
  add('a related task in _meta', [sdk, fast], 'tools/call', {
    params: forecast,
    meta: { 'io.modelcontextprotocol/related-task': { taskId: 'a' } },
  })
  for (const _meta of [null, 7, []]) add(`_meta ${JSON.stringify(_meta)}`, sdk, 'tools/list', { message: { params: { _meta } } })

  // Versions, in the header and in the body.
  for (const version of ['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', undefined])
    add(`version header ${version}`, [fast, sdk], 'tools/list', { headers: { 'mcp-protocol-version': version } })
  for (const version of ['2026-07-28', '2027-01-01', '2023-01-01', '1.0', ''])
    add(`version header "${version}"`, version === revision ? fast : sdk, 'tools/list', {
      headers: { 'mcp-protocol-version': version },
    })
  for (const version of ['2026-07-28', '2025-11-25', '2027-01-01', '', 7, null])
    add(`version ${JSON.stringify(version)} in _meta`, isModern && version === revision ? fast : sdk, 'tools/list', {
      meta: { [PROTOCOL_VERSION_KEY]: version },
    })

  // Headers.
  for (const header of ['tools/list', 'resources/list', ''])
    add(`method header "${header}" on tools/list`, isModern && header === 'tools/list' ? fast : sdk, 'tools/list', {
      headers: { 'mcp-method': header },
    })
  add('no method header', [fast, sdk], 'tools/list', { headers: { 'mcp-method': undefined } })
  add('no name header', [fast, sdk], 'tools/call', { params: forecast, headers: { 'mcp-name': undefined } })
  add('another name header', [fast, sdk], 'tools/call', { params: forecast, headers: { 'mcp-name': 'text' } })
  add('a name header in base64', [fast, sdk], 'tools/call', {
    params: forecast,
    headers: { 'mcp-name': `=?base64?${Buffer.from('forecast').toString('base64')}?=` },
  })
  add('a name header on a list', [fast, sdk], 'tools/list', { headers: { 'mcp-name': 'forecast' } })
  add('an unknown parameter header', [fast, sdk], 'tools/call', { params: forecast, headers: { 'mcp-param-city': 'Rome' } })
  add('a session id', fast, 'tools/call', { params: forecast, headers: { 'mcp-session-id': 'a' } })
  add('a last event id', fast, 'tools/call', { params: forecast, headers: { 'last-event-id': '1' } })
  for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json ;a=b'])
    add(`content type ${type}`, fast, 'tools/call', { params: forecast, headers: { 'content-type': type } })
  for (const type of [
    'text/plain',
    'application/jsonp',
    'application/vnd.api+json',
    '',
    undefined,
    'text/plain; a=application/json',
  ])
    add(`content type ${type}`, sdk, 'tools/call', { params: forecast, headers: { 'content-type': type } })
  for (const accept of ['text/event-stream, application/json', 'application/json;q=0.9,text/event-stream;q=0.1, */*'])
    add(`accept ${accept}`, fast, 'tools/call', { params: forecast, headers: { accept } })
  for (const accept of [
    'application/json',
    'text/event-stream',
    '*/*',
    'text/html',
    '',
    undefined,
    'APPLICATION/JSON, TEXT/EVENT-STREAM',
  ])
    add(`accept ${accept}`, sdk, 'tools/call', { params: forecast, headers: { accept } })

  // JSON-RPC messages.
  for (const id of ['a', '', 0, -1, 'ü"\\']) add(`id ${JSON.stringify(id)}`, fast, 'tools/list', { message: { id } })
  for (const id of [null, 1.5, {}, [], true, 2 ** 60, 1e300])
    add(`id ${JSON.stringify(id)}`, sdk, 'tools/list', { message: { id } })
  for (const jsonrpc of [undefined, '1.0', 2])
    add(`jsonrpc ${JSON.stringify(jsonrpc)}`, sdk, 'tools/list', { message: { jsonrpc } })
  for (const params of [null, [], 'text', 7]) add(`params ${JSON.stringify(params)}`, sdk, 'tools/list', { message: { params } })
  for (const method of [undefined, null, 7, {}])
    add(`method ${JSON.stringify(method)}`, sdk, 'tools/list', { message: { method } })
  add('another field in the message', sdk, 'tools/list', { message: { extra: 1 } })
  add('a result in the message', sdk, 'tools/list', { message: { result: {} } })
  add('a notification', sdk, 'notifications/initialized', { message: { id: undefined } })
  add('a cancellation', sdk, 'notifications/cancelled', { message: { id: undefined }, params: { requestId: 7 } })
  add('tools/list as a notification', sdk, 'tools/list', { message: { id: undefined } })
  add('a response', sdk, 'none', { body: '{"jsonrpc":"2.0","id":1,"result":{}}' })
  add('an error response', sdk, 'none', { body: '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}' })

  // Bodies.
  const one = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
  for (const body of ['', ' ', '{', '{"jsonrpc":', 'null', '7', '"text"', '[]', '{}', `${one}${one}`, '\u0000'])
    add(`body ${JSON.stringify(body)}`, sdk, 'tools/list', { body })
  add('a body with a byte order mark', sdk, 'tools/list', { body: `\ufeff${one}` })
  add('a batch of one', sdk, 'tools/list', { body: `[${one}]` })
  add('a batch of two', sdk, 'tools/list', { body: `[${one},${one.replace('1', '2')}]` })
  add('a batch of a request and a notification', sdk, 'tools/list', {
    body: `[${one},{"jsonrpc":"2.0","method":"notifications/initialized"}]`,
  })
  add('a batch with an invalid entry', sdk, 'tools/list', { body: `[${one},7]` })
  add('duplicate keys, of which the last one counts', [fast, sdk], 'tools/list', { body: one.replace('"id":1', '"id":1,"id":2') })
  add('whitespace around the message', [fast, sdk], 'tools/list', { body: ` \n${one}\t` })
  add('a large body', fast, 'tools/call', { params: { name: 'forecast', arguments: { city: 'x'.repeat(1_000_000) } } })
  add('a body that is too large', 'HTTP server', 'tools/call', {
    params: { name: 'forecast', arguments: { city: 'x'.repeat(BODY_LIMIT) } },
  })

  // HTTP methods.
  for (const http of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) add(`HTTP ${http}`, sdk, 'tools/list', { http })
  add('GET for an event stream', sdk, 'tools/list', { http: 'GET', headers: { accept: 'text/event-stream' } })
  return cases
}
