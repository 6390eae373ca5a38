import { describe, expect, test } from 'vitest'
import type { CasementError } from '../errors.ts'
import type { Runtime } from '../runtime.ts'
import { createJsonStream } from './json-stream.ts'
import { createPartialInput, type PartialInput } from './partial-input.ts'
import { fc } from '../../../../../test/seeded-fast-check.ts'

type Args = Record<string, unknown>
type Event = { partial: Args } | { input: Args } | { error: CasementError }

/** A clock that goes only when it is told to. */
function handWound(): Runtime & { forward(ms: number): void; readonly waiting: number } {
  let time = 0
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => time,
    after(ms, run) {
      const timer = { at: time + ms, run }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    forward(ms) {
      time += ms
      const due = timers.filter(({ at }) => at <= time)
      timers = timers.filter(({ at }) => at > time)
      for (const { run } of due) run()
    },
    get waiting() {
      return timers.length
    },
  }
}

interface Trial {
  input: PartialInput
  events: Event[]
  clock: ReturnType<typeof handWound>
  partials: readonly Args[]
}

function start(onpartial: (args: Args) => void = () => {}): Trial {
  const events: Event[] = []
  const sent: Args[] = []
  const clock = handWound()
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

const heal = (text: string): unknown => {
  const stream = createJsonStream()
  stream.push(text)
  return stream.value()
}

/** Streams a text in pieces, with a frame after each, and returns the prefixes of which a partial was sent. */
function streamText({ input, clock, partials }: Trial, text: string, size: number): string[] {
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
  const trial = start()
  streamText(trial, JSON.stringify({ text: 'x'.repeat(length) }), 20)
  return sumOfLengths(trial.partials.map((args) => JSON.stringify(args)))
}

const invalid = expect.objectContaining({ code: 'INVALID_MESSAGE' })

describe('while the model writes', () => {
  test('many deltas make one partial per frame, with the latest state', () => {
    const { input, events, clock } = start()
    for (const delta of ['{"ci', 'ty":"', 'Ber', 'lin']) input.push(delta)
    expect(events, 'nothing before the frame').toEqual([])
    clock.forward(16)
    expect(events).toEqual([{ partial: { city: 'Berlin' } }])
    clock.forward(1000)
    expect(events, 'nothing new, nothing sent').toHaveLength(1)
    input.push(' Mitte')
    clock.forward(15)
    expect(events).toHaveLength(1)
    clock.forward(1)
    expect(events[1]).toEqual({ partial: { city: 'Berlin Mitte' } })
  })

  test('small arguments are sent at every frame', () => {
    const trial = start()
    const text = JSON.stringify({ title: 'A list of places', places: ['Berlin', 'Lisbon', 'Kyoto', 'Oslo', 'Quito', 'Accra'] })
    streamText(trial, text, 4)
    expect(trial.partials).toHaveLength(Math.ceil(text.length / 4))
    expect(trial.partials.at(-1)).toEqual(JSON.parse(text))
  })

  test('a page can give its own frames', () => {
    const frames: (() => void)[] = []
    const sent: Args[] = []
    const input = createPartialInput({
      frame: (run) => {
        frames.push(run)
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

  test('each partial is the healed prefix that was there at its frame, and stays so', () => {
    const trial = start()
    const text = JSON.stringify({ rows: Array.from({ length: 40 }, (_, id) => ({ id, name: `row ${id}`, tags: ['x', 'y'] })) })
    const prefixes = streamText(trial, text, 7)
    expect(prefixes.length).toBeGreaterThan(20)
    expect(trial.partials).toEqual(prefixes.map(heal))
  })

  test('the sum of all partials is within 32 times the text, and the last is at most a thirty-second and a delta behind', () => {
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

  test('ten times the text sends ten times the bytes, not a hundred times', () => {
    expect(totalSent(100_000) / totalSent(10_000)).toBeLessThan(11)
  })
})

describe('at the end', () => {
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
    expect(clock.waiting).toBe(0)
  })

  test('the host may bring the complete arguments itself, also after broken text', () => {
    const { input, events } = start()
    input.push('{"a":oops')
    input.complete({ a: 1 })
    expect(events).toEqual([{ error: invalid }, { input: { a: 1 } }])
  })

  test('no text at all means no arguments', () => {
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
    expect(clock.waiting).toBe(0)
  })

  test('a model that begins again replaces what it wrote', () => {
    const { input, events, clock } = start()
    input.push('{"first":"attem')
    clock.forward(16)
    input.push('pt and then')
    input.restart()
    clock.forward(16)
    expect(events, 'the pending frame of the first attempt is gone').toHaveLength(1)
    input.push('{"second":1}')
    clock.forward(16)
    input.complete()
    expect(events.slice(1)).toEqual([{ partial: { second: 1 } }, { input: { second: 1 } }])
  })
})

describe('when something is wrong', () => {
  test('broken text is reported once, with its place, and not thrown', () => {
    const { input, events, clock } = start()
    input.push('{"a":"x",')
    input.push('oops')
    input.push('more')
    input.complete()
    clock.forward(1000)
    const message = 'Invalid JSON at line 1, column 10 (offset 9): expected a key in double quotes, found "o"'
    expect(events).toEqual([{ error: expect.objectContaining({ code: 'INVALID_MESSAGE', message }) }])
  })

  test('after broken text the model may begin again', () => {
    const { input, events } = start()
    input.push('oops')
    input.restart()
    input.push('{}')
    input.complete()
    expect(events).toEqual([{ error: invalid }, { input: {} }])
  })

  test('incomplete text is an error at the end', () => {
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
  ])('%s is no arguments object', (text, kind) => {
    const { input, events, clock } = start()
    input.push(text)
    clock.forward(16)
    input.complete()
    const message = `The arguments of a tool must be a JSON object, but the text holds ${kind}`
    expect(events).toEqual([{ error: expect.objectContaining({ code: 'INVALID_MESSAGE', message }) }])
  })

  test('a send that fails is reported and ends the partials, but not the complete input', () => {
    const broken = new Error('the frame is gone')
    const { input, events, clock } = start(() => {
      throw broken
    })
    for (const delta of ['{"a":1', ',"b":2', '}']) {
      input.push(delta)
      clock.forward(16)
    }
    expect(events).toEqual([{ error: expect.objectContaining({ code: 'SEND_FAILED', cause: broken }) }])
    input.complete()
    expect(events[1]).toEqual({ input: { a: 1, b: 2 } })
  })
})
