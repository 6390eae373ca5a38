import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGateway, type Gateway } from '../gateway.ts'
import { connectPage } from '../test-support/ask.ts'
import { pagesFolder } from '../test-support/pages-folder.ts'
import { createToolServer } from '../test-support/tool-server.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
  readonly status: { readonly code?: number; readonly message?: string }
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, 'attributes'>
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

const exported: { readonly path: string; readonly key: string | undefined; readonly body: Export }[] = []
let collector: Server
let endpoint = ''
beforeAll(async () => {
  collector = createServer((incoming, response) => {
    const receive = async (): Promise<void> => {
      const body = await json(incoming)
      exported.push({ path: incoming.url ?? '', key: incoming.headers['x-key'] as string, body: body as Export })
      response.setHeader('Content-Type', 'application/json').end('{}')
    }
    void receive()
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterAll(() => {
  collector.closeAllConnections()
  collector.close()
})

const spans = (): Span[] =>
  exported.flatMap(({ body }) => body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)))
const attributes = (holder: Pick<Span, 'attributes'> | undefined) =>
  Object.fromEntries((holder?.attributes ?? []).map(({ key, value }) => [key, value.stringValue]))

async function open(): Promise<Gateway> {
  const telemetry = { endpoint: `${endpoint}/`, headers: { 'x-key': 'secret' }, serviceName: 'chat' }
  const gateway = await createGateway({ port: 0, pages: pagesFolder, builtIn: { tools: createToolServer() }, telemetry })
  await gateway.ready
  return gateway
}

test("each forwarded request is exported as a span of the caller's trace, also one that is denied", async () => {
  const gateway = await open()
  const client = await connectPage(gateway, 'tools')
  const _meta = { traceparent: `00-${TRACE_ID}-${CALLER}-01`, tracestate: 'vendor=1' }
  await client.callTool({ name: 'both', arguments: { secret: 'not for a collector' }, _meta })
  await expect(client.callTool({ name: 'for-app', arguments: {}, _meta })).rejects.toThrow('for-app')
  const [denied, allowed] = await gateway.store.as({ tenant: 'default', user: 'local' }).listAudit({
    conversation: null,
    before: null,
    limit: 2,
  })
  await client.close()
  await gateway.close()

  const [first] = exported
  expect(first).toMatchObject({ path: '/v1/traces', key: 'secret' })
  expect(attributes(first?.body.resourceSpans[0]?.resource)).toMatchObject({ 'service.name': 'chat' })
  const calls = spans().filter(({ name }) => name.startsWith('tools/call'))
  expect(calls).toEqual([
    expect.objectContaining({ name: 'tools/call both', traceId: TRACE_ID, parentSpanId: CALLER }),
    expect.objectContaining({ name: 'tools/call for-app', traceId: TRACE_ID, parentSpanId: CALLER }),
  ])
  expect(calls.map((call) => attributes(call)['casement.decision'])).toEqual(['allowed', 'denied'])
  expect(attributes(calls[0])).toMatchObject({ 'gen_ai.tool.name': 'both', 'casement.server': 'tools' })
  expect(calls[1]?.status).toMatchObject({ code: 2 })
  // The server got this span as the parent, and the audit log has it.
  expect(allowed?.traceparent).toBe(`00-${TRACE_ID}-${calls[0]?.spanId}-01`)
  expect(denied?.traceparent).toBe(`00-${TRACE_ID}-${calls[1]?.spanId}-01`)
  expect(JSON.stringify(exported)).not.toContain('not for a collector')
})

test('a trace that the caller does not sample is propagated and not exported', async () => {
  exported.splice(0)
  const gateway = await open()
  const client = await connectPage(gateway, 'tools')
  await client.callTool({ name: 'both', arguments: {}, _meta: { traceparent: `00-${TRACE_ID}-${CALLER}-00` } })
  const [record] = await gateway.store.as({ tenant: 'default', user: 'local' }).listAudit({
    conversation: null,
    before: null,
    limit: 1,
  })
  await client.close()
  await gateway.close()
  expect(record?.traceparent).toMatch(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-00$`))
  expect(spans().filter(({ name }) => name.startsWith('tools/call'))).toEqual([])
})

test('an endpoint that is no URL is refused before anything is opened', async () => {
  await expect(createGateway({ port: 0, pages: pagesFolder, telemetry: { endpoint: 'collector:4318' } })).rejects.toThrow(
    'telemetry.endpoint "collector:4318" is not an http or https URL',
  )
})
