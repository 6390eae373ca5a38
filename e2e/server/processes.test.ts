import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import postgres from 'postgres'
import { postgresEventBus, serve, type ClosableEventBus } from '../../packages/casement/src/server/index.ts'
import { startPostgres } from '../../packages/gateway/src/test-support/postgres.ts'
import { program, startServer, type Running } from './child.ts'
import { weatherApp } from './weather.mjs'

const INFO = { name: 'test', version: '1.0.0' }
const modern = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const

async function start(): Promise<Running> {
  const server = await startServer()
  onTestFinished(() => void server.child.kill('SIGKILL'))
  return server
}

async function client(url: string, options: object = {}): Promise<Client> {
  const opened = new Client(INFO, options)
  await opened.connect(new StreamableHTTPClientTransport(new URL(url)))
  onTestFinished(() => opened.close())
  return opened
}

/** One address in front of several servers: each connection goes to the next, and a dead one is passed over. */
async function balance(servers: readonly Running[]): Promise<string> {
  let turn = 0
  const balancer: Server = createServer((near) => {
    const alive = servers.filter(({ child }) => child.exitCode === null && child.signalCode === null)
    const next = alive[turn++ % alive.length]
    const far = connect(Number(new URL(next?.url ?? '').port), '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => [near.destroy(), far.destroy()])
  })
  balancer.listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  onTestFinished(() => void balancer.close())
  return `http://127.0.0.1:${(balancer.address() as AddressInfo).port}/mcp`
}

test.each([
  ['2025-11-25', {}],
  ['2026-07-28', modern],
] as const)('several processes behind one address serve one client of %s, and one of them may be killed', async (_, options) => {
  const servers = await Promise.all([start(), start()])
  const asked = await client(await balance(servers), options)
  const call = (): Promise<unknown> => asked.callTool({ name: 'forecast', arguments: { city: 'Rome' } })
  const answers = await Promise.all(Array.from({ length: 12 }, call))
  expect(answers.every((answer) => JSON.stringify(answer) === JSON.stringify(answers[0]))).toBe(true)
  await servers[0]?.end('SIGKILL')
  // Requests on a connection to the dead process fail; a retry is served.
  await expect.poll(() => call().catch(() => undefined)).toMatchObject({ structuredContent: { city: 'Rome' } })
  const count = (): Promise<number | undefined> =>
    asked.listTools().then(
      ({ tools }) => tools.length,
      () => undefined,
    )
  await expect.poll(count).toBe(5)
})

test('SIGTERM lets a request in flight finish, takes no new one, and the process ends by itself', async () => {
  const server = await start()
  const asked = await client(server.url)
  let isAsleep = false
  const slow = asked.callTool({ name: 'slow', arguments: { ms: 700 } }, { onprogress: () => (isAsleep = true) })
  // Requests that have not arrived yet use a new connection.
  await expect.poll(() => isAsleep).toBe(true)
  const quick = await asked.callTool({ name: 'whoami' })
  expect(quick).toHaveProperty('structuredContent')
  const ended = server.end('SIGTERM')
  await expect
    .poll(() =>
      fetch(server.url).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
  expect(await slow).toMatchObject({ content: [{ text: 'slept' }] })
  expect(await ended).toBe(0)
})

test('a client that hangs up aborts its tool', async () => {
  const served = await serve(weatherApp, { http: { port: 0, grace: 600_000 }, signals: false })
  onTestFinished(() => served.close())
  const asked = await client(served.url ?? '', modern)
  const stop = new AbortController()
  const call = asked.callTool({ name: 'slow', arguments: { ms: 60_000 } }, { signal: stop.signal })
  const failed = call.catch((error: unknown) => error)
  await asked.callTool({ name: 'whoami' })
  stop.abort()
  expect(await failed).toBeInstanceOf(Error)
  // Closing waits for what is in flight, longer than this test lasts.
  await served.close()
})

test('a server by stdio ends when its client closes the pipe, and when it is told to', async () => {
  for (const end of ['close', 'SIGTERM'] as const) {
    const child = spawn(process.execPath, [program('serve-stdio.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: INFO }
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    expect(JSON.parse(String(line))).toMatchObject({ id: 1, result: { serverInfo: { name: 'weather' } } })
    const exited = once(child, 'exit')
    if (end === 'close') child.stdin.end()
    else child.kill(end)
    expect(await exited).toEqual([0, null])
  }
})

test('a change that one process publishes reaches a subscription at another, over PostgreSQL', async () => {
  const database = await startPostgres()
  onTestFinished(() => database.stop())
  const address = await database.database()
  const open = async (): Promise<{ url: string; bus: ClosableEventBus }> => {
    const sql = postgres(address, { onnotice: () => {} })
    onTestFinished(() => sql.end({ timeout: 1 }))
    const bus = await postgresEventBus(sql)
    const served = await serve(weatherApp, { http: 0, signals: false, bus })
    onTestFinished(() => served.close())
    return { url: served.url ?? '', bus }
  }
  const [here, there] = await Promise.all([open(), open()])
  let heard = 0
  const listChanged = { tools: { onChanged: () => void heard++, autoRefresh: false, debounceMs: 0 } }
  await client(here.url, { ...modern, listChanged })
  // A subscription opens a moment after the client has connected, so the update is repeated until it arrives.
  await expect
    .poll(() => {
      there.bus.publish({ kind: 'tools_list_changed' })
      return heard
    })
    .toBeGreaterThan(0)
})
