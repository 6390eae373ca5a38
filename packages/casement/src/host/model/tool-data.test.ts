import { describe, expect, test } from 'vitest'
import { handClock } from '../../../../../test/hand-clock.ts'
import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import type { CallToolResult } from '../../protocol/schemas/index.ts'
import { App } from '../../view/index.ts'
import { AppBridge } from '../bridge/app-bridge.ts'
import { textOf } from '../surface/placeholder.ts'
import { ToolDelivery, type ToolData } from './tool-data.ts'

const RESULT: CallToolResult = { content: [{ type: 'text', text: 'sunny' }] }

/** A View at the other end of a real bridge, and the messages that it received, in order. */
async function connectView(delivery: ToolDelivery): Promise<[event: string, params: unknown][]> {
  const [near, far] = memoryChannels()
  const bridge = new AppBridge(null, { name: 'host', version: '1' })
  delivery.attach(bridge)
  await bridge.connect(near)
  const app = new App({ name: 'v', version: '1' }, {}, { autoResize: false })
  const told: [event: string, params: unknown][] = []
  for (const event of ['toolinput', 'toolinputpartial', 'toolresult', 'toolcancelled'] as const)
    app.addEventListener(event, (params: unknown) => told.push([event, params]))
  await app.connect(far)
  return told
}
const start = (data: ToolData, runtime = handClock()): ToolDelivery => {
  const delivery = new ToolDelivery(runtime)
  delivery.accept(data)
  return delivery
}

describe('tool data', () => {
  test('R-210 R-211 R-218 input, then result, whichever was known first', async () => {
    let settle: ((input: Record<string, unknown>) => void) | undefined
    const delivery = start({ input: new Promise((resolve) => (settle = resolve)), result: undefined })
    const told = await connectView(delivery)
    expect(told).toEqual([])
    settle?.({ city: 'Bern' })
    await expect.poll(() => told).toEqual([['toolinput', { arguments: { city: 'Bern' } }]])
    delivery.accept({ result: Promise.resolve(RESULT) })
    await expect.poll(() => told.at(-1)).toEqual(['toolresult', RESULT])
    expect(textOf(delivery.result)).toBe('sunny')
  })

  test('R-227 4.31 a View that comes later, or comes back, is told everything again', async () => {
    const delivery = start({ input: { a: 1 }, result: RESULT })
    const expected = [
      ['toolinput', { arguments: { a: 1 } }],
      ['toolresult', RESULT],
    ]
    const [first, second] = [await connectView(delivery), await connectView(delivery)]
    await expect.poll(() => first).toEqual(expected)
    await expect.poll(() => second).toEqual(expected)
  })

  test('4.14 R-220 a call that failed is told as cancelled, with its message', async () => {
    const told = await connectView(start({ input: {}, result: Promise.reject(new Error('timed out')) }))
    await expect.poll(() => told.at(-1)).toEqual(['toolcancelled', { reason: 'timed out' }])
  })

  test('R-223 there is one end: what comes second is dropped', async () => {
    const delivery = start({ input: {}, result: RESULT })
    delivery.cancel('late')
    delivery.accept({ result: { content: [] }, input: { other: true } })
    const told = await connectView(delivery)
    await expect.poll(() => told.length).toBe(2)
    expect(told).toEqual([
      ['toolinput', { arguments: {} }],
      ['toolresult', RESULT],
    ])
  })

  test('R-211 a result that is known before its streamed arguments were read waits for them', async () => {
    async function* pieces(): AsyncGenerator<string> {
      yield '{"city":'
      yield '"Bern"}'
    }
    const told = await connectView(start({ partial: pieces(), result: RESULT }))
    await expect.poll(() => told.at(-1)).toEqual(['toolresult', RESULT])
    expect(told.filter(([event]) => event !== 'toolinputpartial')).toEqual([
      ['toolinput', { arguments: { city: 'Bern' } }],
      ['toolresult', RESULT],
    ])
  })

  test('a result does not wait forever for a stream that nobody ends', async () => {
    const clock = handClock()
    async function* pieces(): AsyncGenerator<string> {
      yield '{"city":'
      await new Promise(() => {})
    }
    const told = await connectView(start({ partial: pieces(), result: RESULT }, clock))
    clock.advance(1000)
    await expect.poll(() => told.at(-1)).toEqual(['toolresult', RESULT])
  })

  test('R-212 R-213 R-214 a stream of text becomes partials and then the input', async () => {
    const clock = handClock()
    let next: ((piece: string | undefined) => void) | undefined
    async function* pieces(): AsyncGenerator<string> {
      for (;;) {
        const piece = await new Promise<string | undefined>((resolve) => (next = resolve))
        if (piece === undefined) return
        yield piece
      }
    }
    const delivery = start({ partial: pieces() }, clock)
    const told = await connectView(delivery)
    await expect.poll(() => next).toBeDefined()
    next?.('{"city": "Be')
    await expect
      .poll(() => {
        clock.wind(16)
        return told.at(-1)
      })
      .toEqual(['toolinputpartial', { arguments: { city: 'Be' } }])
    next?.('rn"}')
    await expect.poll(() => next).toBeDefined()
    await Promise.resolve()
    next?.(undefined)
    await expect.poll(() => told.at(-1)).toEqual(['toolinput', { arguments: { city: 'Bern' } }])
  })

  test('partial arguments set again and again, as text or as objects, become partials, and the input with the result', async () => {
    for (const snapshots of [
      ['{"city": "Be', '{"city": "Bern"', '{"city": "Bern"}'],
      [{ city: 'Be' }, { city: 'Bern' }],
    ]) {
      const clock = handClock()
      const delivery = start({ partial: snapshots[0] }, clock)
      const told = await connectView(delivery)
      await expect
        .poll(() => {
          clock.wind(16)
          return told.at(-1)
        })
        .toEqual(['toolinputpartial', { arguments: { city: 'Be' } }])
      for (const partial of snapshots.slice(1)) delivery.accept({ partial })
      delivery.accept({ result: RESULT })
      await expect
        .poll(() => told.slice(-2))
        .toEqual([
          ['toolinput', { arguments: { city: 'Bern' } }],
          ['toolresult', RESULT],
        ])
    }
  })

  test('text that the model starts again replaces the first', async () => {
    const clock = handClock()
    const delivery = start({ partial: '{"city": "Be' }, clock)
    const told = await connectView(delivery)
    delivery.accept({ partial: '{"town": "Thu' })
    await expect
      .poll(() => {
        clock.wind(16)
        return told.at(-1)
      })
      .toEqual(['toolinputpartial', { arguments: { town: 'Thu' } }])
  })

  test('a stream of objects becomes partials, and its last one the input', async () => {
    async function* objects(): AsyncGenerator<Record<string, unknown>> {
      yield { city: 'Be' }
      yield { city: 'Bern' }
    }
    const told = await connectView(start({ partial: objects(), result: RESULT }))
    await expect
      .poll(() => told.slice(-2))
      .toEqual([
        ['toolinput', { arguments: { city: 'Bern' } }],
        ['toolresult', RESULT],
      ])
  })

  test('R-220 a call that is cancelled tells the reason, if there is one', async () => {
    for (const [cancelled, params] of [
      ['stopped', { reason: 'stopped' }],
      [true, {}],
    ] as const) {
      const told = await connectView(start({ partial: { city: 'Be' }, cancelled }))
      await expect.poll(() => told.at(-1)).toEqual(['toolcancelled', params])
    }
  })
})
