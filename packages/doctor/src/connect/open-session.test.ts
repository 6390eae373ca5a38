import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSession } from './open-session.ts'
import type { StdioTarget, Target } from './target.ts'

const TIMEOUT = 60_000
const MODERN_KEY = 'io.modelcontextprotocol/protocolVersion'

interface Message {
  readonly id?: number
  readonly method: string
  readonly params?: { readonly name?: string; readonly _meta?: Readonly<Record<string, unknown>> }
}
type Reply = (message: Message, request: Request) => Response | Promise<Response>

const over = (reply: Reply): Target => ({
  kind: 'in-process',
  url: 'https://weather.example/mcp',
  fetch: async (request) => reply((await request.clone().json()) as Message, request),
})

const answer = ({ id }: Message, result: object, status = 200): Response =>
  Response.json({ jsonrpc: '2.0', id, ...result }, { status })

const open = async (target: Target) => {
  const session = await openSession(target, TIMEOUT)
  onTestFinished(() => session.close())
  return session
}

describe('over HTTP', () => {
  test('a server of the second era is asked with its headers, and what it answers comes as it is', async () => {
    const headers: (string | null)[] = []
    const session = await open(
      over((message, request) => {
        if (message.params?._meta?.[MODERN_KEY] !== '2026-07-28') return answer(message, {}, 500)
        for (const name of ['mcp-protocol-version', 'mcp-method', 'mcp-name']) headers.push(request.headers.get(name))
        if (message.method === 'server/discover')
          return answer(message, {
            result: {
              supportedVersions: ['2026-07-28'],
              capabilities: { tools: {} },
              _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'weather' } },
            },
          })
        return answer(message, { result: { tools: 'none', unknown: 1 } })
      }),
    )
    expect(session).toMatchObject({ era: 'modern', info: { name: 'weather' }, capabilities: { tools: {} } })
    expect(await session.request('tools/call', { name: 'Köln' }, TIMEOUT)).toEqual({ tools: 'none', unknown: 1 })
    expect(headers).toEqual(['2026-07-28', 'server/discover', null, '2026-07-28', 'tools/call', '=?base64?S8O2bG4=?='])
  })

  test.each([404, 400, 200])('a server that refuses the question with %i is of the first era', async (status) => {
    const seen: string[] = []
    const session = await open(
      over((message, request) => {
        seen.push([message.method, request.headers.get('mcp-session-id'), request.headers.get('mcp-protocol-version')].join(' '))
        if (message.method === 'server/discover')
          return answer(
            message,
            { id: null, ...(status === 200 && { id: 1 }), error: { code: -32_000, message: 'who?' } },
            status,
          )
        if (message.id === undefined) return new Response(null, { status: 202 })
        const result = message.method === 'initialize' ? { protocolVersion: '2025-06-18', serverInfo: { name: 'old' } } : {}
        const event = `: hello\r\n\r\nevent: message\r\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, result })}\r\n\r\n`
        return new Response(event, { headers: { 'Content-Type': 'text/event-stream', 'Mcp-Session-Id': 'one' } })
      }),
    )
    expect(session).toMatchObject({ era: 'legacy', protocolVersion: '2025-06-18', info: { name: 'old' } })
    await session.request('tools/list', {}, TIMEOUT)
    expect(seen).toEqual([
      'server/discover  2026-07-28',
      'initialize  ',
      'notifications/initialized one 2025-06-18',
      'tools/list one 2025-06-18',
    ])
  })

  test.each([
    [
      'asks who we are',
      () => new Response('who?', { status: 401 }),
      '401  who?, without WWW-Authenticate; pass the token with --header',
    ],
    [
      'has moved',
      () => new Response(null, { status: 301, headers: { Location: '/other' } }),
      'redirects with 301 to /other: clients then send GET',
    ],
    ['broke', () => new Response(null, { status: 503 }), 'the server answered with 503'],
    [
      'is a web page',
      () => new Response('<p>', { headers: { 'Content-Type': 'text/html' } }),
      'with text/html, not with JSON: <p>',
    ],
    [
      'answers somebody else',
      () => Response.json({ jsonrpc: '2.0', id: 99, result: {} }),
      'server/discover has no message with the id of the request',
    ],
  ])('one that %s says so', async (_, reply, reason) => {
    await expect(openSession(over(reply), TIMEOUT)).rejects.toThrow(reason)
  })

  test('one that has moved so that a POST stays one is followed', async () => {
    const session = await open(
      over((message, request) =>
        request.url.endsWith('/new')
          ? answer(message, { result: { supportedVersions: ['2026-07-28'], capabilities: {} } })
          : new Response(null, { status: 308, headers: { Location: 'https://weather.example/new' } }),
      ),
    )
    expect(session.era).toBe('modern')
  })

  test('one that has forgotten its session is told from one that fails, however it says so', async () => {
    const forgotten = [
      () => new Response('data: {"error":"Session not found"}\n\n', { headers: { 'Content-Type': 'text/event-stream' } }),
      () => new Response(null, { status: 404 }),
    ]
    const session = await open(
      over((message) => {
        if (message.method === 'server/discover') return new Response(null, { status: 400 })
        if (message.id === undefined) return new Response(null, { status: 202 })
        if (message.method !== 'initialize') return forgotten.shift()?.() ?? answer(message, { result: {} })
        return Response.json({ jsonrpc: '2.0', id: message.id, result: {} }, { headers: { 'Mcp-Session-Id': 'one' } })
      }),
    )
    const said = session.request('tools/list', {}, TIMEOUT)
    await expect(said).rejects.toMatchObject({ code: 'SESSION_LOST', message: expect.stringContaining('requires 404') as string })
    await expect(session.request('tools/list', {}, TIMEOUT)).rejects.toMatchObject({ code: 'SESSION_LOST' })
  })

  test('one that hangs up on a connection it kept open is asked again, but not to call a tool twice', async () => {
    const seen: string[] = []
    const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { id, method } = (await json(request)) as Message
      const isAgain = method === 'tools/list' && seen.includes(method)
      seen.push(method)
      if (method !== 'server/discover' && !isAgain) request.socket.destroy()
      else response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { supportedVersions: ['2026-07-28'], capabilities: {} } }))
    }
    const server = createServer((request, response) => void reply(request, response))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const session = await open({ kind: 'http', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` })
    await session.request('tools/list', {}, TIMEOUT)
    await expect(session.request('tools/call', { name: 'buy' }, TIMEOUT)).rejects.toThrow('fetch failed')
    expect(seen).toEqual(['server/discover', 'tools/list', 'tools/list', 'tools/call'])
  })

  test('a request that is not answered ends in time, and says so', async () => {
    const session = await open(
      over((message, request) => {
        if (message.method === 'server/discover')
          return answer(message, { result: { supportedVersions: ['2026-07-28'], capabilities: {} } })
        return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(new Error('gone'))))
      }),
    )
    await expect(session.request('tools/list', {}, 20)).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
  })
})

/** A program that gets each message as `m`, and answers with `say`. */
const program = (code: string): StdioTarget => ({
  kind: 'stdio',
  command: process.execPath,
  args: [
    '-e',
    `const say = (m) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...m }) + '\\n')
     require('node:readline').createInterface(process.stdin).on('line', (l) => { const m = JSON.parse(l); ${code} })`,
  ],
})
const HELLO = `if (m.method === 'initialize') say({ id: m.id, result: { protocolVersion: '2025-11-25', serverInfo: { name: 'old' }, capabilities: {} } })`

describe('over stdio', () => {
  test('one that ends when it does not hear initialize first is started again, and logs do not disturb', async () => {
    const session = await open(
      program(`if (m.method === 'server/discover') process.exit(1); console.log('a log'); ${HELLO};
        if (m.method === 'tools/list') say({ id: 'q', method: 'ping' });
        if (m.id === 'q') say({ id: 2, result: { ping: m.result } })`),
    )
    expect(session).toMatchObject({ era: 'legacy', info: { name: 'old' } })
    expect(await session.request('tools/list', {}, TIMEOUT)).toEqual({ ping: {} })
    expect(session.noise).toContain('a log')
  })

  test('one that ends says with what, in its own words', async () => {
    await expect(openSession(program(`console.error('no database'); process.exit(3)`), TIMEOUT)).rejects.toThrow(
      'the server ended with code 3: no database',
    )
  })

  test('one that cannot be started says so', async () => {
    await expect(openSession({ kind: 'stdio', command: '/nowhere/server' }, TIMEOUT)).rejects.toThrow('could not be started')
  })
})
