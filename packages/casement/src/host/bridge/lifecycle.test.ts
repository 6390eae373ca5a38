import { describe, expect, test } from 'vitest'
import {
  isAfter,
  initialState,
  transition,
  type LifecycleState,
  type LifecycleEvent,
  type ViewNotification,
  type Stage,
} from './lifecycle.ts'

const send = (notification: ViewNotification): LifecycleEvent => ({ type: 'notification', notification })
const input = (a: number): LifecycleEvent => send({ method: 'ui/notifications/tool-input', params: { arguments: { a } } })
const partial = (a: number): LifecycleEvent =>
  send({ method: 'ui/notifications/tool-input-partial', params: { arguments: { a } } })
const result = (text: string): LifecycleEvent =>
  send({ method: 'ui/notifications/tool-result', params: { content: [{ type: 'text', text }] } })
const cancelled = send({ method: 'ui/notifications/tool-cancelled', params: {} })
const context = (theme: 'light' | 'dark'): LifecycleEvent => ({ type: 'context', context: { theme } })
const changed = send({ method: 'notifications/tools/list_changed', params: {} })
const connect: LifecycleEvent = { type: 'connect' }
const initialize: LifecycleEvent = { type: 'initialize', retry: false }
const retry: LifecycleEvent = { type: 'initialize', retry: true }
const initialized: LifecycleEvent = { type: 'initialized' }
const closing: LifecycleEvent = { type: 'closing' }
const closed: LifecycleEvent = { type: 'closed' }
const hello = [connect, initialize, initialized]

/** Goes through a life and writes down what is sent, shortened to what matters. */
function live(
  events: readonly LifecycleEvent[],
  start: LifecycleState = initialState({}),
): { stage: Stage; sent: string[]; problems: string[] } {
  let state = start
  const sent: string[] = []
  const problems: string[] = []
  for (const event of events) {
    const next = transition(state, event)
    state = next.state
    sent.push(...next.send.map((note) => short(note)))
    if (next.problem) problems.push(next.problem)
  }
  return { stage: state.stage, sent, problems }
}

const short = ({ method, params }: ViewNotification): string => {
  const name = method.split('/').at(-1) ?? ''
  const { arguments: args, theme } = params as { arguments?: { a?: number }; theme?: string }
  return `${name}${args ? `:${args.a ?? '{}'}` : ''}${theme ? `:${theme}` : ''}`
}

type Row = [name: string, events: LifecycleEvent[], sent: string[], at: Stage]

describe('what leaves, and when', () => {
  test.for<Row>([
    [
      'R-093 nothing before initialized',
      [connect, { type: 'load' }, input(1), result('x'), changed, initialize],
      [],
      'handshaking',
    ],
    [
      'R-210 input and result wait for it',
      [...hello.slice(0, 2), input(1), result('x'), initialized],
      ['tool-input:1', 'tool-result'],
      'ready',
    ],
    ['R-210 also before there is a connection', [input(1), ...hello], ['tool-input:1'], 'ready'],
    [
      'R-212 partials, then the input',
      [...hello, partial(1), partial(2), input(3)],
      ['tool-input-partial:1', 'tool-input-partial:2', 'tool-input:3'],
      'ready',
    ],
    [
      'a later call has an input and a result of its own',
      [...hello, input(1), result('x'), { type: 'call' }, partial(2), input(2), result('y')],
      ['tool-input:1', 'tool-result', 'tool-input-partial:2', 'tool-input:2', 'tool-result'],
      'ready',
    ],
    [
      'only the latest partial waits',
      [connect, partial(1), partial(2), initialize, initialized],
      ['tool-input-partial:2'],
      'ready',
    ],
    ['R-214 no partial after the input', [...hello, input(1), partial(2)], ['tool-input:1'], 'ready'],
    ['R-214 no partial that waited, either', [connect, partial(1), input(2), initialize, initialized], ['tool-input:2'], 'ready'],
    ['R-211 the input comes before the result', [...hello, result('x')], ['tool-input:{}', 'tool-result'], 'ready'],
    ['R-211 the same input again is nothing', [...hello, input(1), input(1)], ['tool-input:1'], 'ready'],
    [
      'R-223 the same result again is nothing',
      [...hello, input(1), result('x'), result('x')],
      ['tool-input:1', 'tool-result'],
      'ready',
    ],
    [
      'R-220 cancelled while the arguments stream',
      [...hello, partial(1), cancelled, partial(2), input(3), result('x')],
      ['tool-input-partial:1', 'tool-cancelled'],
      'ready',
    ],
    [
      'R-223 a result after a cancellation is nothing',
      [...hello, input(1), cancelled, result('x')],
      ['tool-input:1', 'tool-cancelled'],
      'ready',
    ],
    [
      'R-223 a cancellation after a result is nothing',
      [...hello, input(1), result('x'), cancelled],
      ['tool-input:1', 'tool-result'],
      'ready',
    ],
    ['4.30 other notes wait, once each', [connect, changed, changed, initialize, initialized], ['list_changed'], 'ready'],
    ['4.30 context is folded into the answer', [context('dark'), connect, initialize, initialized], [], 'ready'],
    [
      '4.30 context between answer and initialized',
      [connect, initialize, context('dark'), initialized],
      ['host-context-changed:dark'],
      'ready',
    ],
    [
      'R-158, R-161 only what differs',
      [...hello, context('dark'), context('dark'), context('light')],
      ['host-context-changed:dark', 'host-context-changed:light'],
      'ready',
    ],
    [
      '4.31 a new document is told everything again',
      [...hello, input(1), result('x'), initialize, initialized],
      ['tool-input:1', 'tool-result', 'tool-input:1', 'tool-result'],
      'ready',
    ],
    ['4.31 and nothing before it is ready', [...hello, initialize, changed, input(1)], [], 'handshaking'],
    [
      '4.31 a partial is told again',
      [...hello, partial(1), initialize, initialized],
      ['tool-input-partial:1', 'tool-input-partial:1'],
      'ready',
    ],
    [
      'R-123 a retry after all was told changes nothing',
      [...hello, input(1), retry, result('x')],
      ['tool-input:1', 'tool-result'],
      'ready',
    ],
    [
      'R-123 a second initialized of one document is told again',
      [...hello, input(1), retry, initialized],
      ['tool-input:1', 'tool-input:1'],
      'ready',
    ],
    ['a document that is gone hears nothing', [...hello, { type: 'reload' }, input(1), changed], [], 'loading'],
    ['nothing while closing', [...hello, closing, input(1), changed, context('dark'), initialize, initialized], [], 'closing'],
    ['nothing after closing', [...hello, closing, closed, connect, initialize, initialized, input(1)], [], 'closed'],
  ])('%s', ([, events, sent, stage]) => {
    expect(live(events)).toEqual({ stage, sent, problems: [] })
  })

  test.for<[name: string, events: LifecycleEvent[], problem: RegExp]>([
    ['R-211 a second, different input', [...hello, input(1), input(2)], /already received its tool input/],
    ['R-211 an input after a bare result', [...hello, result('x'), input(2)], /already received its tool input/],
    ['R-223 a second, different result', [...hello, input(1), result('x'), result('y')], /already received its tool result/],
    ['initialized without ui/initialize', [connect, initialized], /before ui\/initialize/],
  ])('a problem: %s', ([, events, problem]) => {
    const { problems } = live(events)
    expect(problems).toEqual([expect.stringMatching(problem)])
  })

  test('what waits is bounded', () => {
    let state = initialState({})
    for (let n = 0; n < 1000; n++)
      state = transition(state, {
        type: 'notification',
        notification: { method: 'notifications/resources/updated', params: { uri: `a:${n}` } },
      }).state
    expect(state.queue).toHaveLength(100)
  })

  test('stages have an order', () => {
    expect(isAfter('closing', 'ready')).toBe(true)
    expect(isAfter('ready', 'ready')).toBe(false)
  })
})
