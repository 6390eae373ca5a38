import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { fetchListener } from 'casement/sandbox/node'
import { expect, onTestFinished, test } from 'vitest'
import type { ServerEntry, ServerState } from '../api.ts'
import { createToolServer } from '../test-support/tool-server.ts'
import { createConnection, type Connection } from './connection.ts'
import type { Target } from './target.ts'

const SCRIPT = fileURLToPath(new URL('../test-support/stdio-server.mjs', import.meta.url))
const stdio = (manner: string): Target => ({ kind: 'stdio', config: { command: process.execPath, args: [SCRIPT, manner] } })
const forever = new AbortController().signal

interface Kept {
  readonly connection: Connection
  readonly states: ServerEntry[]
  readonly status: () => ServerState['status']
}

function keep(target: Target): Kept {
  const states: ServerEntry[] = []
  const connection = createConnection({
    name: 'x',
    target,
    changed: (entry) => states.push(entry),
    listChanged: () => {},
    resourceChanged: () => {},
    respond: async () => ({ action: 'cancel' }),
  })
  onTestFinished(() => connection.stop())
  return { connection, states, status: () => connection.entry.state.status }
}

const callPid = async (connection: Connection): Promise<string> => {
  const client = await connection.client(forever)
  const { content } = await client.callTool({ name: 'pid', arguments: {} })
  return content[0]?.type === 'text' ? content[0].text : ''
}

const isRunning = (pid: string): boolean => {
  try {
    process.kill(Number(pid), 0)
    return true
  } catch {
    return false
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

test('a server on stdio is connected, says what it is, and ends with its connection', async () => {
  const { connection, states } = keep(stdio('good'))
  const pid = await callPid(connection)
  expect(connection.entry).toMatchObject({
    kind: 'stdio',
    state: { status: 'ready', protocolVersion: '2025-06-18', serverInfo: { name: 'good' }, capabilities: { tools: {} } },
  })
  expect(isRunning(pid)).toBe(true)
  await connection.stop()
  expect(isRunning(pid)).toBe(false)
  expect(states.map(({ state }) => state.status)).toEqual(['starting', 'ready', 'stopped'])
})

test('a server that dies in a call comes back by itself, as another process', async () => {
  const { connection, states, status } = keep(stdio('good'))
  const before = await callPid(connection)
  const client = await connection.client(forever)
  await expect(client.callTool({ name: 'die', arguments: {} })).rejects.toThrow(/closed/i)
  await expect.poll(() => states.some(({ state }) => state.status === 'failed')).toBe(true)
  const failed = states.find(({ state }) => state.status === 'failed')?.state
  expect(failed).toMatchObject({ code: 'SERVER_EXITED', reason: expect.stringContaining('7'), retryAt: expect.any(Number) })
  await expect.poll(status).toBe('ready')
  expect(await callPid(connection)).not.toBe(before)
})

test('a server that does not start says why with its last output, and waits longer each time', async () => {
  const { connection, states } = keep(stdio('dies'))
  await expect.poll(() => states.filter(({ state }) => state.status === 'failed').length).toBeGreaterThan(1)
  const failures = states.filter(({ state }) => state.status === 'failed')
  expect(failures[0]?.output).toContain('cannot find my configuration')
  expect(failures.map(({ state }) => 'attempt' in state && state.attempt)).toEqual(expect.arrayContaining([1, 2]))
  await expect(connection.client(forever)).rejects.toThrow(/not connected|exit code 3/)
})

test('a command that does not exist is said, and not tried again until somebody asks', async () => {
  const { connection, states, status } = keep({ kind: 'stdio', config: { command: '/nowhere/server' } })
  await expect.poll(status).toBe('failed')
  expect(connection.entry.state).toMatchObject({ code: 'SERVER_NOT_FOUND' })
  expect(connection.entry.state).not.toHaveProperty('retryAt')
  connection.restart()
  await expect.poll(() => states.filter(({ state }) => state.status === 'failed').length).toBe(2)
})

test('a server of the first era that ends when it is probed is asked again in its own way', async () => {
  const { connection } = keep(stdio('exits-on-probe'))
  expect(await callPid(connection)).toMatch(/^\d+$/)
})

test('text between the messages is output, not an end', async () => {
  const { connection } = keep(stdio('chatty'))
  await callPid(connection)
  expect(connection.entry.output).toContain('Welcome! This is no message.')
})

test('a flood is held back by the pipe: calls are answered, and memory stays', async () => {
  const { connection } = keep(stdio('floods'))
  await callPid(connection)
  const before = process.memoryUsage().rss
  for (let call = 0; call < 3; call++) await callPid(connection)
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})

test('a message without an end ends its server', async () => {
  const { states } = keep(stdio('endless-line'))
  await expect
    .poll(() => states.find(({ state }) => state.status === 'failed')?.state)
    .toMatchObject({ code: 'SERVER_OVER_LIMIT' })
})

test('a server that stops reading is refused more, once what waits for it is 8 MB', async () => {
  const { connection } = keep(stdio('stops-reading'))
  const client = await connection.client(forever)
  const text = 'x'.repeat(1024 * 1024)
  const calls = Array.from({ length: 20 }, () => client.callTool({ name: 'pid', arguments: { text } }, { timeout: 2000 }))
  const reasons = (await Promise.allSettled(calls)).map((each) => (each.status === 'rejected' ? String(each.reason) : 'answered'))
  expect(reasons.filter((reason) => reason.includes('does not read its input')).length).toBeGreaterThan(5)
})

test('a server that will not end is ended', async () => {
  const { connection } = keep(stdio('stubborn'))
  const pid = await callPid(connection)
  await connection.stop()
  expect(isRunning(pid)).toBe(false)
})

test('a server over HTTP speaks the newer era, is missed when it is gone, and found when it is back', async () => {
  const tools = createToolServer()
  const first = createServer(fetchListener((request) => tools.fetch(request)))
  const port = await listen(first)
  const { connection, status, states } = keep({ kind: 'http', url: new URL(`http://127.0.0.1:${port}/mcp`), headers: {} })
  const client = await connection.client(forever)
  expect(connection.entry.state).toMatchObject({ protocolVersion: '2026-07-28', instructions: 'Be kind.' })
  // It keeps its port, which another process could take meanwhile.
  const hangUp = (socket: Socket): unknown => socket.destroy()
  first.on('connection', hangUp)
  first.closeAllConnections()
  await expect(client.callTool({ name: 'both', arguments: {} })).rejects.toThrow(/fetch failed|closed/i)
  await expect.poll(status).toBe('failed')
  expect(states.at(-1)?.state).toMatchObject({ code: 'SERVER_UNREACHABLE' })
  first.off('connection', hangUp)
  await expect.poll(status).toBe('ready')
})

test('a port that is never asked over HTTP is said to be one, and not tried again', async () => {
  const { states, status } = keep({ kind: 'http', url: new URL('http://127.0.0.1:9/mcp'), headers: {} })
  await expect.poll(status).toBe('failed')
  expect(states.at(-1)?.state).toMatchObject({ code: 'SERVER_UNREACHABLE', reason: expect.stringContaining('its port') })
})

test('something that is no MCP server is said to be none', async () => {
  const port = await listen(createServer((_request, response) => response.writeHead(404).end('not here')))
  const { connection, status } = keep({ kind: 'http', url: new URL(`http://127.0.0.1:${port}/`), headers: {} })
  await expect.poll(status).toBe('failed')
  expect(connection.entry.state).toMatchObject({ code: 'SERVER_NOT_MCP', fix: expect.stringContaining('/mcp') })
})

test('secrets in an address are not shown', () => {
  const { connection } = keep({
    kind: 'http',
    url: new URL('http://user:pass@127.0.0.1:9/mcp?key=1'),
    headers: { authorization: 's' },
  })
  expect(JSON.stringify(connection.entry)).not.toMatch(/pass|key|authorization/)
})

test('a server in this process needs no network', async () => {
  const { connection } = keep({ kind: 'built-in', server: createToolServer() })
  const client = await connection.client(forever)
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('both')
  expect(connection.entry).toMatchObject({ app: 'built-in:x', kind: 'built-in' })
})
