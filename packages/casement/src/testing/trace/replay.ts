import type { Channel } from '../../protocol/channel.ts'
import { WireCode } from '../../protocol/errors.ts'
import { parseMessage, readMessage, type Incoming } from '../../protocol/message.ts'
import { platform, type Runtime, type Undo } from '../../protocol/runtime.ts'
import type { Difference } from './diff-values.ts'
import { createTranslation, differencesOf, isSameKind, scriptOf, type ScriptLine } from './replay-script.ts'
import type { Trace } from './trace.ts'

/** One point in which the other side did not do what it did in the recording. */
export interface Divergence {
  /** `different` in content, `missing` after all patience, or `unexpected`: not in the recording. */
  readonly kind: 'different' | 'missing' | 'unexpected'
  /** Where in the recording. */
  readonly position: number
  readonly recorded?: unknown
  readonly live?: unknown
  readonly differences: readonly Difference[]
}

/** Where a replay is: `waiting` is for the other side. */
export type ReplayState = 'paused' | 'playing' | 'waiting' | 'done' | 'closed'

/** How one side of a recording is played. */
export interface ReplayOptions {
  /** Which side the recording plays. Default `host`: the View is real. */
  readonly as?: 'host' | 'view'
  readonly runtime?: Runtime
  /** Milliseconds to wait for what the other side said in the recording. Default 10,000. */
  readonly patience?: number
  /** What the other side need not say again. Default: sizes, logs and cancellations, which depend on time and place. */
  readonly isOptional?: (method: string) => boolean
}

/** A recording being played. */
export interface Replay {
  /** How many messages have been passed. */
  readonly position: number
  readonly length: number
  /** Milliseconds into the recording. */
  readonly at: number
  readonly state: ReplayState
  readonly divergences: readonly Divergence[]
  /** Goes on, `speed` times as fast as it was (Infinity: as fast as the other side answers), up to a position. */
  play(options?: { readonly speed?: number; readonly until?: number }): void
  pause(): void
  /** Passes one message. */
  step(): void
  /** What the other side is waited for to say; undefined when nothing is. */
  readonly awaited: string | undefined
  /** Goes on without what is awaited, as if all patience were over. */
  skip(): void
  /** Resolves at the end, or when closed. */
  readonly done: Promise<readonly Divergence[]>
  subscribe(changed: () => void): Undo
  /** Stops listening. The channel stays open. */
  close(): void
}

// What need not come is still waited for a little, so that it has its place in the order when it does come.
const OPTIONAL_PATIENCE = 250
const OPTIONAL = new Set(['ui/notifications/size-changed', 'notifications/message', 'notifications/cancelled', 'ping'])

/**
 * Plays one side of a recording to a real other side. The order decides and not the clock: what we said after hearing something
 * is said after hearing it, so that two runs against the same View are the same at any speed.
 */
export function createReplay(trace: Trace, channel: Channel, options: ReplayOptions = {}): Replay {
  const { as = 'host', runtime = platform, patience = 10_000, isOptional = (method) => OPTIONAL.has(method) } = options
  const script = scriptOf(trace, as)
  const translation = createTranslation()
  const divergences: Divergence[] = []
  const listeners = new Set<() => void>()
  let finish: (divergences: readonly Divergence[]) => void
  const done = new Promise<readonly Divergence[]>((resolve) => (finish = resolve))
  let heard: { readonly incoming: Incoming; readonly message: unknown }[] = []
  let position = 0
  let until = 0
  let speed = 1
  let state: ReplayState = script.length === 0 ? 'done' : 'paused'
  let stopTimer: Undo | undefined
  let giveUp: (() => void) | undefined

  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  const setState = (next: ReplayState): void => {
    if (state === 'closed') return
    state = next
    if (next === 'done') finish(divergences)
    changed()
  }
  const diverge = (kind: Divergence['kind'], details: Partial<Divergence>): void =>
    void divergences.push({ kind, position, differences: [], ...details })
  const after = (ms: number, run: () => unknown): void => {
    stopTimer?.()
    stopTimer = runtime.after(ms, () => {
      stopTimer = undefined
      run()
    })
  }

  /** Takes what was heard for a line of the other side; false when it has not come. */
  const take = ({ record: { message: recorded }, incoming }: ScriptLine): boolean => {
    const candidates = heard.filter((candidate) => isSameKind(incoming, candidate.incoming))
    const found = candidates.find(({ message }) => differencesOf(recorded, message).length === 0) ?? candidates[0]
    if (!found) return false
    heard = heard.filter((other) => other !== found)
    translation.learn(incoming, found.incoming)
    const differences = differencesOf(recorded, found.message)
    if (differences.length > 0) diverge('different', { recorded, live: found.message, differences })
    return true
  }

  /** Passes one line; false when it has to wait. */
  const pass = (line: ScriptLine): boolean => {
    if (line.isOurs) {
      const message = translation.translate(line)
      if (message !== undefined) channel.post(message)
    } else if (!take(line)) return false
    position++
    return true
  }

  /** Milliseconds to the next line: what we say has its time, what the other side says has not. */
  const gapBefore = ({ record: { at }, isOurs }: ScriptLine): number =>
    isOurs ? (at - (script[position - 1]?.record.at ?? at)) / speed : 0
  const passes = (line: ScriptLine): boolean => {
    const isPassed = pass(line)
    if (isPassed) changed()
    else wait(line)
    return isPassed
  }
  const advance = (): void => {
    for (;;) {
      const line = script[position]
      if (!line) return setState('done')
      if (position >= until) return setState('paused')
      const gap = gapBefore(line)
      if (gap > 0) return after(gap, () => passes(line) && advance())
      if (!passes(line)) return
    }
  }
  const wait = (line: ScriptLine): void => {
    const isNeeded = !('method' in line.incoming && isOptional(line.incoming.method))
    setState('waiting')
    giveUp = () => {
      giveUp = undefined
      stopTimer?.()
      stopTimer = undefined
      if (isNeeded) diverge('missing', { recorded: line.record.message })
      position++
      setState('playing')
      advance()
    }
    after(isNeeded ? patience : Math.min(patience, OPTIONAL_PATIENCE), giveUp)
  }

  const isInScript = (incoming: Incoming): boolean =>
    script.some((line, index) => index >= position && !line.isOurs && isSameKind(line.incoming, incoming))
  const stop = channel.listen((raw) => {
    const message = parseMessage(raw)
    const incoming = readMessage(message)
    if (incoming.kind === 'noise' || incoming.kind === 'broken') return
    if (isInScript(incoming)) heard.push({ incoming, message })
    else {
      if (!('method' in incoming) || !isOptional(incoming.method)) diverge('unexpected', { live: message })
      if (incoming.kind === 'request') answerStranger(channel, incoming)
    }
    const line = script[position]
    if (state !== 'waiting' || !line || !pass(line)) return changed()
    stopTimer?.()
    stopTimer = undefined
    setState('playing')
    advance()
  })

  const go = (next: number): void => {
    if (state === 'closed' || state === 'done') return
    until = Math.min(next, script.length)
    if (state === 'paused') setState('playing')
    if (state === 'playing' && stopTimer === undefined) advance()
  }
  const close = (): void => {
    stopTimer?.()
    stop()
    finish(divergences)
    setState('closed')
  }
  channel.closed.addEventListener('abort', close)
  if (state === 'done') finish!(divergences)

  return {
    get position() {
      return position
    },
    get at() {
      return script[position - 1]?.record.at ?? 0
    },
    get state() {
      return state
    },
    get awaited() {
      return state === 'waiting' ? nameOf(script[position]) : undefined
    },
    length: script.length,
    divergences,
    done,
    play(given = {}) {
      speed = Math.max(given.speed ?? 1, Number.MIN_VALUE)
      go(given.until ?? script.length)
    },
    pause() {
      if (state !== 'playing' && state !== 'waiting') return
      stopTimer?.()
      stopTimer = undefined
      setState('paused')
    },
    step() {
      speed = Infinity
      go(position + 1)
    },
    skip() {
      if (state === 'waiting') giveUp?.()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close,
  }
}

function nameOf(line: ScriptLine | undefined): string | undefined {
  if (!line) return undefined
  return 'method' in line.incoming ? line.incoming.method : 'an answer'
}

function answerStranger(channel: Channel, { id, method }: Extract<Incoming, { kind: 'request' }>): void {
  if (method === 'ping') return channel.post({ jsonrpc: '2.0', id, result: {} })
  const error = { code: WireCode.MethodNotFound, message: `${method} is not in the recording at this point` }
  channel.post({ jsonrpc: '2.0', id, error })
}
