import type { Channel } from '../protocol/channel/channel.ts'
import { readMessage, type Incoming } from '../protocol/rpc/message.ts'
import type { Trace } from './trace/trace.ts'

/**
 * Detects repetitions of the handshake. A View retries when its host is slow, so their number depends on the machine and not on the
 * View.
 */
export function createRepeatFilter(): (from: 'view' | 'host', read: Incoming) => boolean {
  const repeats = new Set<unknown>()
  let isShaking = false
  return (from, read) => {
    if (from === 'host') return (read.kind === 'reply' || read.kind === 'failure') && repeats.delete(read.id)
    if (read.kind === 'note' && read.method === 'ui/notifications/initialized') isShaking = false
    if (read.kind !== 'request' || read.method !== 'ui/initialize') return false
    if (isShaking) repeats.add(read.id)
    else isShaking = true
    return repeats.has(read.id)
  }
}

/** A trace without repeated handshakes. */
export function withOneHandshake({ header, records }: Trace): Trace {
  const isRepeat = createRepeatFilter()
  return {
    header,
    records: records.filter(
      (record) =>
        record.kind !== 'message' ||
        record.hop !== 'view-host' ||
        !isRepeat(record.direction === 'from-view' ? 'view' : 'host', readMessage(record.message)),
    ),
  }
}

/** A channel to a View that drops repeated handshakes. */
export function hearingOneHandshake(channel: Channel): Channel {
  const isRepeat = createRepeatFilter()
  return {
    closed: channel.closed,
    close: (reason) => channel.close(reason),
    post: (message, transfer) => channel.post(message, transfer),
    listen: (receive) =>
      channel.listen((message, ports) => {
        if (!isRepeat('view', readMessage(message))) receive(message, ports)
      }),
  }
}
