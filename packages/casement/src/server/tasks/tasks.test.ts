import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createAppHandler } from '../fetch/index.ts'
import { defineApp, result, tool } from '../index.ts'
import { toolCall } from '../test-support/http-cases.ts'

const EXTENSION = 'io.modelcontextprotocol/tasks'
const REVISION = '2026-07-28'

interface Steps {
  finish(): void
  aborted: boolean
  isWaiting: boolean
}

/** An app with one long tool, which waits until the test lets it finish. */
function createApp(): { app: ReturnType<typeof defineApp>; steps: Steps } {
  const steps: Steps = { finish: () => undefined, aborted: false, isWaiting: false }
  const app = defineApp({
    name: 'reports',
    version: '1.0.0',
    tools: {
      report: tool({
        task: true,
        input: z.object({ pages: z.number() }),
        output: z.object({ pages: z.number() }),
        run: async function* ({ pages }, { signal }) {
          yield { progress: 1, total: 2, message: 'Collecting' }
          await new Promise<void>((resolve) => {
            steps.finish = resolve
            steps.isWaiting = true
            signal.addEventListener('abort', () => {
              steps.aborted = true
              resolve()
            })
          })
          return result({ model: `${pages} pages`, view: { pages } })
        },
      }),
      quick: tool({ run: () => 'quick' }),
    },
  })
  return { app, steps }
}

type Message = { result?: Record<string, unknown>; error?: { code: number; data?: unknown } }

function createSender(handler: ReturnType<typeof createAppHandler>) {
  let id = 0
  return async (method: string, params: Record<string, unknown>, tasks = true): Promise<Message> => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': REVISION,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': tasks ? { extensions: { [EXTENSION]: {} } } : {},
    }
    const response = await handler(
      new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          'Mcp-Protocol-Version': REVISION,
          'Mcp-Method': method,
          ...(typeof (params['name'] ?? params['taskId']) === 'string' && {
            'Mcp-Name': String(params['name'] ?? params['taskId']),
          }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params: { ...params, _meta: meta } }),
      }),
    )
    const text = await response.text()
    return JSON.parse(/^data: ([^\n]*)$/m.exec(text)?.[1] ?? text) as Message
  }
}

const CALL = { name: 'report', arguments: { pages: 3 } }

describe('a tool with task: true', () => {
  test('becomes a task, which reports its progress and has the result', async () => {
    const { app, steps } = createApp()
    const send = createSender(createAppHandler(app))
    expect((await send('server/discover', {})).result).toMatchObject({ capabilities: { extensions: { [EXTENSION]: {} } } })
    const { result: created } = await send('tools/call', CALL)
    expect(created).toMatchObject({ resultType: 'task', status: 'working', ttlMs: null, taskId: expect.any(String) })
    expect(created).not.toHaveProperty('content')
    const taskId = created?.['taskId']
    await expect
      .poll(async () => (await send('tasks/get', { taskId })).result)
      .toMatchObject({
        resultType: 'complete',
        status: 'working',
        statusMessage: 'Collecting',
      })
    steps.finish()
    await expect
      .poll(async () => (await send('tasks/get', { taskId })).result)
      .toMatchObject({
        status: 'completed',
        result: { content: [{ type: 'text', text: '3 pages' }], structuredContent: { pages: 3 } },
        ttlMs: expect.any(Number),
      })
    expect((await send('tasks/update', { taskId, inputResponses: {} })).result).toMatchObject({ resultType: 'complete' })
  })

  test('is cancelled, and its signal aborts', async () => {
    const { app, steps } = createApp()
    const send = createSender(createAppHandler(app))
    const taskId = (await send('tools/call', CALL)).result?.['taskId']
    await expect.poll(async () => (await send('tasks/get', { taskId })).result?.['statusMessage']).toBe('Collecting')
    expect((await send('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' })
    expect((await send('tasks/get', { taskId })).result).toMatchObject({ status: 'cancelled' })
    expect(steps.aborted).toBe(true)
  })

  test('invalid arguments, unknown tasks, and clients without tasks', async () => {
    const { app, steps } = createApp()
    const send = createSender(createAppHandler(app))
    expect((await send('tools/call', { name: 'report', arguments: {} })).result).toMatchObject({ isError: true })
    expect((await send('tasks/get', { taskId: 'none' })).error?.code).toBe(-32602)
    expect((await send('tasks/get', { taskId: 'none' }, false)).error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { extensions: { [EXTENSION]: {} } } },
    })
    const waiting = send('tools/call', CALL, false)
    await expect.poll(() => steps.isWaiting).toBe(true)
    steps.finish()
    expect((await waiting).result).toMatchObject({ resultType: 'complete', structuredContent: { pages: 3 } })
    expect((await send('tools/call', { name: 'quick', arguments: {} })).result).toMatchObject({ content: [{ text: 'quick' }] })
  })

  test('belongs to the user who created it', async () => {
    const { app } = createApp()
    let user = 'ada'
    const send = createSender(
      createAppHandler(app, { authenticate: () => ({ issuer: 'a', subject: user, token: Math.random() }) }),
    )
    const taskId = (await send('tools/call', CALL)).result?.['taskId']
    expect((await send('tasks/get', { taskId })).result).toMatchObject({ status: 'working' })
    user = 'eve'
    expect((await send('tasks/get', { taskId })).error?.code).toBe(-32602)
    expect((await send('tasks/cancel', { taskId })).error?.code).toBe(-32602)
  })

  test('clients of 2025-11-25 wait for the result', async () => {
    const { app, steps } = createApp()
    const handler = createAppHandler(app)
    const given = toolCall('2025-11-25', 'report')
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL })
    const waiting = handler(
      new Request('http://127.0.0.1/mcp', { method: 'POST', headers: given.headers, body: new TextEncoder().encode(body) }),
    )
    await expect.poll(() => steps.isWaiting).toBe(true)
    steps.finish()
    expect(await (await waiting).text()).toContain('3 pages')
  })

  test('the official client without tasks gets its result', async () => {
    const { app, steps } = createApp()
    const handler = createAppHandler(app)
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: REVISION } } })
    const fetchLike = (url: string | URL, init?: RequestInit): Promise<Response> => handler(new Request(url, init))
    await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch: fetchLike }))
    const waiting = client.callTool(CALL)
    await expect.poll(() => steps.isWaiting).toBe(true)
    steps.finish()
    expect(await waiting).toMatchObject({ structuredContent: { pages: 3 } })
    await client.close()
  })
})
