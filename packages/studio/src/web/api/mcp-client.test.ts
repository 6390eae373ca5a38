import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { noteAsker } from './asker.ts'
import { openMcpClient, type McpClient } from './mcp-client.ts'

interface Rig {
  readonly client: McpClient
  /** Methods as they passed, with an arrow for the direction. */
  readonly wire: string[]
  readonly requests: Request[]
}

const passed = (direction: string, message: unknown): string => {
  const { method = 'answer' } = message as { method?: string }
  return `${direction === 'to-server' ? '>' : '<'} ${method}`
}

async function openRig(send: typeof fetch, url = 'http://gateway.example/mcp/s'): Promise<Rig> {
  const wire: string[] = []
  const requests: Request[] = []
  const client = await openMcpClient({
    url,
    headers: { Authorization: 'Bearer secret' },
    tell: (direction, message) => wire.push(passed(direction, message)),
    send(to, init) {
      requests.push(new Request(to, init))
      return send(to, init)
    },
  })
  return { client, wire, requests }
}

const called: string[] = []
const aborted: string[] = []
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 's', version: '1.0.0' })
  server.registerTool('far', { inputSchema: z.object({ to: z.string() }) }, async ({ to }, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    if (progressToken !== undefined)
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } })
    return { content: [{ type: 'text', text: `went to ${to}` }] }
  })
  server.registerTool(
    'never',
    { inputSchema: z.object({}) },
    (_args, { mcpReq }) =>
      new Promise((_resolve, reject) => {
        called.push('never')
        mcpReq.signal.addEventListener('abort', () => {
          aborted.push('never')
          reject(new Error('left'))
        })
      }),
  )
  return server
})

describe('the client of the page, against the official server', () => {
  const listening = createServer(getRequestListener((request) => handler.fetch(request), { overrideGlobalObjects: false }))
  beforeAll(async () => once(listening.listen(0, '127.0.0.1'), 'listening'))
  afterAll(() => {
    listening.close()
    listening.closeAllConnections()
  })
  const open = (): Promise<Rig> => openRig(fetch, `http://127.0.0.1:${(listening.address() as AddressInfo).port}/mcp`)

  test('connects, lists and calls, says who asks in the headers only, and tells of every message', async () => {
    const { client, wire, requests } = await open()
    expect(client.getServerCapabilities()).toMatchObject({ tools: {} })
    expect(await client.listTools()).toMatchObject({ tools: [{ name: 'far' }, { name: 'never' }] })
    const steps: unknown[] = []
    const params = noteAsker({ name: 'far', arguments: { to: 'Ü' } }, { actor: 'model', conversation: 'c' })
    const options = { onprogress: (step: object) => steps.push(step) }
    expect(await client.callTool(params, options as never)).toMatchObject({ content: [{ text: 'went to Ü' }] })
    expect(steps).toMatchObject([{ progress: 1, total: 2 }])
    const call = requests.at(-1)
    expect(call?.headers.get('x-casement-actor')).toBe('model')
    expect(call?.headers.get('authorization')).toBe('Bearer secret')
    expect(await call?.text()).not.toContain('asker')
    expect(wire).toEqual([
      '> initialize',
      '< answer',
      '> notifications/initialized',
      '> tools/list',
      '< answer',
      '> tools/call',
      '< notifications/progress',
      '< answer',
    ])
  })

  test('hangs up when a call is given up, which ends it at the server', async () => {
    const { client } = await open()
    const leaving = new AbortController()
    const call = client.callTool({ name: 'never', arguments: {} }, { signal: leaving.signal } as never)
    await expect.poll(() => called).toEqual(['never'])
    leaving.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await expect.poll(() => aborted).toEqual(['never'])
  })

  test('tells what the server objects to', async () => {
    const { client } = await open()
    await expect(client.readResource({ uri: 'ui://nothing' })).rejects.toThrow(/./)
    await expect(client.callTool({ name: 'far', arguments: {} })).resolves.toMatchObject({ isError: true })
  })
})

describe('when the gateway is no help', () => {
  const hello = { jsonrpc: '2.0', id: 1, result: { capabilities: {} } }
  const after =
    (answer: () => Promise<Response>) =>
    async (to: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const { method } = (await new Request(to, init).json()) as { method: string }
      if (method === 'initialize') return Response.json(hello)
      return method.startsWith('notifications/') ? new Response(null, { status: 202 }) : answer()
    }
  const events = (text: string): Response => new Response(text, { headers: { 'Content-Type': 'text/event-stream' } })

  test.each([
    [
      'refuses with a reason',
      async () => Response.json({ error: { code: 'X', message: 'The server "s" is not connected.' } }, { status: 503 }),
      'The server "s" is not connected.',
    ],
    ['refuses without one', async () => new Response('no', { status: 500 }), 'The gateway responded with HTTP 500.'],
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed')), 'The gateway does not respond: fetch failed'],
    ['ends before it answered', async () => events(': nothing\n\n'), 'The connection was closed before the response arrived.'],
    ['writes no JSON', async () => events('data: {oops\n\n'), /The gateway does not respond: .*JSON/],
  ])('that %s, the call says so', async (_what, answer, why) => {
    const { client } = await openRig(after(answer))
    await expect(client.listTools()).rejects.toThrow(why)
  })

  test('whoever closes ends what waits, and nothing is sent after it', async () => {
    const { client, requests } = await openRig(after(() => new Promise(() => {})))
    const call = client.listTools()
    client.close()
    await expect(call).rejects.toThrow('The connection was closed')
    const before = requests.length
    await expect(client.listTools()).rejects.toMatchObject({ code: 'CLOSED' })
    expect(requests).toHaveLength(before)
  })
})
