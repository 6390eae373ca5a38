import { ProtocolError } from '@modelcontextprotocol/client'
import { McpError } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, test, vi } from 'vitest'
import { reply, settled, wiredPeer, type Wired } from '../../../../../test/wired-peer.ts'
import { CasementError, WireCode } from '../errors.ts'
import type { HandlerExtra } from './peer.ts'

const ask = (method: string, id: unknown = 9): object => ({ jsonrpc: '2.0', id, method, params: {} })

interface Begun {
  extra: HandlerExtra
  resolve: (result: unknown) => void
  reject: (reason: unknown) => void
}

/** A handler that has begun and waits to be told how to end. */
async function begin({ peer, far }: Wired, look: (extra: HandlerExtra) => void): Promise<Begun> {
  const begun = new Promise<Begun>((resolveBegun) => {
    peer.handle('slow', (_, extra) => {
      look(extra)
      return new Promise((resolve, reject) => resolveBegun({ extra, resolve, reject }))
    })
  })
  far.post(ask('slow'))
  return begun
}

describe('serving', () => {
  test('ping is answered with {}, at any time (R-127)', async () => {
    const { far, sent, until } = wiredPeer()
    far.post(ask('ping'))
    await until(1)
    expect(sent).toEqual([reply(9, {})])
  })

  test('an unknown method is -32601 (R-108)', async () => {
    const { peer, far, sent, until } = wiredPeer()
    far.post(ask('nonsense'))
    await until(1)
    expect(sent[0]).toMatchObject({ id: 9, error: { code: WireCode.MethodNotFound, message: 'Method not found: nonsense' } })
    expect(peer.counts).toEqual({ unhandled: 1 })
  })

  test('the fallback answers what has no handler, unless it does not know it either', async () => {
    const { peer, far, sent, until } = wiredPeer({
      fallback: (method) => (method === 'known' ? { from: 'fallback' } : undefined),
    })
    peer.handle('echo', () => ({ from: 'handler' }))
    for (const [index, method] of ['known', 'unknown', 'echo'].entries()) far.post(ask(method, index))
    await until(3)
    expect(sent).toMatchObject([
      { id: 0, result: { from: 'fallback' } },
      { id: 1, error: { code: -32601 } },
      { id: 2, result: { from: 'handler' } },
    ])
  })

  test('what a handler throws does not cross; it is reported here (R-108: -32603)', async () => {
    const { peer, far, sent, until, reports } = wiredPeer()
    const secret = new Error('password is hunter2')
    peer.handle('echo', () => Promise.reject(secret))
    far.post(ask('echo'))
    await until(1)
    expect(sent[0]).toEqual({ jsonrpc: '2.0', id: 9, error: { code: -32603, message: 'Internal error', data: undefined } })
    expect(reports).toMatchObject([{ reason: 'handler-failed', why: 'echo', error: secret }])
  })

  test('an error made for the wire crosses as it says', async () => {
    const { peer, far, sent, until, reports } = wiredPeer()
    peer.handle('echo', () => {
      throw new CasementError('DENIED', 'The user said no', { wire: { code: WireCode.Denied, data: { retry: false } } })
    })
    far.post(ask('echo'))
    await until(1)
    expect(sent[0]).toMatchObject({ error: { code: -32000, message: 'The user said no', data: { retry: false } } })
    expect(reports).toEqual([])
  })

  test.for<[name: string, error: unknown, sent: object]>([
    [
      'McpError of SDK 1',
      new McpError(-32042, 'sign in first', { url: 'x' }),
      { code: -32042, message: 'sign in first', data: { url: 'x' } },
    ],
    [
      'ProtocolError of SDK 2',
      new ProtocolError(-32602, 'no such page', { n: 1 }),
      { code: -32602, message: 'no such page', data: { n: 1 } },
    ],
    ['any error with an integer code', Object.assign(new Error('busy'), { code: 42 }), { code: 42, message: 'busy' }],
  ])('%s crosses with its code, message and data', async ([, error, expected]) => {
    const { peer, far, sent, until, reports } = wiredPeer()
    peer.handle('echo', () => Promise.reject(error as Error))
    far.post(ask('echo'))
    await until(1)
    expect(sent[0]).toMatchObject({ error: expected })
    expect(reports).toEqual([])
  })

  test.for([
    ['a DOMException, whose code is none of JSON-RPC', new DOMException('at /home/me', 'AbortError')],
    ['an error of Node, whose code is text', Object.assign(new Error('/home/me'), { code: 'ENOENT' })],
    ['a fraction', Object.assign(new Error('/home/me'), { code: 1.5 })],
    ['a thrown string', '/home/me'],
    ['nothing', undefined],
  ] as const)('%s stays masked', async ([, error]) => {
    const { peer, far, sent, until, reports } = wiredPeer()
    peer.handle('echo', () => Promise.reject(error as Error))
    far.post(ask('echo'))
    await until(1)
    expect(sent[0]).toMatchObject({ error: { code: -32603, message: 'Internal error' } })
    expect(reports).toMatchObject([{ reason: 'handler-failed', error }])
  })

  test('with exposeErrors, the message of any error crosses, and it is still reported', async () => {
    const { peer, far, sent, until, reports } = wiredPeer({ exposeErrors: true })
    peer.handle('echo', () => Promise.reject(new Error('out of paper')))
    far.post(ask('echo'))
    await until(1)
    expect(sent[0]).toMatchObject({ error: { code: -32603, message: 'out of paper' } })
    expect(reports).toMatchObject([{ reason: 'handler-failed', why: 'echo' }])
  })

  test('an error with data that cannot be cloned crosses without it, so that the caller does not wait', async () => {
    const { peer, far, sent, until, reports } = wiredPeer()
    peer.handle('echo', () => Promise.reject(Object.assign(new Error('no'), { code: 7, data: () => 1 })))
    far.post(ask('echo'))
    await until(1)
    expect(sent[0]).toEqual({ jsonrpc: '2.0', id: 9, error: { code: 7, message: 'no', data: undefined } })
    expect(reports).toMatchObject([{ reason: 'send-failed' }])
  })

  test('a result that cannot be cloned is an internal error, so that the caller does not wait', async () => {
    const { peer, far, sent, until, reports } = wiredPeer()
    peer.handle('echo', () => ({ f: () => 1 }))
    far.post(ask('echo'))
    await until(1)
    expect(sent[0]).toMatchObject({ error: { code: -32603 } })
    expect(reports).toMatchObject([{ reason: 'handler-failed', error: { code: 'SEND_FAILED' } }])
  })

  test('the latest handler counts, and an undo takes back only its own', async () => {
    const { peer, far, sent, until } = wiredPeer()
    const undoFirst = peer.handle('echo', () => ({ n: 1 }))
    const undoSecond = peer.handle('echo', () => ({ n: 2 }))
    undoFirst()
    far.post(ask('echo', 1))
    await until(1)
    undoSecond()
    far.post(ask('echo', 2))
    await until(2)
    expect(sent).toMatchObject([{ result: { n: 2 } }, { error: { code: -32601 } }])
  })

  test.for<[string, (extra: HandlerExtra) => unknown]>([
    ['before', ({ signal }) => signal],
    ['after', () => undefined],
  ])('a cancelled request gets no answer; its signal was asked for %s', async ([, look]) => {
    const wired = wiredPeer()
    const { extra, resolve } = await begin(wired, look)
    wired.far.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9, reason: 'changed my mind' } })
    await settled()
    expect(extra.signal).toMatchObject({ aborted: true, reason: 'changed my mind' })
    resolve({})
    await settled()
    expect(wired.sent).toEqual([])
  })

  test('a close aborts what is being served, and its answer is not sent', async () => {
    const wired = wiredPeer()
    const { extra, reject } = await begin(wired, () => undefined)
    wired.far.close('gone')
    await settled()
    expect(extra.signal).toMatchObject({ aborted: true, reason: 'gone' })
    reject(new Error('too late'))
    await settled()
    expect([wired.sent, wired.reports]).toEqual([[], []])
  })

  test('what cannot even be refused is reported', async () => {
    const { peer, far, reports } = wiredPeer()
    peer.handle('echo', () => {
      throw new CasementError('DENIED', 'no', { wire: { code: 1, data: () => 1 } })
    })
    far.post(ask('echo'))
    await vi.waitUntil(() => reports.length, { interval: 1 })
    expect(reports).toMatchObject([{ reason: 'send-failed' }])
  })
})

describe('notifications', () => {
  test('reach every listener, also when one throws, until it leaves', async () => {
    const { peer, far, reports } = wiredPeer()
    const heard: string[] = []
    peer.on('told', () => {
      heard.push('first')
      throw new Error('mine')
    })
    const undo = peer.on('told', () => heard.push('second'))
    const told = { jsonrpc: '2.0', method: 'told', params: {} }
    far.post(told)
    await settled()
    undo()
    far.post(told)
    await settled()
    expect(heard).toEqual(['first', 'second', 'first'])
    expect(reports).toMatchObject([{ reason: 'handler-failed', why: 'told' }, { reason: 'handler-failed' }])
  })

  test('that nobody hears are reported, and a request handler never hears one', async () => {
    const { peer, far, sent } = wiredPeer()
    const called = vi.fn<() => object>(() => ({}))
    peer.handle('echo', called)
    far.post({ jsonrpc: '2.0', method: 'echo', params: {} })
    await settled()
    expect(called).not.toHaveBeenCalled()
    expect(peer.counts).toEqual({ unhandled: 1 })
    expect(sent).toEqual([])
  })

  test('throw where they cannot be posted', () => {
    const { peer } = wiredPeer()
    expect(() => peer.notify('told', () => 1)).toThrow(expect.objectContaining({ code: 'SEND_FAILED' }))
  })

  test('carry transferables', async () => {
    const { peer, sent, until } = wiredPeer()
    const bytes = new ArrayBuffer(3)
    peer.notify('told', { bytes }, [bytes])
    await until(1)
    expect(bytes.byteLength).toBe(0)
    expect((sent[0] as { params: { bytes: ArrayBuffer } }).params.bytes.byteLength).toBe(3)
  })
})

test('JSON text is read like an object (R-102), and noise is counted', async () => {
  const { peer, far, sent, until } = wiredPeer()
  for (const noise of ['{"jsonrpc"', 'hello', null, 7, [], { type: 'other' }]) far.post(noise)
  far.post('{"jsonrpc":"2.0","id":3,"method":"ping"}')
  await until(1)
  expect(sent).toEqual([reply(3, {})])
  expect(peer.counts).toEqual({ noise: 6 })
})
