import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Channel } from './channel.ts'
import { channelRules } from './channel-contract.ts'
import { portChannel } from './port-channel.ts'

const opened: Channel[] = []
afterEach(() => {
  for (const channel of opened.splice(0)) channel.close()
})

function open(): [Channel, Channel] {
  const { port1, port2 } = new MessageChannel()
  const pair: [Channel, Channel] = [portChannel(port1), portChannel(port2)]
  opened.push(...pair)
  return pair
}

/** The message on the port for a posted value. */
function wire(value: unknown, transfer?: Transferable[]): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  const channel = portChannel(port1)
  opened.push(channel)
  return new Promise((resolve) => {
    port2.addEventListener('message', (event) => resolve(event.data), { once: true })
    port2.start()
    channel.post(value, transfer)
  })
}

describe('port channel in Node', () => {
  test.for(channelRules)('$name', (rule) => expect(rule.run(open)).resolves.toBeUndefined())

  test('crosses as JSON text, also where a member is undefined', async () => {
    expect(await wire({ a: [1, { b: undefined }] })).toBe('{"a":[1,{}]}')
  })

  test.for<[string, unknown]>([
    ['a Map', new Map([[1, 2]])],
    ['a Date', new Date(0)],
    ['a typed array', new Uint8Array([1])],
    ['NaN', Number.NaN],
    ['-Infinity', Number.NEGATIVE_INFINITY],
    ['a bigint', 1n],
    ['undefined in a list', [undefined]],
    ['a hole in a list', [1, , 3]], // oxlint-disable-line no-sparse-arrays
    ['depth past any message', Array.from({ length: 150 }).reduce<unknown>((inner) => [inner], 1)],
  ])('crosses as it is where JSON text would lose %s', async ([, value]) => {
    expect(await wire({ value })).toEqual({ value })
  })

  test('a text over the limit is reported and dropped unread, and the channel goes on', async () => {
    const { port1, port2 } = new MessageChannel()
    const delivered: unknown[] = []
    let oversized = 0
    const channel = portChannel(port1, { maxText: 10, onoversize: () => oversized++ })
    opened.push(channel)
    channel.listen((message) => delivered.push(message))
    for (const text of ['1\n2', '1\n2\n3\n4\n5\n6', '1234567890']) port2.postMessage(text)
    await vi.waitUntil(() => delivered.length === 3)
    expect({ delivered, oversized }).toEqual({ delivered: ['1', '2', '1234567890'], oversized: 1 })
    port2.close()
  })

  test('crosses as it is where something is transferred', async () => {
    const { port1, port2 } = new MessageChannel()
    const got = (await wire({ port: port1 }, [port1])) as { port: MessagePort }
    expect(got.port).toBeInstanceOf(MessagePort)
    got.port.close()
    port2.close()
  })

  test.for([
    [{}, 1],
    [{ ports: false }, 0],
  ] as const)('told %j, hands on %i of the one port that came along', async ([options, count]) => {
    const { port1, port2 } = new MessageChannel()
    const channel = portChannel(port1, options)
    opened.push(channel)
    const along = new Promise<number>((resolve) => {
      channel.listen((_, ports = []) => {
        for (const port of ports) port.close()
        resolve(ports.length)
      })
    })
    const other = new MessageChannel()
    port2.postMessage('{}', [other.port2])
    expect(await along).toBe(count)
    other.port1.close()
  })

  test('hears objects and text from others alike', async () => {
    const { port1, port2 } = new MessageChannel()
    const channel = portChannel(port1)
    opened.push(channel)
    const heard = new Promise<unknown[]>((resolve) => {
      const list: unknown[] = []
      channel.listen((message) => list.push(message) === 2 && resolve(list))
    })
    port2.postMessage({ n: 1 })
    port2.postMessage('{"n":2}')
    expect(await heard).toEqual([{ n: 1 }, '{"n":2}'])
  })

  describe('with somebody who says several lines at once', () => {
    /** The messages on the port while an action uses a connected channel, until it is closed. */
    async function crossing(act: (channel: Channel) => void): Promise<{ heard: unknown[]; crossed: unknown[] }> {
      const { port1, port2 } = new MessageChannel()
      const channel = portChannel(port1)
      const heard: unknown[] = []
      const crossed: unknown[] = []
      const goodbye = new Promise((resolve) => {
        port2.addEventListener('message', ({ data }) => (data === null ? resolve(data) : crossed.push(data)))
      })
      port2.start()
      const started = new Promise<void>((resolve) => {
        channel.listen((message) => heard.push(message) === 2 && resolve())
      })
      port2.postMessage('{"a":1}\n{"b":2}')
      await started
      act(channel)
      channel.close()
      await goodbye
      port2.close()
      return { heard, crossed }
    }

    test('reads them one by one, and says in lines what it says in one go, before it says goodbye', async () => {
      const { heard, crossed } = await crossing((channel) => {
        for (const n of [1, 2, 3]) channel.post({ n })
      })
      expect(heard).toEqual(['{"a":1}', '{"b":2}'])
      expect(crossed).toEqual(['{"n":1}\n{"n":2}\n{"n":3}'])
    })

    test('a long message does not wait, and what cannot be text keeps its place', async () => {
      const long = 'x'.repeat(40_000)
      const { crossed } = await crossing((channel) => {
        channel.post(1)
        channel.post(long)
        channel.post(2)
        channel.post(new Map())
        channel.post('a\nb')
      })
      expect(crossed).toEqual([`1\n"${long}"`, '2', new Map(), '"a\\nb"'])
    })
  })

  test('says everything by itself to somebody who never said several lines at once', async () => {
    const { port1, port2 } = new MessageChannel()
    const channel = portChannel(port1)
    const crossed: unknown[] = []
    const goodbye = new Promise((resolve) => {
      port2.addEventListener('message', ({ data }) => (data === null ? resolve(data) : crossed.push(data)))
    })
    port2.start()
    for (const n of [1, 2]) channel.post({ n })
    channel.close()
    await goodbye
    port2.close()
    expect(crossed).toEqual(['{"n":1}', '{"n":2}'])
  })
})
