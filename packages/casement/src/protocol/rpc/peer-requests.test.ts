import { describe, expect, test, vi } from 'vitest'
import { reply, settled, wiredPeer, type TestPeer } from '../../../../../test/wired-peer.ts'
import { memoryChannels } from '../channel/memory-channel.ts'
import { createPeer, type Progress } from './peer.ts'
import { platform } from '../runtime.ts'

describe('each way a request ends', () => {
  test('reply', async () => {
    const { peer, far, clock } = wiredPeer()
    const call = peer.request('echo', { a: 1 })
    expect(clock.armed()).toBe(1)
    far.post(reply(1, { b: 2 }))
    expect(await call).toEqual({ b: 2 })
    await settled()
    expect(clock.armed()).toBe(0)
  })

  test.for([
    [-32603, 'REMOTE'],
    [-32601, 'UNSUPPORTED'],
  ] as const)('error %i becomes %s with its wire half', async ([code, meaning]) => {
    const { peer, far, clock } = wiredPeer()
    const call = peer.request('echo', {})
    far.post({ jsonrpc: '2.0', id: 1, error: { code, message: 'no', data: { why: 1 } } })
    await expect(call).rejects.toMatchObject({ code: meaning, message: 'no', wire: { code, data: { why: 1 } } })
    expect(clock.armed()).toBe(0)
  })

  test('deadline, of which the other side is told', async () => {
    const { peer, clock, sent } = wiredPeer()
    const call = peer.request('echo', {})
    clock.wind(59_999)
    expect(clock.armed()).toBe(1)
    clock.wind(1)
    await expect(call).rejects.toMatchObject({ code: 'TIMEOUT', message: 'echo timed out: no response within 60000 ms' })
    await settled()
    expect(sent[1]).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 1 } })
    expect(clock.armed()).toBe(0)
  })

  test('deadline of its method, or of the call', async () => {
    const { peer, clock } = wiredPeer({ timeoutFor: (method) => (method === 'slow' ? 100 : undefined) })
    const slow = peer.request('slow', {})
    const short = peer.request('slow', {}, { timeout: 10 })
    clock.wind(10)
    await expect(short).rejects.toMatchObject({ code: 'TIMEOUT' })
    clock.wind(90)
    await expect(slow).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  test('abort before it is sent: nothing is', async () => {
    const { peer, clock, sent } = wiredPeer()
    const reason = new Error('never mind')
    await expect(peer.request('echo', {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    await settled()
    expect(sent).toEqual([])
    expect(clock.armed()).toBe(0)
  })

  test('abort after it was sent: the other side is told (R-110)', async () => {
    const { peer, clock, sent } = wiredPeer()
    const abort = new AbortController()
    const removed = vi.spyOn(abort.signal, 'removeEventListener')
    const call = peer.request('echo', {}, { signal: abort.signal })
    abort.abort(new Error('never mind'))
    await expect(call).rejects.toThrow('never mind')
    await settled()
    expect(sent[1]).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1, reason: 'Error: never mind' },
    })
    expect(clock.armed()).toBe(0)
    expect(removed).toHaveBeenCalledTimes(1)
  })

  test('its signal is let go when the reply came', async () => {
    const { peer, far, sent } = wiredPeer()
    const abort = new AbortController()
    const call = peer.request('echo', {}, { signal: abort.signal })
    far.post(reply(1, {}))
    await call
    abort.abort()
    await settled()
    expect(sent).toHaveLength(1)
  })

  test('failed send: what cannot be cloned', async () => {
    const { peer, clock, sent } = wiredPeer()
    await expect(peer.request('echo', { f: () => 1 })).rejects.toMatchObject({
      code: 'SEND_FAILED',
      cause: { name: 'DataCloneError' },
    })
    await settled()
    expect(sent).toEqual([])
    expect(clock.armed()).toBe(0)
  })

  test('close, with the reason as cause', async () => {
    const { peer, clock } = wiredPeer()
    const calls = [peer.request('echo', {}), peer.request('slow', {}, { onprogress: () => undefined })]
    peer.close('bye')
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'CLOSED', cause: 'bye' } })
    expect(clock.armed()).toBe(0)
  })

  test('closed already', async () => {
    const { peer, clock } = wiredPeer()
    peer.close()
    await expect(peer.request('echo', {})).rejects.toMatchObject({ code: 'CLOSED' })
    expect(() => peer.notify('told', {})).toThrow(expect.objectContaining({ code: 'CLOSED' }))
    expect(clock.armed()).toBe(0)
  })

  test('a second or late reply changes nothing and is counted', async () => {
    const { peer, far, clock, reports } = wiredPeer()
    const call = peer.request('echo', {})
    far.post(reply(1, { n: 1 }))
    far.post(reply(1, { n: 2 }))
    expect(await call).toEqual({ n: 1 })
    const late = peer.request('echo', {}, { timeout: 5 })
    clock.wind(5)
    await expect(late).rejects.toMatchObject({ code: 'TIMEOUT' })
    far.post(reply(2, {}))
    await settled()
    expect(peer.counts['unknown-id']).toBe(2)
    expect(reports.map(({ why }) => why)).toEqual(['1', '2'])
  })
})

describe('one timer serves all deadlines', () => {
  test('each is kept, in whatever order the calls were made', async () => {
    const { peer, clock } = wiredPeer()
    const over: number[] = []
    for (const timeout of [300, 100, 200, 100]) void peer.request('echo', {}, { timeout }).catch(() => over.push(timeout))
    expect(clock.armed()).toBe(1)
    clock.wind(99)
    await settled()
    expect(over).toEqual([])
    clock.wind(1)
    await settled()
    expect(over).toEqual([100, 100])
    clock.wind(200)
    await settled()
    expect(over).toEqual([100, 100, 200, 300])
    expect(clock.armed()).toBe(0)
  })

  test('a call without end arms none', () => {
    const { peer, clock } = wiredPeer()
    void peer.request('echo', {}, { timeout: Infinity }).catch(() => undefined)
    expect(clock.armed()).toBe(0)
    peer.close()
  })

  test('a wait longer than the platform can do is cut to what it can, and not over at once', () => {
    const set = vi.spyOn(globalThis, 'setTimeout')
    platform.after(2 ** 40, () => undefined)()
    expect(set).toHaveBeenCalledWith(expect.anything(), 2 ** 31 - 1)
    set.mockRestore()
  })
})

describe('ids', () => {
  test('begin with 1, because some peers test `if (id)` (R-111)', async () => {
    const { peer, sent, until } = wiredPeer()
    void peer.request('echo', {}).catch(() => undefined)
    await until(1)
    expect(sent[0]).toMatchObject({ id: 1 })
    peer.close()
  })

  test('0, strings and extra members are taken from the other side (R-111)', async () => {
    const { peer, far, sent, until } = wiredPeer()
    peer.handle('echo', (params) => params)
    far.post({ params: { n: 1 }, method: 'echo', extra: true, id: 0, jsonrpc: '2.0' })
    far.post({ jsonrpc: '2.0', id: 'a', method: 'echo', params: { n: 2 } })
    await until(2)
    expect(sent).toEqual([reply(0, { n: 1 }), reply('a', { n: 2 })])
  })

  test('of the two sides are apart: both may use 1 at once', async () => {
    const [left, right] = memoryChannels().map((channel): TestPeer => createPeer(channel))
    const both = [left, right] as [TestPeer, TestPeer]
    const finish: (() => void)[] = []
    for (const [index, peer] of both.entries())
      peer.handle('echo', (params) => new Promise((resolve) => finish.push(() => resolve({ by: index, params }))))
    const calls = both.map((peer, index) => peer.request('echo', { from: index }))
    await vi.waitUntil(() => finish.length === 2, { interval: 1 })
    finish.forEach((run) => run())
    expect(await Promise.all(calls)).toEqual([
      { by: 1, params: { from: 0 } },
      { by: 0, params: { from: 1 } },
    ])
  })
})

const progress = (progressToken: unknown, value = 1): object => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken, progress: value },
})

describe('progress (R-110)', () => {
  test('is asked for by the id of the request, next to other metadata', async () => {
    const { peer, sent, until } = wiredPeer()
    void peer.request('echo', { a: 1, _meta: { b: 2 } }, { onprogress: () => undefined }).catch(() => undefined)
    void peer.request('echo', undefined, { onprogress: () => undefined }).catch(() => undefined)
    await until(2)
    expect(sent[0]).toMatchObject({ id: 1, params: { a: 1, _meta: { b: 2, progressToken: 1 } } })
    expect(sent[1]).toMatchObject({ id: 2, params: { _meta: { progressToken: 2 } } })
    peer.close()
  })

  test('restarts the deadline, but not past the cap', async () => {
    const { peer, far, clock } = wiredPeer()
    const heard: Progress[] = []
    const call = peer.request('slow', {}, { timeout: 100, maxTotalTimeout: 250, onprogress: (update) => heard.push(update) })
    for (let n = 1; n <= 3; n++) {
      clock.wind(80)
      far.post(progress(1, n))
      await settled()
    }
    expect(heard.map((update) => update.progress)).toEqual([1, 2, 3])
    clock.wind(10)
    await expect(call).rejects.toMatchObject({ code: 'TIMEOUT', message: 'slow timed out: no response within 250 ms' })
    expect(clock.armed()).toBe(0)
  })

  test('has a cap of ten deadlines where none is named', async () => {
    const { peer, far, clock } = wiredPeer()
    const call = peer.request('slow', {}, { timeout: 100, onprogress: () => undefined })
    for (let n = 0; n < 10; n++) {
      clock.wind(95)
      far.post(progress(1))
      await settled()
    }
    clock.wind(50)
    await expect(call).rejects.toMatchObject({ message: 'slow timed out: no response within 1000 ms' })
  })

  test('that nobody asked for, or of no call, changes nothing', async () => {
    const { peer, far, clock } = wiredPeer()
    const call = peer.request('slow', {}, { timeout: 100 })
    clock.wind(80)
    for (const message of [progress(1), progress(7), { jsonrpc: '2.0', method: 'notifications/progress' }]) far.post(message)
    await settled()
    clock.wind(20)
    await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  test('a callback that throws is reported and does not end the call', async () => {
    const { peer, far, reports } = wiredPeer()
    const call = peer.request(
      'slow',
      {},
      {
        onprogress() {
          throw new Error('mine')
        },
      },
    )
    far.post(progress(1))
    far.post(reply(1, { ok: true }))
    expect(await call).toEqual({ ok: true })
    expect(reports).toMatchObject([{ reason: 'handler-failed', why: 'notifications/progress' }])
  })

  test('is sent by a handler when it was asked for, and only then', async () => {
    const [left, right] = memoryChannels().map((channel): TestPeer => createPeer(channel)) as [TestPeer, TestPeer]
    right.handle('slow', (_, { sendProgress }) => {
      sendProgress({ progress: 1, total: 2, message: 'half' })
      return {}
    })
    const heard: Progress[] = []
    await left.request('slow', {})
    await left.request('slow', {}, { onprogress: (update) => heard.push(update) })
    expect(heard).toMatchObject([{ progress: 1, total: 2, message: 'half' }])
    expect(left.counts).toEqual({})
  })
})
