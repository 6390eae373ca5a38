import { channelCore, type Channel, type ChannelCore } from './channel.ts'

/** Two ends of a wire inside one program. What is posted is cloned at once and arrives later, in order, as between windows. */
export function memoryChannels(): [Channel, Channel] {
  const left: ChannelCore = end(() => right)
  const right = end(() => left)
  return [left, right]
}

function end(other: () => ChannelCore): ChannelCore {
  const self = channelCore(
    (message, transfer) => {
      const copy: unknown = structuredClone(message, { transfer })
      queueMicrotask(() => other().deliver(copy))
    },
    () => queueMicrotask(() => other().close(self.closed.reason)),
  )
  return self
}
