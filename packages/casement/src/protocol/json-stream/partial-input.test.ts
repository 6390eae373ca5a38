import { describe, expect, test } from 'vitest'
import type { CasementError } from '../errors.ts'
import type { Runtime } from '../runtime.ts'
import { createJsonStream } from './json-stream.ts'
import { createPartialInput, type PartialInput } from './partial-input.ts'
import { fc } from '../../../../../test/seeded-fast-check.ts'

type Args = Record<string, unknown>
type Event = { partial: Args } | { input: Args } | { error: CasementError }

/** A clock that the test moves forward. */
function manualClock(): Runtime & { forward(ms: number): void; readonly pending: number } {
  let time = 0
  let timers: { at: number; callback: () => void }[] = []
  return {
    now: () => time,
    after(ms, callback) {
      const timer = { at: time + ms, callback }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    forward(ms) {
      time += ms
      const due = timers.filter(({ at }) => at <= time)
      timers = timers.filter(({ at }) => at > time)
      for (const { callback } of due) callback()
    },
    get pending() {
      return timers.length
    },
  }
}

interface Setup {
  input: PartialInput
  events: Event[]
  clock: ReturnType<typeof manualClock>
  partials: readonly Args[]
}

function start(onpartial: (args: Args) => void = () => {}): Setup {
  const events: Event[] = []
  const sent: Args[] = []
  const clock = manualClock()
  const input = createPartialInput({
    runtime: clock,
    onpartial(args) {
      onpartial(args)
      events.push({ partial: args })
      sent.push(args)
    },
    oninput: (args) => void events.push({ input: args }),
    onerror: (error) => void events.push({ error }),
  })
  return { input, events, clock, partials: sent }
}

const partialValue = (text: string): unknown => {
  const stream = createJsonStream()
  stream.push(text)
  return stream.value()
}

/** Streams a text in chunks, with a frame after each, and returns the prefixes for which a partial was sent. */
function streamText({ input, clock, partials }: Setup, text: string, size: number): string[] {
  const prefixes: string[] = []
  for (let at = 0; at < text.length; at += size) {
    const before = partials.length
    input.push(text.slice(at, at + size))
    clock.forward(16)
    if (partials.length > before) prefixes.push(text.slice(0, at + size))
  }
  return prefixes
}

const sumOfLengths = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0)

function totalSent(length: number): number {
  const setup = start()
  streamText(setup, JSON.stringify({ text: 'x'.repeat(length) }), 20)
  return sumOfLengths(setup.partials.map((args) => JSON.stringify(args)))
}

const invalid = expect.objectContaining({ code: 'INVALID_MESSAGE' })

describe('while text is streamed', () => {
  test('many deltas give one partial per frame, with the latest state', () => {
    const { input, events, clock } = start()
    for (const delta of ['{"ci', 'ty":"', 'Ber', 'lin']) input.push(delta)
    expect(events, 'nothing before the frame').toEqual([])
    clock.forward(16)
    expect(events).toEqual([{ partial: { city: 'Berlin' } }])
    clock.forward(1000)
    expect(events, 'no partial without new text').toHaveLength(1)
    input.push(' Mitte')
    clock.forward(15)
    expect(events).toHaveLength(1)
    clock.forward(1)
    expect(events[1]).toEqual({ partial: { city: 'Berlin Mitte' } })
  })

  test('small arguments are sent at every frame', () => {
    const setup = start()
    const text = JSON.stringify({ title: 'A list of places', places: ['Berlin', 'Lisbon', 'Kyoto', 'Oslo', 'Quito', 'Accra'] })
    streamText(setup, text, 4)
    expect(setup.partials).toHaveLength(Math.ceil(text.length / 4))
    expect(setup.partials.at(-1)).toEqual(JSON.parse(text))
  })

  test('a page can schedule the frames', () => {
    const frames: (() => void)[] = []
    const sent: Args[] = []
    const input = createPartialInput({
      frame: (callback) => {
        frames.push(callback)
        return () => {}
      },
      onpartial: (args) => void sent.push(args),
      oninput: () => {},
      onerror: () => {},
    })
    input.push('{"a":1')
    input.push(',')
    expect(frames).toHaveLength(1)
    frames[0]?.()
    expect(sent).toEqual([{ a: 1 }])
  })

  test('each partial is the value of the text at its frame, and later text does not change it', () => {
    const setup = start()
    const text = JSON.stringify({ rows: Array.from({ length: 40 }, (_, id) => ({ id, name: `row ${id}`, tags: ['x', 'y'] })) })
    const prefixes = streamText(setup, text, 7)
    expect(prefixes.length).toBeGreaterThan(20)
    expect(setup.partials).toEqual(prefixes.map(partialValue))
  })

  test('all partials together are within 32 times the text, and the last one lacks at most a thirty-second and one delta', () => {
    const document = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 20, maxKeys: 200 })
    fc.assert(
      fc.property(document, fc.integer({ min: 1, max: 60 }), (value, size) => {
        const text = JSON.stringify(value)
        const prefixes = streamText(start(), text, size)
        expect(sumOfLengths(prefixes)).toBeLessThanOrEqual(32 * text.length)
        expect(prefixes.at(-1)?.length ?? 0).toBeGreaterThanOrEqual(text.length * (1 - 1 / 32) - size)
      }),
      { numRuns: 50 },
    )
  })

  test('the number of bytes sent grows linearly with the text', () => {
    expect(totalSent(100_000) / totalSent(10_000)).toBeLessThan(11)
  })
})

describe('completion', () => {
  test('R-211, R-214: the complete input is sent once, and no partial follows it', () => {
    const { input, events, clock } = start()
    input.push('{"a":"one"')
    clock.forward(16)
    input.push(',"b":2}')
    input.complete()
    input.push('{"late":true}')
    input.restart()
    input.push('{"late":true}')
    input.complete()
    clock.forward(1000)
    expect(events).toEqual([{ partial: { a: 'one' } }, { input: { a: 'one', b: 2 } }])
    expect(clock.pending).toBe(0)
  })

  test('the host can pass the complete arguments, also after invalid text', () => {
    const { input, events } = start()
    input.push('{"a":oops')
    input.complete({ a: 1 })
    expect(events).toEqual([{ error: invalid }, { input: { a: 1 } }])
  })

  test('empty text means no arguments', () => {
    const { input, events } = start()
    input.push('')
    input.complete()
    expect(events).toEqual([{ input: {} }])
  })

  test('a cancelled input sends nothing more', () => {
    const { input, events, clock } = start()
    input.push('{"a":1,')
    input.cancel()
    input.push('"b":2}')
    input.complete()
    clock.forward(1000)
    expect(events).toEqual([])
    expect(clock.pending).toBe(0)
  })

  test('restart() discards the previous text', () => {
    const { input, events, clock } = start()
    input.push('{"first":"attem')
    clock.forward(16)
    input.push('pt and then')
    input.restart()
    clock.forward(16)
    expect(events, 'the pending frame of the first attempt is cancelled').toHaveLength(1)
    input.push('{"second":1}')
    clock.forward(16)
    input.complete()
    expect(events.slice(1)).toEqual([{ partial: { second: 1 } }, { input: { second: 1 } }])
  })
})

describe('errors', () => {
  test('invalid text is reported once, with its position, and does not throw', () => {
    const { input, events, clock } = start()
    input.push('{"a":"x",')
    input.push('oops')
    input.push('more')
    input.complete()
    clock.forward(1000)
    const message = 'Invalid JSON at line 1, column 10 (offset 9): expected a key in double quotes, found "o"'
    expect(events).toEqual([{ error: expect.objectContaining({ code: 'INVALID_MESSAGE', message }) }])
  })

  test('restart() works after invalid text', () => {
    const { input, events } = start()
    input.push('oops')
    input.restart()
    input.push('{}')
    input.complete()
    expect(events).toEqual([{ error: invalid }, { input: {} }])
  })

  test('incomplete text is an error on completion', () => {
    const { input, events } = start()
    input.push('{"a":')
    input.complete()
    expect(events).toEqual([{ error: invalid }])
  })

  test.each([
    ['[1', 'an array'],
    ['"a', 'a string'],
    ['null', 'null'],
    ['7', 'a number'],
  ])('%s is not a JSON object', (text, kind) => {
    const { input, events, clock } = start()
    input.push(text)
    clock.forward(16)
    input.complete()
    const message = `Tool arguments must be a JSON object, but the text is ${kind}`
    expect(events).toEqual([{ error: expect.objectContaining({ code: 'INVALID_MESSAGE', message }) }])
  })

  test('a failed send is reported and stops the partials, but not the complete input', () => {
    const failure = new Error('the frame was removed')
    const { input, events, clock } = start(() => {
      throw failure
    })
    for (const delta of ['{"a":1', ',"b":2', '}']) {
      input.push(delta)
      clock.forward(16)
    }
    expect(events).toEqual([{ error: expect.objectContaining({ code: 'SEND_FAILED', cause: failure }) }])
    input.complete()
    expect(events[1]).toEqual({ input: { a: 1, b: 2 } })
  })
})
