import type { WireTrace } from '../host/bridge/wire-trace.ts'
import type { RequestMethod, NotificationMethod, Params } from '../protocol/method-types.ts'
import { readMessage, type Incoming } from '../protocol/rpc/message.ts'
import type { HostToView, ViewToHost } from '../protocol/methods.ts'
import { createRepeatFilter } from './one-handshake.ts'
import { maskVolatile } from './trace/mask-volatile.ts'

/** One message that passed between a View and its host. */
export interface LoggedMessage extends WireTrace {
  readonly from: 'view' | 'host'
  /** What it is: a request, a note, or an answer. */
  readonly read: Incoming
  /** For an answer: the method of the request that it answers, where that was seen. */
  readonly answers?: string
}

/** One line of a snapshot: what was said, without what differs from run to run. */
export interface SnapshotLine {
  readonly from: 'view' | 'host'
  readonly request?: string
  readonly note?: string
  /** The method that is answered. */
  readonly answer?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: unknown
  readonly refused?: string
}

/** What a snapshot keeps. */
export interface SnapshotOptions {
  /** Only what this side said. Both together are only in a stable order where each waits for the other. Default both. */
  readonly from?: 'view' | 'host' | undefined
  /** Methods that are left out with their answers. Default: sizes, pings and logs, which come when they come. */
  readonly without?: readonly string[] | undefined
}

/** Everything that a View and its host said to each other, in order. */
export interface MessageLog {
  readonly entries: readonly LoggedMessage[]
  /** The params of every request of the View by that method. */
  requests<M extends RequestMethod<ViewToHost>>(method: M): Params<ViewToHost, M>[]
  /** The params of every notification of the View by that method. */
  notes<M extends NotificationMethod<ViewToHost>>(method: M): Params<ViewToHost, M>[]
  /** The params of everything that the host said by that method. */
  told<M extends keyof HostToView>(method: M): Params<HostToView, M>[]
  /** The answers that the host gave to requests by that method: results, or errors. */
  answers(method: string): { readonly result?: unknown; readonly error?: unknown }[]
  /** For `toMatchSnapshot`. */
  snapshot(options?: SnapshotOptions): SnapshotLine[]
}

/** A log, and the way to write it. */
export interface WritableLog extends MessageLog {
  write(entry: WireTrace): LoggedMessage
}

const UNSTEADY = ['ui/notifications/size-changed', 'ping', 'notifications/message']

/** Makes a log with nothing in it. */
export function createMessageLog(): WritableLog {
  const entries: LoggedMessage[] = []
  const asked = { view: new Map<unknown, string>(), host: new Map<unknown, string>() }
  // The log also has invalid messages; the type is the one that valid params of the method have.
  const paramsOf = <P>(from: 'view' | 'host', kind: 'request' | 'note', method: string): P[] =>
    entries.flatMap(({ from: sender, read }) =>
      sender === from && read.kind === kind && read.method === method ? [(read.params ?? {}) as P] : [],
    )
  return {
    entries,
    requests: (method) => paramsOf('view', 'request', method),
    notes: (method) => paramsOf('view', 'note', method),
    told: <M extends keyof HostToView>(method: M) => [
      ...paramsOf<Params<HostToView, M>>('host', 'request', method),
      ...paramsOf<Params<HostToView, M>>('host', 'note', method),
    ],
    answers: (method) =>
      entries.flatMap(({ from, read, answers }) => (from === 'host' && answers === method ? [contentOf(read)] : [])),
    snapshot({ from, without = UNSTEADY } = {}) {
      const isRepeat = createRepeatFilter()
      return entries
        .filter((entry) => !isRepeat(entry.from, entry.read))
        .filter((entry) => from === undefined || entry.from === from)
        .filter((entry) => !without.includes(methodOf(entry) ?? ''))
        .map(lineOf)
    },
    write(trace) {
      const from = trace.direction === 'from-view' ? 'view' : 'host'
      const read = readMessage(trace.message)
      if (read.kind === 'request') asked[from].set(read.id, read.method)
      const isAnswer = read.kind === 'reply' || read.kind === 'failure'
      const answers = isAnswer ? asked[from === 'view' ? 'host' : 'view'].get(read.id) : undefined
      const entry: LoggedMessage = { ...trace, from, read, ...(answers !== undefined && { answers }) }
      entries.push(entry)
      return entry
    },
  }
}

const methodOf = ({ read, answers }: LoggedMessage): string | undefined => ('method' in read ? read.method : answers)

const contentOf = (read: Incoming): { result?: unknown; error?: unknown } => {
  if (read.kind === 'reply') return { result: read.result }
  return read.kind === 'failure' ? { error: read.error } : {}
}

function lineOf({ from, message, read, answers, refused }: LoggedMessage): SnapshotLine {
  const masked = maskVolatile(message) as { params?: unknown; result?: unknown; error?: unknown }
  const what =
    read.kind === 'request' || read.kind === 'note'
      ? { [read.kind]: read.method, ...(masked.params !== undefined && { params: masked.params }) }
      : { answer: answers ?? 'nothing that was asked', ...contentOf({ ...read, ...masked } as Incoming) }
  return { from, ...what, ...(refused !== undefined && { refused }) }
}
