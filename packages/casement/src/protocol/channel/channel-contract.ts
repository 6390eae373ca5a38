import type { Channel } from './channel.ts'
import { CasementError } from '../errors.ts'
import { parseMessage } from '../rpc/message.ts'
import type { RequestDef } from '../method-types.ts'
import { createPeer } from '../rpc/peer.ts'

/** Opens two connected ends. */
export type OpenChannels = () => Promise<[Channel, Channel]> | [Channel, Channel]

/** The optional features of a channel. */
export type ChannelTrait =
  /** Posts structured clones. */
  | 'clones'
  /** Moves transferables. */
  | 'transfers'
  /** One end learns that the other was closed. */
  | 'tells-close'

/** One rule that a channel must keep. `run` rejects where it does not. */
export interface ChannelRule {
  readonly name: string
  readonly needs?: ChannelTrait
  run(open: OpenChannels): Promise<void>
}

interface Echo {
  echo: RequestDef<unknown, unknown>
}

const MESSAGES = [
  { jsonrpc: '2.0', id: 0, method: 'a', params: { deep: [{ er: [null, true, false, 0, -1.5, 1e21, ''] }], '': 'empty key' } },
  { jsonrpc: '2.0', id: 'ü', result: { text: 'héllo \u{1F600} \u2028 \ud800 "quoted" \\ \0', __proto: 1 } },
  { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'no' } },
  { jsonrpc: '2.0', method: 'big', params: { text: 'x'.repeat(300_000) } },
]

const note = (params: object): object => ({ jsonrpc: '2.0', method: 'note', params })

/** The rules of every channel. Pass each rule to your test runner, with the traits of your channel. */
export const channelRules: readonly ChannelRule[] = [
  {
    name: 'carries messages unharmed, both ways',
    async run(open) {
      const [left, right] = await open()
      const received = [collect(left, MESSAGES.length), collect(right, MESSAGES.length)]
      for (const from of [left, right]) for (const message of MESSAGES) from.post(message)
      same(await Promise.all(received), [MESSAGES, MESSAGES])
    },
  },
  {
    name: 'keeps the order of many messages',
    async run(open) {
      const [left, right] = await open()
      const sent = Array.from({ length: 500 }, (_, n) => note({ n }))
      const received = collect(right, sent.length)
      for (const message of sent) left.post(message)
      same(await received, sent)
    },
  },
  {
    name: 'keeps what arrives before anyone listens',
    async run(open) {
      const [left, right] = await open()
      left.post(note({ early: 1 }))
      left.post(note({ early: 2 }))
      // The way back is proof that the way there is over: both ends of a wire are as fast.
      right.post(note({ back: true }))
      await collect(left, 1)
      same(await collect(right, 2), [note({ early: 1 }), note({ early: 2 })])
    },
  },
  {
    name: 'never delivers inside post',
    async run(open) {
      const [left, right] = await open()
      let inside = true
      const received = new Promise<boolean>((resolve) => right.listen(() => resolve(inside)))
      left.post(note({ a: 1 }))
      inside = false
      same(await received, false)
    },
  },
  {
    name: 'sends a copy, made at once',
    needs: 'clones',
    async run(open) {
      const [left, right] = await open()
      const message = { list: [1] }
      const received = collect(right, 1)
      left.post(note(message))
      message.list.push(2)
      same(await received, [note({ list: [1] })])
    },
  },
  {
    name: 'tells every listener, until it leaves',
    async run(open) {
      const [left, right] = await open()
      const first: unknown[] = []
      const stop = right.listen((message) => first.push(message))
      const one = collect(right, 1)
      left.post(note({ n: 1 }))
      await one
      stop()
      stop()
      const two = collect(right, 1)
      left.post(note({ n: 2 }))
      await two
      same(first.length, 1)
    },
  },
  {
    name: 'throws for what cannot be cloned, and goes on',
    needs: 'clones',
    async run(open) {
      const [left, right] = await open()
      const received = collect(right, 1)
      throws(() => left.post({ params: { f: () => 1 } }))
      left.post(note({ ok: true }))
      same(await received, [note({ ok: true })])
    },
  },
  {
    name: 'carries what JSON has no word for',
    needs: 'clones',
    async run(open) {
      const [left, right] = await open()
      const cycle: Record<string, unknown> = { map: new Map([['a', 1]]), date: new Date(7), nan: Number.NaN, list: [undefined] }
      cycle['self'] = cycle
      const received = collect(right, 1)
      left.post(cycle)
      const [got] = (await received) as [{ map: Map<string, number>; date: Date; nan: number; list: unknown[]; self: unknown }]
      same([got.map.get('a'), got.date.getTime(), Number.isNaN(got.nan), got.list[0]], [1, 7, true, undefined])
      same(got.self === got, true)
    },
  },
  {
    name: 'carries a part that is shared a billion times as one part',
    needs: 'clones',
    async run(open) {
      const [left, right] = await open()
      let shared: unknown = 'ha'
      for (let level = 0; level < 9; level++) shared = Array.from({ length: 10 }, () => shared)
      const received = collect(right, 1)
      left.post({ shared })
      const [got] = (await received) as [{ shared: unknown[] }]
      same(got.shared[0] === got.shared[9], true)
    },
  },
  {
    name: 'moves transferables',
    needs: 'transfers',
    async run(open) {
      const [left, right] = await open()
      const bytes = new Uint8Array([1, 2, 3]).buffer
      const received = collect(right, 1)
      left.post({ bytes }, [bytes])
      same(bytes.byteLength, 0)
      const [got] = (await received) as [{ bytes: ArrayBuffer }]
      same([...new Uint8Array(got.bytes)], [1, 2, 3])
    },
  },
  {
    name: 'closes once, with its reason, and then neither sends nor delivers',
    async run(open) {
      const [left, right] = await open()
      let aborts = 0
      left.closed.addEventListener('abort', () => aborts++)
      const late: unknown[] = []
      left.listen((message) => late.push(message))
      right.post(note({ n: 1 }))
      left.close('enough')
      left.close('again')
      same([left.closed.aborted, left.closed.reason, aborts], [true, 'enough', 1])
      throws(() => left.post(note({ n: 2 })))
      const other = await open()
      other[1].post(note({ n: 3 }))
      await collect(other[0], 1)
      same(late, [])
    },
  },
  {
    name: 'delivers what was sent before it closed, then tells the other end',
    needs: 'tells-close',
    async run(open) {
      const [left, right] = await open()
      const received = collect(right, 1)
      left.post(note({ last: true }))
      left.close()
      same(await received, [note({ last: true })])
      if (!right.closed.aborted) await new Promise((resolve) => right.closed.addEventListener('abort', resolve))
    },
  },
  {
    name: 'carries requests, both ways at once with the same ids',
    async run(open) {
      const [left, right] = (await open()).map((channel) => createPeer<Echo, Echo>(channel))
      if (!left || !right) return
      left.handle('echo', (params) => ({ left: params }))
      right.handle('echo', (params) => ({ right: params }))
      const replies = [left.request('echo', { n: 1 }), right.request('echo', { n: 2 }), left.request('echo', { n: 3 })]
      same(await Promise.all(replies), [{ right: { n: 1 } }, { left: { n: 2 } }, { right: { n: 3 } }])
    },
  },
  {
    name: 'rejects a waiting call when it closes',
    async run(open) {
      const [left] = await open()
      const call = createPeer<Echo, Echo>(left).request('echo', {})
      left.close()
      const failure: unknown = await call.catch((error: unknown) => error)
      same(CasementError.is(failure, 'CLOSED'), true)
    },
  },
]

/** The next messages that arrive, parsed: a channel may deliver JSON text. */
function collect(channel: Channel, count: number): Promise<unknown[]> {
  return new Promise((resolve) => {
    const received: unknown[] = []
    const stop = channel.listen((message) => {
      received.push(parseMessage(message))
      if (received.length !== count) return
      resolve(received)
      queueMicrotask(() => stop())
    })
  })
}

function same(actual: unknown, expected: unknown): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (got !== wanted) throw new Error(`expected ${wanted.slice(0, 500)}, got ${got.slice(0, 500)}`)
}

function throws(run: () => void): void {
  try {
    run()
  } catch {
    return
  }
  throw new Error('expected it to throw')
}
