import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetchListener } from 'casement/sandbox/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditRecord } from '../api.ts'
import { createGateway, type Gateway } from '../gateway.ts'
import { api, ask } from '../test-support/ask.ts'
import { pagesFolder } from '../test-support/pages-folder.ts'
import { createToolServer } from '../test-support/tool-server.ts'
import { readTraceContext } from './trace-context.ts'

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const OTHER = '00-11111111111111111111111111111111-2222222222222222-00'

test.each([
  [TRACE, undefined, { traceparent: TRACE }],
  [TRACE, 'vendor=1', { traceparent: TRACE, tracestate: 'vendor=1' }],
  [TRACE, 'x'.repeat(513), { traceparent: TRACE }],
  [TRACE, 'a=\u00e9', { traceparent: TRACE }],
  [`01${TRACE.slice(2)}-more`, undefined, { traceparent: `01${TRACE.slice(2)}-more` }],
  [`${TRACE}-more`, undefined, undefined],
  [`ff${TRACE.slice(2)}`, undefined, undefined],
  [TRACE.toUpperCase(), undefined, undefined],
  ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', undefined, undefined],
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01', undefined, undefined],
  [`01${TRACE.slice(2)}-a\r\nx: y`, undefined, undefined],
  [7, undefined, undefined],
])('the context of %j and %j', (traceparent, tracestate, expected) => {
  expect(readTraceContext(traceparent, tracestate)).toEqual(expected)
})

interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly params: { readonly name?: string; readonly _meta?: Record<string, unknown> }
}

const received: Received[] = []
let server: Server
let gateway: Gateway
beforeAll(async () => {
  const tools = createToolServer()
  server = createServer(
    fetchListener(async (request) => {
      const body = await request.clone().text()
      if (body.includes('"tools/call"')) {
        const { params } = JSON.parse(body) as { params: Received['params'] }
        received.push({ headers: Object.fromEntries(request.headers), params })
      }
      return tools.fetch(request)
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  gateway = await createGateway({ port: 0, pages: pagesFolder, servers: { tools: { url } } })
  await gateway.ready
})
afterAll(async () => {
  await gateway.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => void received.splice(0))

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly meta?: Readonly<Record<string, unknown>>
}

describe.each(['2025-11-25', '2026-07-28'])('the trace of a call, %s', (revision) => {
  const isModern = revision === '2026-07-28'
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'page', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  async function call({ headers = {}, meta = {} }: CallOptions = {}): Promise<Received | undefined> {
    const params = { name: 'both', arguments: {}, _meta: { ...(isModern && envelope), ...meta } }
    const { status, text: body } = await ask(gateway.port, '/mcp/tools', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${gateway.secret}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': revision,
        ...(isModern && { 'mcp-method': 'tools/call', 'mcp-name': 'both' }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    expect({ status, body }).toMatchObject({ status: 200, body: expect.stringContaining('both {}') })
    return received.pop()
  }
  const audited = async (): Promise<AuditRecord | undefined> =>
    (await api<AuditRecord[]>(gateway, 'GET', '/api/audit?limit=1')).value[0]

  // The first call of a kind goes through the SDK, later ones bypass it.
  test.each(['through the SDK', 'directly'])('reaches the server in headers and _meta, and the audit log, %s', async () => {
    const found = await call({ headers: { traceparent: TRACE, tracestate: 'vendor=1' } })
    expect(found?.headers).toMatchObject({ traceparent: TRACE, tracestate: 'vendor=1' })
    expect(found?.params._meta).toMatchObject({ traceparent: TRACE, tracestate: 'vendor=1' })
    expect(await audited()).toMatchObject({ traceparent: TRACE })
  })

  test('in _meta is the one that counts', async () => {
    const found = await call({ headers: { traceparent: TRACE, tracestate: 'vendor=1' }, meta: { traceparent: OTHER } })
    expect(found?.headers['traceparent']).toBe(OTHER)
    expect(found?.headers['tracestate']).toBeUndefined()
    expect(found?.params._meta).toMatchObject({ traceparent: OTHER })
    expect(await audited()).toMatchObject({ traceparent: OTHER })
  })

  test.each<CallOptions>([{}, { headers: { traceparent: 'nonsense' } }, { meta: { traceparent: 'nonsense' } }])(
    'is absent where there is no valid one: %j',
    async (options) => {
      const found = await call(options)
      expect(found?.headers['traceparent']).toBeUndefined()
      expect(Object.keys(found?.params._meta ?? {})).not.toContain('traceparent')
      expect(await audited()).not.toHaveProperty('traceparent')
    },
  )
})

test('the export for admins has the trace of each call', async () => {
  const { text: lines } = await ask(gateway.port, '/api/admin/audit', { headers: { authorization: `Bearer ${gateway.secret}` } })
  const traces = lines
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { traceparent: string | null }).traceparent)
  expect(new Set(traces)).toEqual(new Set([TRACE, OTHER, null]))
})
