import type { Channel } from '../../protocol/channel/channel.ts'
import type { Incoming } from '../../protocol/rpc/message.ts'
import { platform, type Runtime, type Unsubscribe } from '../../protocol/runtime.ts'
import { createExchange } from './exchange.ts'
import { createPlayhead, type Divergence, type ReplayState } from './playhead.ts'
import { scriptOf, type ScriptLine } from './replay-script.ts'
import type { Trace } from './trace.ts'

/** Options of a replay. */
export interface ReplayOptions {
  /** The side that the recording plays. Default `host`: the View is real. */
  readonly as?: 'host' | 'view'
  readonly runtime?: Runtime
  /** Milliseconds to wait for a message that the other side sent in the recording. Default 10,000. */
  readonly patience?: number
  /** The methods that the other side need not send again. Default: sizes, logs and cancellations, which vary. */
  readonly isOptional?: (method: string) => boolean
}

/** A recording being played. */
export interface Replay {
  /** The number of messages that have been passed. */
  readonly position: number
  readonly length: number
  /** Milliseconds into the recording. */
  readonly at: number
  readonly state: ReplayState
  readonly divergences: readonly Divergence[]
  /** Continues at `speed` times the recorded speed (Infinity: without pauses), up to a position. */
  play(options?: { readonly speed?: number; readonly until?: number }): void
  pause(): void
  /** Passes one message. */
  step(): void
  /** The method of the message that the replay waits for, if any. */
  readonly awaited: string | undefined
  /** Continues without the awaited message, as after its timeout. */
  skip(): void
  /** Resolves at the end, or when closed. */
  readonly done: Promise<readonly Divergence[]>
  subscribe(changed: () => void): Unsubscribe
  /** Stops listening. The channel stays open. */
  close(): void
}

// An optional message is still awaited briefly, so that it keeps its place in the order.
const OPTIONAL_PATIENCE = 250
const OPTIONAL = new Set(['ui/notifications/size-changed', 'notifications/message', 'notifications/cancelled', 'ping'])

/**
 * Plays one side of a recording to a real other side. Messages are sent in the recorded order, each after the messages that were
 * received before it, so that two runs against the same View are the same at any speed. It is one long function because its steps
 * share the position, the speed and one timer.
 */
export function createReplay(trace: Trace, channel: Channel, options: ReplayOptions = {}): Replay {
  const { as = 'host', runtime = platform, patience = 10_000, isOptional = (method) => OPTIONAL.has(method) } = options
  const script = scriptOf(trace, as)
  const head = createPlayhead(script)
  const isNeeded = (incoming: Incoming): boolean => !('method' in incoming && isOptional(incoming.method))
  const exchange = createExchange(script, head, channel, isNeeded)
  const timer = createTimer(runtime)
  let until = 0
  let speed = 1
  let giveUp: (() => void) | undefined

  const passOrWait = (line: ScriptLine): boolean => {
    const isPassed = exchange.pass(line)
    if (isPassed) head.changed()
    else wait(line)
    return isPassed
  }
  /** Milliseconds to the next line. Only our own messages have a time. */
  const gapBefore = ({ record: { at }, isOurs }: ScriptLine): number => (isOurs && head.position > 0 ? (at - head.at) / speed : 0)
  const advance = (): void => {
    for (;;) {
      const { line } = head
      if (!line) return head.enter('done')
      if (head.position >= until) return head.enter('paused')
      const gap = gapBefore(line)
      if (gap > 0) return timer.start(gap, () => passOrWait(line) && advance())
      if (!passOrWait(line)) return
    }
  }
  const resume = (): void => {
    timer.stop()
    head.enter('playing')
    advance()
  }
  const wait = ({ incoming, record }: ScriptLine): void => {
    head.enter('waiting')
    giveUp = () => {
      giveUp = undefined
      if (isNeeded(incoming)) head.diverge('missing', { recorded: record.message })
      head.forward()
      resume()
    }
    timer.start(isNeeded(incoming) ? patience : Math.min(patience, OPTIONAL_PATIENCE), giveUp)
  }

  const stopListening = exchange.listen(() => {
    if (head.state === 'waiting' && head.line && exchange.pass(head.line)) resume()
    else head.changed()
  })
  const go = (next: number): void => {
    if (head.state === 'closed' || head.state === 'done') return
    until = Math.min(next, script.length)
    if (head.state === 'paused') head.enter('playing')
    if (head.state === 'playing' && !timer.isRunning) advance()
  }
  const close = (): void => {
    timer.stop()
    stopListening()
    head.enter('closed')
  }
  channel.closed.addEventListener('abort', close)

  return {
    get position() {
      return head.position
    },
    get at() {
      return head.at
    },
    get state() {
      return head.state
    },
    get awaited() {
      return head.state === 'waiting' ? nameOf(head.line) : undefined
    },
    length: script.length,
    divergences: head.divergences,
    done: head.done,
    play({ speed: factor = 1, until: end = script.length } = {}) {
      speed = Math.max(factor, Number.MIN_VALUE)
      go(end)
    },
    pause() {
      if (head.state !== 'playing' && head.state !== 'waiting') return
      timer.stop()
      head.enter('paused')
    },
    step() {
      speed = Infinity
      go(head.position + 1)
    },
    skip() {
      if (head.state === 'waiting') giveUp?.()
    },
    subscribe: (changed) => head.subscribe(changed),
    close,
  }
}

/** A timer that is replaced when it is started again. */
function createTimer(runtime: Runtime): {
  readonly isRunning: boolean
  start(ms: number, run: () => unknown): void
  stop(): void
} {
  let cancel: Unsubscribe | undefined
  const stop = (): void => {
    cancel?.()
    cancel = undefined
  }
  return {
    get isRunning() {
      return cancel !== undefined
    },
    start(ms, run) {
      stop()
      cancel = runtime.after(ms, () => {
        cancel = undefined
        run()
      })
    },
    stop,
  }
}

function nameOf(line: ScriptLine | undefined): string | undefined {
  if (!line) return undefined
  return 'method' in line.incoming ? line.incoming.method : 'a response'
}
