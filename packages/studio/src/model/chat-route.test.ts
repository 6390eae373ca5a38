import { Hono } from 'hono'
import { serve } from '@hono/node-server'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { ChatEvent, ChatMessage, ModelChoice } from './chat-protocol.ts'
import { chatRoute } from './chat-route.ts'
import { startModelStub, type ModelStub, type StubTurn } from './test-support/model-stub.ts'

/** The route on a real socket, in front of a model that says what the test wants. */
async function open(turns: readonly StubTurn[], choose: (stub: ModelStub) => ModelChoice | undefined = byStub) {
  const stub = await startModelStub(turns)
  const app = new Hono()
  const { path, handle } = chatRoute(choose(stub))
  const principal = { tenant: 'default', user: 'local', role: 'admin', via: 'local' } as const
  app.post(path, async (context) => {
    const call = { context, request: context.req.raw, principal, isByLink: false, pageSecret: '', body: undefined }
    return (await handle(call)) ?? context.notFound()
  })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  if (!server.listening) await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await stub.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/chat`
  const ask = (request: object, signal?: AbortSignal): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      body: JSON.stringify(request),
      headers: { 'Content-Type': 'application/json' },
      ...(signal && { signal }),
    })
  return { stub, ask }
}

const byStub = ({ url }: ModelStub): ModelChoice => ({
  provider: 'openai-compatible',
  id: 'stub-1',
  baseUrl: url,
  key: 'sk-secret',
})

const eventsIn = (text: string): ChatEvent[] =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((event) => JSON.parse(event.replace(/^data: /, '')) as ChatEvent)

const say = (text: string): ChatMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const tools = [
  { name: 'weather.get', description: 'The weather', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } },
]

test('text and the pieces of a tool input arrive as the model says them, and tools keep their own names', async () => {
  const { stub, ask } = await open([{ text: ['Let me ', 'look.'] }])
  const encoded = async (): Promise<string> => {
    await (await ask({ messages: [say('hello')], tools })).text()
    return stub.requests[0]?.body.tools?.[0]?.function.name ?? ''
  }
  const name = await encoded()
  expect(name).toMatch(/^weather_get_[0-9a-f]{8}$/)

  const second = await open([{ text: ['Let me ', 'look.'], calls: [{ id: 'c1', name, pieces: ['{"ci', 'ty":"Ro', 'me"}'] }] }])
  const response = await second.ask({ messages: [say('weather in Rome?')], tools })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(eventsIn(await response.text())).toEqual([
    { type: 'text', delta: 'Let me ' },
    { type: 'text', delta: 'look.' },
    { type: 'tool-start', id: 'c1', name: 'weather.get' },
    { type: 'tool-delta', id: 'c1', delta: '{"ci' },
    { type: 'tool-delta', id: 'c1', delta: 'ty":"Ro' },
    { type: 'tool-delta', id: 'c1', delta: 'me"}' },
    { type: 'tool-call', id: 'c1', name: 'weather.get', input: { city: 'Rome' } },
    { type: 'done', reason: 'tool-calls' },
  ])
})

test('the model sees the context of the Views before the latest message, tool results and errors (R-245)', async () => {
  const { stub, ask } = await open([{ text: ['ok'] }])
  await (
    await ask({
      messages: [
        say('first'),
        {
          role: 'assistant',
          content: [{ type: 'text', text: 'I call' }],
          calls: [{ id: 'c1', name: 'weather.get', input: { city: 'Rome' } }],
        },
        { role: 'tool', call: 'c1', name: 'weather.get', result: { content: [{ type: 'text', text: '21 degrees' }] } },
        say('second'),
      ],
      context: [{ type: 'text', text: 'Context from the app "map": zoom 7' }],
      tools,
      system: 'be brief',
    })
  ).text()
  const [request] = stub.requests
  expect(request?.headers.authorization).toBe('Bearer sk-secret')
  expect(request?.body.model).toBe('stub-1')
  expect(request?.body.messages).toMatchObject([
    { role: 'system', content: 'be brief' },
    { role: 'user', content: 'first' },
    { role: 'assistant', content: 'I call', tool_calls: [{ id: 'c1', function: { arguments: '{"city":"Rome"}' } }] },
    { role: 'tool', content: '21 degrees' },
    { role: 'user', content: [{ text: 'Context from the app "map": zoom 7' }, { text: 'second' }] },
  ])
})

test('an input that is no JSON, and a tool that does not exist, are told and not thrown', async () => {
  const { ask } = await open([
    {
      calls: [
        { id: 'c1', name: 'known', pieces: ['{"city":'] },
        { id: 'c2', name: 'unknown', pieces: ['{}'] },
      ],
    },
  ])
  const response = await ask({ messages: [say('go')], tools: [{ name: 'known', inputSchema: { type: 'object' } }] })
  const calls = eventsIn(await response.text()).filter(({ type }) => type === 'tool-call')
  expect(calls).toMatchObject([
    { id: 'c1', name: 'known', input: {}, invalid: expect.stringContaining('known') as string },
    { id: 'c2', name: 'unknown', input: {}, invalid: expect.stringContaining('unknown') as string },
  ])
})

test('a model that refuses is explained without the key', async () => {
  const { ask } = await open([{ status: 401 }])
  const [event] = eventsIn(await (await ask({ messages: [say('go')] })).text())
  expect(event).toMatchObject({ type: 'error', error: { code: 'MODEL_UNAUTHORIZED', fix: 'Check the key of the model.' } })
  expect(JSON.stringify(event)).not.toContain('sk-secret')
})

test('a model that is not there is explained', async () => {
  // A port without a listener, which fetch does not refuse on its own.
  const { ask } = await open([], (stub) => byStub({ ...stub, url: 'http://127.0.0.1:2/v1' }))
  const events = eventsIn(await (await ask({ messages: [say('go')] })).text())
  expect(events).toMatchObject([{ type: 'error', error: { code: 'MODEL_UNREACHABLE' } }])
})

test('leaving the page ends the request to the model', async () => {
  const { stub, ask } = await open([{ text: ['begun'], hangs: true }])
  const leave = new AbortController()
  const response = await ask({ messages: [say('go')] }, leave.signal)
  const reader = response.body?.getReader()
  let heard = ''
  while (!heard.includes('begun')) heard += new TextDecoder().decode((await reader?.read())?.value)
  leave.abort()
  await expect.poll(() => stub.cut).toBe(1)
})

test('without a model the person plays it, and a request may bring its own; the configured key never goes elsewhere', async () => {
  const { stub, ask } = await open([{ text: ['hi'] }, { text: ['hi'] }], () => undefined)
  const refused = await ask({ messages: [say('go')] })
  expect([refused.status, await refused.json()]).toMatchObject([409, { error: { code: 'NO_MODEL' } }])
  await (await ask({ messages: [say('go')], model: { provider: 'openai-compatible', id: 'own', baseUrl: stub.url } })).text()
  expect(stub.requests[0]?.headers.authorization).toBeUndefined()
})

test.each([
  [{}, '"messages"'],
  [{ messages: [{ role: 'system', content: [] }] }, '"messages[0]"'],
  [{ messages: [{ role: 'user', content: 'text' }] }, '"messages[0]"'],
  [{ messages: [{ role: 'assistant', content: [], calls: [{ id: 1 }] }] }, '"messages[0]"'],
  [{ messages: [say('a')], tools: [{ name: 'x' }] }, '"tools"'],
  [{ messages: [say('a')], context: 'x' }, '"context"'],
  [{ messages: [say('a')], model: { provider: 'openai-compatible', id: 'x', baseUrl: 'file:///etc/passwd' } }, '"model"'],
  [{ messages: [say('a')], model: { provider: 'other', id: 'x' } }, '"model"'],
])('refuses %j', async (body, part) => {
  const { ask } = await open([])
  const response = await ask(body)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(JSON.stringify(part).slice(1, -1))
})
