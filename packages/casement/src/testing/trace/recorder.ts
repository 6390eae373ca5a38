import type { Channel, Receive } from '../../protocol/channel/channel.ts'
import { parseMessage } from '../../protocol/rpc/message.ts'
import { platform, type Runtime } from '../../protocol/runtime.ts'
import { TRACE_VERSION, type MessageRecord, type Trace, type TraceHeader, type TraceRecord } from './trace.ts'

/** Collects records, each with the time since the start. */
export interface Recorder {
  message(record: Omit<MessageRecord, 'kind' | 'at'>): void
  step(name: string): void
  report(report: Readonly<Record<string, unknown>>): void
  /** The records so far. */
  trace(): Trace
}

/** Starts a recording. */
export function createRecorder(
  about: Omit<TraceHeader, 'casementTrace' | 'startedAt'>,
  runtime: Pick<Runtime, 'now'> = platform,
): Recorder {
  const start = runtime.now()
  const header: TraceHeader = { casementTrace: TRACE_VERSION, startedAt: Date.now(), ...about }
  const records: TraceRecord[] = []
  const at = (): number => Math.round((runtime.now() - start) * 1000) / 1000
  return {
    message: (record) => void records.push({ kind: 'message', at: at(), ...record }),
    step: (name) => void records.push({ kind: 'step', at: at(), name }),
    report: (report) => void records.push({ kind: 'report', at: at(), report }),
    trace: () => ({ header, records: [...records] }),
  }
}

/** A channel between a View and its host that records its messages. `as` is the side of this end. */
export function recordedChannel(channel: Channel, recorder: Recorder, as: 'host' | 'view'): Channel {
  const out = as === 'host' ? 'to-view' : 'from-view'
  const back = as === 'host' ? 'from-view' : 'to-view'
  const record = (direction: MessageRecord['direction'], message: unknown): void =>
    recorder.message({ hop: 'view-host', direction, message: parseMessage(message) ?? message })
  // Only one of the listeners records, so that no message is recorded twice.
  let recording: Receive | undefined
  return {
    closed: channel.closed,
    close: (reason) => channel.close(reason),
    post(message, transfer) {
      record(out, message)
      channel.post(message, transfer)
    },
    listen(receive) {
      recording ??= receive
      const unsubscribe = channel.listen((message, ports) => {
        if (recording === receive) record(back, message)
        receive(message, ports)
      })
      return () => {
        unsubscribe()
        if (recording === receive) recording = undefined
      }
    },
  }
}
