import { describe, expect, test } from 'vitest'
import { handClock } from '../../../../../test/hand-clock.ts'
import {
  createPeer,
  memoryChannels,
  PORT_CAPABILITY,
  type Channel,
  type HostToView,
  type ViewToHost,
} from '../../protocol/index.ts'
import { createRecorder, createReplay, readTrace, recordedChannel, writeTrace, type Trace } from './index.ts'

/** A small View: shakes hands, calls a tool with what it is given, and says what came back. Returns what it saw. */
function startView(channel: Channel, tool = 'refresh'): string[] {
  const seen: string[] = []
  const peer = createPeer<ViewToHost, HostToView>(channel)
  peer.on('ui/notifications/tool-input', async ({ arguments: input }) => {
    seen.push(`input ${JSON.stringify(input)}`)
    const result = await peer.request('tools/call', { name: tool, arguments: input ?? {} }).catch((error: Error) => error.message)
    seen.push(`result ${JSON.stringify(result)}`)
    peer.notify('ui/notifications/size-changed', { height: Math.random() })
  })
  peer.handle('ui/resource-teardown', () => {
    seen.push('teardown')
    return {}
  })
  const introduction = { protocolVersion: '2026-01-26', appInfo: { name: 'v', version: '1' }, appCapabilities: {} }
  void peer.request('ui/initialize', introduction).then(({ hostCapabilities }) => {
    seen.push(`capabilities ${JSON.stringify(hostCapabilities)}`)
    return peer.notify('ui/notifications/initialized', {})
  })
  return seen
}

/** A host that answers it; recorded at its end. */
async function recordSession(): Promise<{ trace: Trace; seen: string[] }> {
  const [hostEnd, viewEnd] = memoryChannels()
  const recorder = createRecorder({ by: { name: 'test', version: '1' } })
  const peer = createPeer<HostToView, ViewToHost>(recordedChannel(hostEnd, recorder, 'host'))
  const hostCapabilities = { serverTools: {}, experimental: { [PORT_CAPABILITY]: {} } }
  peer.handle('ui/initialize', ({ protocolVersion }) => ({
    protocolVersion,
    hostInfo: { name: 'h', version: '1' },
    hostCapabilities,
    hostContext: {},
  }))
  peer.handle('tools/call', ({ name }) => ({ content: [{ type: 'text' as const, text: `called ${name}` }] }))
  const sized = new Promise<void>((resolve) => peer.on('ui/notifications/size-changed', () => resolve()))
  peer.on('ui/notifications/initialized', () => peer.notify('ui/notifications/tool-input', { arguments: { city: 'Bern' } }))
  const seen = startView(viewEnd)
  await sized
  await peer.request('ui/resource-teardown', {})
  return { trace: readTrace(writeTrace(recorder.trace())), seen }
}

const withoutPort = (seen: string[]): string[] => seen.map((line) => line.replace(/,"experimental":\{.*?\}\}/, ''))

describe('a recorded session', () => {
  test('played to the same View as fast as it answers, the View sees the same again, every time', async () => {
    const { trace, seen } = await recordSession()
    expect(seen).toHaveLength(4)
    for (const _ of [1, 2, 3]) {
      const [hostEnd, viewEnd] = memoryChannels()
      const replay = createReplay(trace, hostEnd)
      const again = startView(viewEnd)
      replay.play({ speed: Infinity })
      expect(await replay.done).toEqual([])
      expect(again).toEqual(withoutPort(seen))
      expect(replay).toMatchObject({ state: 'done', position: replay.length })
    }
  })

  test('does not promise the View a port that nobody listens on', async () => {
    const { trace, seen } = await recordSession()
    const [hostEnd, viewEnd] = memoryChannels()
    const replay = createReplay(trace, hostEnd)
    const again = startView(viewEnd)
    replay.play({ speed: Infinity })
    await replay.done
    expect(seen[0]).toContain(PORT_CAPABILITY)
    expect(again[0]).toBe('capabilities {"serverTools":{}}')
  })

  test('played to a View that chooses other ids gets its answers under them', async () => {
    const { trace } = await recordSession()
    const [hostEnd, viewEnd] = memoryChannels()
    const shifted: Channel = {
      ...viewEnd,
      post: (message) => viewEnd.post(renumber(message as { id?: unknown }, (id) => (typeof id === 'number' ? `v${id}` : id))),
      listen: (receive) =>
        viewEnd.listen((message) =>
          receive(renumber(message as { id?: unknown }, (id) => (typeof id === 'string' ? Number(id.slice(1)) : id))),
        ),
    }
    const replay = createReplay(trace, hostEnd)
    const again = startView(shifted)
    replay.play({ speed: Infinity, until: replay.length - 2 })
    await expect.poll(() => again.at(-1)).toContain('called refresh')
    replay.close()
  })

  test('played to a View that does something else says what, and does not hang', async () => {
    const { trace } = await recordSession()
    const [hostEnd, viewEnd] = memoryChannels()
    const replay = createReplay(trace, hostEnd)
    startView(viewEnd, 'other')
    replay.play({ speed: Infinity })
    const found = await replay.done
    expect(found).toMatchObject([
      { kind: 'different', differences: [{ path: '/params/name', before: 'refresh', after: 'other' }] },
    ])
  })

  test('played to a View that is silent waits as long as it was told, by the clock', async () => {
    const { trace } = await recordSession()
    const clock = handClock()
    const [hostEnd] = memoryChannels()
    const replay = createReplay(trace, hostEnd, { runtime: clock, patience: 500 })
    replay.play({ speed: Infinity })
    expect(replay.state).toBe('waiting')
    clock.wind(499)
    expect(replay.divergences).toEqual([])
    clock.wind(10_000)
    const found = await replay.done
    expect(found.map(({ kind }) => kind)).toEqual(['missing', 'missing', 'missing', 'missing'])
  })

  test('says what it waits for, and goes on without it when told to', async () => {
    const { trace } = await recordSession()
    const [hostEnd] = memoryChannels()
    const replay = createReplay(trace, hostEnd)
    replay.skip()
    replay.play({ speed: Infinity })
    expect(replay.awaited).toBe('ui/initialize')
    replay.skip()
    expect(replay.awaited).toBe('ui/notifications/initialized')
    replay.pause()
    expect(replay.awaited).toBeUndefined()
    replay.skip()
    expect(replay).toMatchObject({ state: 'paused', divergences: [{ kind: 'missing', position: 0 }] })
    replay.close()
  })

  test('answers what is not in it, and says so', async () => {
    const [hostEnd, viewEnd] = memoryChannels()
    const step = { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: {} }
    const trace: Trace = {
      header: { casementTrace: 1, startedAt: 0, by: { name: 'test', version: '1' } },
      records: [{ kind: 'message', at: 0, hop: 'view-host', direction: 'to-view', message: step }],
    }
    const replay = createReplay(trace, hostEnd)
    const peer = createPeer<ViewToHost, HostToView>(viewEnd)
    await expect(peer.request('tools/call', { name: 'x' })).rejects.toThrow('not in the recording')
    expect(await peer.request('ping', {})).toEqual({})
    expect(replay.divergences).toMatchObject([{ kind: 'unexpected' }])
  })

  test('played as the View asks a host the same questions', async () => {
    const { trace } = await recordSession()
    const [hostEnd, viewEnd] = memoryChannels()
    const asked: string[] = []
    const peer = createPeer<HostToView, ViewToHost>(hostEnd)
    peer.handle('ui/initialize', ({ protocolVersion }) => ({
      protocolVersion,
      hostInfo: { name: 'other', version: '2' },
      hostCapabilities: {},
      hostContext: {},
    }))
    peer.handle('tools/call', ({ name }) => {
      asked.push(name)
      return { content: [] }
    })
    peer.on('ui/notifications/initialized', () => peer.notify('ui/notifications/tool-input', { arguments: { city: 'Bern' } }))
    peer.on('ui/notifications/size-changed', () => void peer.request('ui/resource-teardown', {}))
    const replay = createReplay(trace, viewEnd, { as: 'view' })
    replay.play({ speed: Infinity })
    const found = await replay.done
    expect(asked).toEqual(['refresh'])
    expect(found.every(({ kind }) => kind === 'different')).toBe(true)
    expect(found.length).toBeGreaterThan(0)
  })
})

describe('time', () => {
  const note = (at: number) => ({
    kind: 'message' as const,
    at,
    hop: 'view-host' as const,
    direction: 'to-view' as const,
    message: { jsonrpc: '2.0', method: 'n', params: { at } },
  })
  const trace: Trace = {
    header: { casementTrace: 1, startedAt: 0, by: { name: 't', version: '1' } },
    records: [note(0), note(100), note(300)],
  }
  const play = () => {
    const clock = handClock()
    const posted: unknown[] = []
    const channel: Channel = {
      closed: new AbortController().signal,
      close: () => {},
      listen: () => () => {},
      post: (message) => posted.push(message),
    }
    return { clock, posted, replay: createReplay(trace, channel, { runtime: clock }) }
  }

  test('passes as it did, or so many times as fast', () => {
    const slow = play()
    slow.replay.play()
    expect(slow.posted).toHaveLength(1)
    slow.clock.wind(99)
    expect(slow.posted).toHaveLength(1)
    slow.clock.wind(1)
    expect(slow.posted).toHaveLength(2)
    slow.clock.wind(200)
    expect(slow.replay).toMatchObject({ state: 'done', at: 300 })

    const fast = play()
    fast.replay.play({ speed: 10 })
    fast.clock.wind(30)
    expect(fast.replay.state).toBe('done')
  })

  test('stands still when paused, and a step is one message', () => {
    const { replay, clock, posted } = play()
    replay.step()
    expect([replay.state, posted.length]).toEqual(['paused', 1])
    replay.play()
    replay.pause()
    clock.wind(1000)
    expect([replay.state, posted.length, clock.armed()]).toEqual(['paused', 1, 0])
    replay.step()
    replay.step()
    expect([replay.state, posted.length]).toEqual(['done', 3])
  })

  test('goes as far as asked', () => {
    const { replay, posted } = play()
    replay.play({ speed: Infinity, until: 2 })
    expect([replay.state, replay.position, posted.length]).toEqual(['paused', 2, 2])
  })
})

function renumber<T extends { id?: unknown }>(message: T, change: (id: unknown) => unknown): T {
  return 'id' in message ? { ...message, id: change(message.id) } : message
}
