import { CasementError, METHOD_NOT_FOUND } from '../errors.ts'
import type { Id, Incoming, RpcError } from './message.ts'
import type { PeerOptions, PeerReport, Progress, RequestOptions } from './peer-types.ts'
import type { Runtime, Unsubscribe } from '../runtime.ts'

/** A message on its way out. */
export interface Outgoing {
  readonly jsonrpc: '2.0'
  readonly id?: Id
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: RpcError
}

/** What may stand in the params of any request. */
export type WithMeta = { _meta?: { progressToken?: Id } } | undefined

/** What calling the other side takes. */
export interface CallsWorld {
  readonly runtime: Runtime
  readonly timeoutFor: PeerOptions['timeoutFor']
  /** Throws where it cannot be sent. */
  readonly post: (message: Outgoing, transfer?: Transferable[]) => void
  /** Posts what nobody waits for. */
  readonly tell: (message: Outgoing) => void
  readonly report: (reason: PeerReport['reason'], why: string) => void
}

/** What answers a request, well or not. */
export type Answer =
  | Extract<Incoming, { kind: 'reply' | 'failure' }>
  | (Extract<Incoming, { kind: 'broken' }> & { readonly id: Id })

/** What one end has asked of the other and has no answer to. */
export interface PeerCalls {
  readonly request: (method: string, params: unknown, options?: RequestOptions) => Promise<unknown>
  /** Takes in an answer. One that is broken fails its caller at once: waiting for the deadline would hide the reason. */
  take(answer: Answer): void
  /** The other side says how far it is. */
  progress(token: Id | undefined, update: Progress | undefined): void
  /** There will be no more answers. */
  close(reason: unknown): void
}

interface Waiting {
  resolve(result: unknown): void
  reject(failure: unknown): void
  readonly method: string
  readonly since: number
  /** The deadline, which progress puts off. */
  until: number
  progress?: (update: Progress) => void
  /** Lets go of the signal. */
  release?: Unsubscribe
}

/** Keeps the calls of one end: each leaves with an answer, or at its deadline. */
export function createCalls({ runtime, timeoutFor, post, tell, report }: CallsWorld): PeerCalls {
  const waiting = new Map<Id, Waiting>()
  let lastId = 0 // the first is 1: some peers test `if (id)`

  // One timer for all calls, set for the earliest deadline: one for each would cost as much as the rest of a call.
  let alarm = Infinity
  let disarm: Unsubscribe | undefined
  const setAlarm = (at: number): void => {
    disarm?.()
    alarm = at
    disarm = at < Infinity ? runtime.after(at - runtime.now(), expire) : undefined
  }

  const expire = (): void => {
    const now = runtime.now()
    let next = Infinity
    for (const [id, { method, since, until }] of waiting)
      if (until > now) next = Math.min(next, until)
      else giveUp(id, new CasementError('TIMEOUT', `${method} got no reply in ${Math.round(now - since)} ms`))
    setAlarm(next)
  }

  const rest = (): void => {
    if (!waiting.size) setAlarm(Infinity)
  }

  // The only door out of `waiting`. Reply, timeout, abort, failed send and close all leave through it, so none of them
  // can forget the timer or the map entry.
  const settle = (id: Id, how: 'resolve' | 'reject', value: unknown): void => {
    const call = waiting.get(id)
    if (!call) return report('unknown-id', String(id))
    waiting.delete(id)
    call.release?.()
    call[how](value)
    if (!waiting.size) void Promise.resolve().then(rest) // later, because the next call often follows at once
  }

  const giveUp = (id: Id, failure: unknown): void => {
    tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason: String(failure) } })
    settle(id, 'reject', failure)
  }

  return {
    take(answer) {
      const { id, kind } = answer
      if (kind === 'reply') settle(id, 'resolve', answer.result)
      else settle(id, 'reject', kind === 'failure' ? remoteError(answer.error) : new CasementError('INVALID_MESSAGE', answer.why))
    },
    request: (method, params, given = {}) =>
      new Promise((resolve, reject) => {
        const { signal, onprogress, timeout = timeoutFor?.(method) ?? 60_000, maxTotalTimeout = 10 * timeout } = given
        signal?.throwIfAborted()
        const id = ++lastId
        const since = runtime.now()
        const call: Waiting = { resolve, reject, method, since, until: since + Math.min(timeout, maxTotalTimeout) }
        if (signal) {
          const abort = (): void => giveUp(id, signal.reason)
          signal.addEventListener('abort', abort)
          call.release = () => signal.removeEventListener('abort', abort)
        }
        if (onprogress) {
          call.progress = (update) => {
            call.until = Math.min(runtime.now() + timeout, since + maxTotalTimeout)
            onprogress(update)
          }
          params = { ...(params as WithMeta), _meta: { ...(params as WithMeta)?._meta, progressToken: id } }
        }
        waiting.set(id, call)
        if (call.until < alarm) setAlarm(call.until)
        try {
          post({ jsonrpc: '2.0', id, method, params }, given.transfer)
        } catch (failure) {
          settle(id, 'reject', failure)
        }
      }),
    progress: (token, update) => waiting.get(token as Id)?.progress?.(update as Progress),
    close(reason) {
      for (const id of waiting.keys())
        settle(id, 'reject', new CasementError('CLOSED', 'The connection closed', { cause: reason }))
    },
  }
}

const remoteError = ({ code, message, data }: RpcError): CasementError =>
  new CasementError(code === METHOD_NOT_FOUND ? 'UNSUPPORTED' : 'REMOTE', message, { wire: { code, data } })
