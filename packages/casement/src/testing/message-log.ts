import type { WireTrace } from '../host/bridge/wire-trace.ts'
import type { RequestMethod, NotificationMethod, Params } from '../protocol/method-types.ts'
import { readMessage, type Incoming } from '../protocol/rpc/message.ts'
import type { HostToView, ViewToHost } from '../protocol/methods.ts'
import { createRepeatFilter } from './one-handshake.ts'
import { maskVolatile } from './trace/mask-volatile.ts'

/** One message that passed between a View and its host. */
export interface LoggedMessage extends WireTrace {
  readonly from: 'view' | 'host'
  /** The parsed message: a request, a notification or a response. */
  readonly read: Incoming
  /** For a response: the method of its request, if the log has it. */
  readonly answers?: string
}

/** One line of a snapshot: a message without the values that change from run to run. */
export interface SnapshotLine {
  readonly from: 'view' | 'host'
  readonly request?: string
  readonly note?: string
  /** The method of the request that this responds to. */
  readonly answer?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: unknown
  readonly refused?: string
}

/** Options of `snapshot`. */
export interface SnapshotOptions {
  /** Only the messages of this side. The order of both together is stable only if each side waits for the other. Default both. */
  readonly from?: 'view' | 'host' | undefined
  /** Methods to leave out, with their responses. Default: sizes, pings and logs, whose timing varies. */
  readonly without?: readonly string[] | undefined
}

/** All messages between a View and its host, in order. */
export interface MessageLog {
  readonly entries: readonly LoggedMessage[]
  /** The params of the View's requests with this method. */
  requests<M extends RequestMethod<ViewToHost>>(method: M): Params<ViewToHost, M>[]
  /** The params of the View's notifications with this method. */
  notes<M extends NotificationMethod<ViewToHost>>(method: M): Params<ViewToHost, M>[]
  /** The params of the host's requests and notifications with this method. */
  told<M extends keyof HostToView>(method: M): Params<HostToView, M>[]
  /** The host's responses to requests with this method: results or errors. */
  answers(method: string): { readonly result?: unknown; readonly error?: unknown }[]
  /** For `toMatchSnapshot`. */
  snapshot(options?: SnapshotOptions): SnapshotLine[]
}

/** A log that messages can be added to. */
export interface WritableLog extends MessageLog {
  write(entry: WireTrace): LoggedMessage
}

const VARYING_METHODS = ['ui/notifications/size-changed', 'ping', 'notifications/message']

/** Creates an empty log. */
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
    snapshot({ from, without = VARYING_METHODS } = {}) {
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
      : { answer: answers ?? 'an unknown request', ...contentOf({ ...read, ...masked } as Incoming) }
  return { from, ...what, ...(refused !== undefined && { refused }) }
}
