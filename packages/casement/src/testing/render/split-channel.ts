import type { Channel, Receive } from '../../protocol/channel/channel.ts'
import { readMessage } from '../../protocol/rpc/message.ts'

/** A channel to a View, shared by a recording that plays its host and the bridge that shows it. */
export interface SplitChannel {
  /** For the recording: it sends everything, and receives everything except the messages of the sandbox. */
  readonly forReplay: Channel
  /** For the bridge: it receives the handshake, the sizes and the sandbox's messages, and sends only the teardown. */
  readonly forBridge: Channel
}

const FOR_BRIDGE = new Set(['ui/initialize', 'ui/notifications/initialized', 'ui/notifications/size-changed'])
const OF_SANDBOX = /^(?:ui\/notifications\/sandbox-|dev\.casement\/sandbox\/)/

/** Splits a channel. The bridge goes through its stages without an effect on the View. */
export function splitChannel(channel: Channel): SplitChannel {
  const replay = end(channel, (message, transfer) => channel.post(message, transfer))
  const letThrough = new Set<unknown>()
  const bridge = end(channel, (message, transfer) => {
    const said = readMessage(message)
    if (said.kind !== 'request' || said.method !== 'ui/resource-teardown') return
    letThrough.add(said.id)
    channel.post(message, transfer)
  })
  channel.listen((message, ports) => {
    const heard = readMessage(message)
    const method = 'method' in heard ? heard.method : undefined
    const isSandbox = method !== undefined && OF_SANDBOX.test(method)
    const isGoodbye = (heard.kind === 'reply' || heard.kind === 'failure') && letThrough.delete(heard.id)
    if (!isSandbox && !isGoodbye) replay.deliver(message)
    if (isSandbox || isGoodbye || (method !== undefined && FOR_BRIDGE.has(method))) bridge.deliver(message, ports)
  })
  return { forReplay: replay.channel, forBridge: bridge.channel }
}

function end(whole: Channel, post: Channel['post']): { readonly channel: Channel; readonly deliver: Receive } {
  const listeners = new Set<Receive>()
  const early: Parameters<Receive>[] = []
  return {
    channel: {
      closed: whole.closed,
      close: (reason) => whole.close(reason),
      post,
      listen(receive) {
        listeners.add(receive)
        for (const envelope of early.splice(0)) receive(...envelope)
        return () => void listeners.delete(receive)
      },
    },
    deliver(...envelope) {
      if (listeners.size === 0) early.push(envelope)
      for (const receive of listeners) receive(...envelope)
    },
  }
}
