import { expect, test } from 'vitest'
import { CasementError, WireCode } from '../../protocol/errors.ts'
import { connectedHost, failure, fakeHost, until, welcome } from '../test-support/fake-host.ts'

test('R-102 R-104 R-112 R-113 R-119 R-130: sends who it is and what it can do, then says that it is there', async () => {
  const { sent } = await connectedHost({}, { availableDisplayModes: ['inline'] })
  expect(sent[0]).toMatchObject({
    jsonrpc: '2.0',
    id: 1,
    method: 'ui/initialize',
    params: {
      appInfo: { name: 'view', version: '1.2.3' },
      appCapabilities: { availableDisplayModes: ['inline'] },
      protocolVersion: '2026-01-26',
    },
  })
  expect(sent[1]).toMatchObject({ method: 'ui/notifications/initialized' })
})

test('R-120 R-125: a refused handshake is an error with the words of the host; nothing is pretended', async () => {
  const { app, host, channel, methods } = fakeHost('silent')
  host.handle('ui/initialize', () => {
    throw new CasementError('INVALID_ARGUMENT', 'appInfo: missing', { wire: { code: WireCode.InvalidParams } })
  })
  await expect(app.connect(channel)).rejects.toMatchObject({
    code: 'REJECTED',
    message: 'The host rejected ui/initialize: appInfo: missing. Check that appInfo has a name and a version',
    wire: { code: -32602 },
  })
  expect(methods()).toEqual(['ui/initialize'])
  expect(channel.closed.aborted).toBe(true)
  expect(app.getSnapshot().status).toBe('closed')
})

test('asks again with growing pauses until a host listens, and no more after that', async () => {
  const { app, host, channel, clock, methods } = fakeHost('silent')
  host.handle('ui/initialize', () => new Promise(() => {}))
  const connected = app.connect(channel)
  for (const pause of [250, 500, 1000]) {
    clock.wind(pause - 1)
    const before = clock.armed()
    clock.wind(1)
    expect(clock.armed()).toBeGreaterThanOrEqual(before)
  }
  await until(() => methods().length === 4)
  host.handle('ui/initialize', () => welcome())
  clock.wind(2000)
  await connected
  clock.wind(100_000)
  await until(() => methods().includes('ui/notifications/initialized'))
  expect(methods()).toEqual([...Array.from({ length: 5 }, () => 'ui/initialize'), 'ui/notifications/initialized'])
})

test('two answers to two attempts are one handshake', async () => {
  const { app, host, channel, clock, methods } = fakeHost('silent')
  const answers: (() => void)[] = []
  host.handle('ui/initialize', () => new Promise((resolve) => answers.push(() => resolve(welcome()))))
  const connected = app.connect(channel)
  clock.wind(250)
  await until(() => answers.length === 2)
  for (const answer of answers) answer()
  await connected
  await until(() => methods().includes('ui/notifications/initialized'))
  expect(methods().filter((method) => method === 'ui/notifications/initialized')).toHaveLength(1)
})

test('a host that never answers is given up with TIMEOUT, and so are the calls that waited for it', async () => {
  const { app, host, channel, clock } = fakeHost('silent')
  host.handle('ui/initialize', () => new Promise(() => {}))
  const connected = failure(app.connect(channel, { timeout: 5000 }))
  const call = failure(app.callServerTool({ name: 'x' }))
  clock.wind(5000)
  expect(await connected).toMatchObject({ code: 'TIMEOUT', message: 'ui/initialize timed out: no response within 5000 ms' })
  expect(await call).toMatchObject({ code: 'TIMEOUT' })
  expect(clock.armed()).toBe(0)
})

test('an aborted connect ends with the reason', async () => {
  const { app, channel } = fakeHost('silent')
  const abort = new AbortController()
  const connected = failure(app.connect(channel, { signal: abort.signal }))
  abort.abort(new Error('enough'))
  expect(await connected).toMatchObject({ message: 'enough' })
})

test('R-121: calls made before the handshake wait for it', async () => {
  const { app, host, channel, methods } = fakeHost()
  host.handle('tools/call', () => ({ content: [] }))
  const call = app.callServerTool({ name: 'early' })
  await app.connect(channel)
  await call
  expect(methods()).toEqual(['ui/initialize', 'ui/notifications/initialized', 'tools/call'])
})

test('connecting again joins the first connection', async () => {
  const { app, channel, methods } = fakeHost()
  const first = app.connect(channel)
  expect(app.connect(channel)).toBe(first)
  await first
  await app.connect()
  await until(() => methods().length === 2)
  expect(methods()).toEqual(['ui/initialize', 'ui/notifications/initialized'])
})

test('4.17 R-118: a missing hostContext is {}, and any version is taken', async () => {
  const { app } = await connectedHost({ hostContext: undefined as never, protocolVersion: '2099-01-01' })
  expect(app.hostContext).toEqual({})
  expect(app.getHostContext()).toEqual({})
  expect(app.getHostVersion()).toEqual({ name: 'fake-host', version: '1' })
})

test('moves to the port that it offered, when the host keeps it', async () => {
  const { app, host, channel, sent } = fakeHost('silent')
  const ports: MessagePort[] = []
  const original = channel.post.bind(channel)
  channel.post = (message, transfer = []) => {
    ports.push(...(transfer as MessagePort[]))
    original(message)
  }
  host.handle('ui/initialize', () => welcome({ hostCapabilities: { experimental: { 'dev.casement/port': {} } } }))
  await app.connect(channel)
  const [port] = ports
  const heard: unknown[] = []
  port?.addEventListener('message', ({ data }: MessageEvent) => heard.push(data))
  port?.start()
  port?.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: { via: 'port' } } })
  await until(() => app.toolInput && heard.length > 0)
  expect(app.toolInput).toEqual({ arguments: { via: 'port' } })
  expect(heard).toEqual(['{"jsonrpc":"2.0","method":"ui/notifications/initialized","params":{}}'])
  expect(sent.map(({ method }) => method)).toEqual(['ui/initialize'])

  heard.length = 0
  const calls = [app.callServerTool({ name: 'a' }), app.callServerTool({ name: 'b' })]
  await until(() => heard.length > 0)
  const lines = String(heard[0]).split('\n')
  expect(
    lines.map((line) => (JSON.parse(line) as { params: { name: string } }).params.name),
    'said in one go',
  ).toEqual(['a', 'b'])
  port?.postMessage(
    lines
      .map((line) => JSON.stringify({ jsonrpc: '2.0', id: (JSON.parse(line) as { id: number }).id, result: { content: [] } }))
      .join('\n'),
  )
  expect(await Promise.all(calls)).toEqual([{ content: [] }, { content: [] }])

  heard.length = 0
  app.ontraffic = () => queueMicrotask(() => void app.close()) // which comes before what sends the lines
  expect(CasementError.is(await failure(app.callServerTool({ name: 'last' })), 'CLOSED')).toBe(true)
  await until(() => heard.length > 0)
  expect(heard, 'what was said is not lost with the connection').toMatchObject([expect.stringContaining('"name":"last"')])
  port?.close()
})
