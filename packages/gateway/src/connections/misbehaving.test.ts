import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createGateway, type Gateway } from '../gateway.ts'
import { connectPage } from '../test-support/ask.ts'
import { pagesFolder } from '../test-support/pages-folder.ts'
import { createConnection, type Connection } from './connection.ts'
import { MAX_MISSES } from './heartbeat.ts'
import type { Target } from './target.ts'

const SCRIPT = fileURLToPath(new URL('../test-support/misbehaving-server.mjs', import.meta.url))

async function startHttp(): Promise<{ url: string; end(): Promise<unknown> }> {
  const child = spawn(process.execPath, [SCRIPT, 'http'], { stdio: ['ignore', 'inherit', 'pipe'] })
  const [port] = (await once(child.stderr, 'data')) as [Buffer]
  const exited = once(child, 'exit')
  const end = (): Promise<unknown> => (child.kill('SIGKILL'), exited)
  return { url: `http://127.0.0.1:${String(port).trim()}/mcp`, end }
}

// A call without progress goes directly to a server over HTTP; one with progress uses the official client.
const CALLS = [
  ['wrong-type', /invalid response: result must be an object, not a string/],
  ['no-content', /invalid response: it has neither a result nor an error/],
  ['wrong-id', /invalid response: it has the id 2000000000/],
  ['no-json', /invalid response: .*invalid JSON/],
] as const
const HTTP_CALLS = [
  ...CALLS,
  ['stream-wrong-type', /invalid response: result must be an object, not a string/],
  ['stream-ends', /invalid response: its event stream ended before the result/],
  ['half', /broke|terminated|aborted/],
] as const

describe('a server that misbehaves', () => {
  let gateway: Gateway
  let http: Awaited<ReturnType<typeof startHttp>>
  beforeAll(async () => {
    http = await startHttp()
    gateway = await createGateway({
      port: 0,
      pages: pagesFolder,
      servers: { stdio: { command: process.execPath, args: [SCRIPT] }, http: { url: http.url } },
    })
    // Calls are refused until they can be recorded.
    await gateway.ready
  })
  afterAll(async () => {
    await gateway.close()
    await http.end()
  })

  const call = async (server: string, name: string, withProgress: boolean): Promise<unknown> => {
    const client = await connectPage(gateway, server)
    // The first call of a page takes the official way in both directions.
    await client.callTool({ name: 'good', arguments: {} })
    return client.callTool({ name, arguments: {} }, withProgress ? { onprogress: () => {} } : {})
  }
  const stateOf = (server: string): string => gateway.servers.get(server)?.entry.state.status ?? ''

  describe.each([false, true])('with progress: %s', (withProgress) => {
    test.each(CALLS)('over stdio, %s: the call fails with what was wrong, and the server stays', async (tool, message) => {
      await expect(call('stdio', tool, withProgress)).rejects.toThrow(message)
      expect(stateOf('stdio')).toBe('ready')
      expect(await call('stdio', 'good', withProgress)).toMatchObject({ content: [{ text: 'good' }] })
    })

    test.each(HTTP_CALLS)('over HTTP, %s: the call fails with what was wrong', async (tool, message) => {
      await expect(call('http', tool, withProgress)).rejects.toThrow(message)
      await expect.poll(() => call('http', 'good', withProgress)).toMatchObject({ content: [{ text: 'good' }] })
    })
  })

  test.each(['half', 'huge'])('over stdio, %s: the call fails at once, and the server is started again', async (tool) => {
    await expect(call('stdio', tool, false)).rejects.toThrow(/closed/i)
    await expect.poll(() => call('stdio', 'good', false), { timeout: 10_000 }).toMatchObject({ content: [{ text: 'good' }] })
  })

  test('over HTTP, a response of 65 MB fails the call', async () => {
    await expect(call('http', 'huge', false)).rejects.toThrow(/longer than \d+ bytes/)
  })
})

/** A connection whose heartbeat is fast. */
function keep(target: Target): { connection: Connection; reasons: () => string[] } {
  const reasons: string[] = []
  const connection = createConnection({
    name: 'x',
    target,
    changed: ({ state }) => state.status === 'failed' && reasons.push(`${state.code}: ${state.reason}`),
    listChanged: () => {},
    resourceChanged: () => {},
    respond: async () => ({ action: 'cancel' }),
    heartbeat: { interval: 50, timeout: 100 },
  })
  onTestFinished(() => connection.stop())
  return { connection, reasons: () => reasons }
}

test.each(['stdio', 'http'] as const)('a server over %s that hangs is not ready any more, and its call fails', async (kind) => {
  const http = kind === 'http' ? await startHttp() : undefined
  onTestFinished(async () => void (await http?.end()))
  const target: Target = http
    ? { kind: 'http', url: new URL(http.url), headers: {} }
    : { kind: 'stdio', config: { command: process.execPath, args: [SCRIPT] } }
  const { connection, reasons } = keep(target)
  const client = await connection.client(new AbortController().signal)
  await expect(client.callTool({ name: 'hang', arguments: {} })).rejects.toThrow(/closed|broke|aborted|terminated/i)
  await expect
    .poll(() => reasons()[0] ?? '', { timeout: 15_000 })
    .toMatch(/^SERVER_SILENT: It did not respond to \d+ consecutive heartbeats/)
})

test('a server that responds is kept while the event loop of the gateway is blocked', async () => {
  const http = await startHttp()
  onTestFinished(async () => void (await http.end()))
  const { fetch } = globalThis
  let blocks = 0
  vi.stubGlobal('fetch', (url: string | URL, init?: RequestInit) => {
    const response = fetch(url, init)
    // The timeout of the beat is due before its response can be read.
    if (typeof init?.body === 'string' && init.body.includes('"ping"') && ++blocks) Atomics.wait(LOCK, 0, 0, 1300)
    return response
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { connection, reasons } = keep({ kind: 'http', url: new URL(http.url), headers: {} })
  await expect.poll(() => blocks, { timeout: 20_000 }).toBeGreaterThan(MAX_MISSES)
  expect(reasons()).toEqual([])
  expect(connection.entry.state.status).toBe('ready')
})

const LOCK = new Int32Array(new SharedArrayBuffer(4))
