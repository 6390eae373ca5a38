import { channelCore, type Channel, type ChannelCore } from './channel.ts'

/** Two connected channels within one program. Messages are cloned when posted and arrive later, in order, as between windows. */
export function memoryChannels(): [Channel, Channel] {
  const left: ChannelCore = end(() => right)
  const right = end(() => left)
  return [left, right]
}

function end(other: () => ChannelCore): ChannelCore {
  const self = channelCore(
    (message, transfer) => {
      const [copy, ports] = clone(message, transfer)
      queueMicrotask(() => other().deliver(copy, ports))
    },
    () => queueMicrotask(() => other().close(self.closed.reason)),
  )
  return self
}

// The platform's structured clone costs ten times as much as a copy of plain JSON values, which nearly all messages are.
function clone(message: unknown, transfer: Transferable[]): [message: unknown, ports?: readonly MessagePort[]] {
  const copy = transfer.length === 0 ? copyPlain(message, 0, { left: MAX_VALUES }) : NOT_PLAIN
  if (copy !== NOT_PLAIN) return [copy]
  return structuredClone([message, transfer.filter((item) => item instanceof MessagePort)], { transfer })
}

const NOT_PLAIN = {}
const MAX_DEPTH = 100
// Larger messages are left to the platform, which copies a shared part only once.
const MAX_VALUES = 10_000

/** Copies plain objects and arrays; returns NOT_PLAIN for anything else, including cycles. */
function copyPlain(value: unknown, depth: number, budget: { left: number }): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return NOT_PLAIN
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH || budget.left-- === 0) return NOT_PLAIN
  return Array.isArray(value)
    ? copyList(value, depth + 1, budget)
    : copyRecord(value as Record<string, unknown>, depth + 1, budget)
}

function copyList(list: unknown[], depth: number, budget: { left: number }): unknown {
  const copies: unknown[] = []
  for (const item of list) {
    const copy = copyPlain(item, depth, budget)
    if (copy === NOT_PLAIN || copy === undefined) return NOT_PLAIN // undefined may represent a hole
    copies.push(copy)
  }
  return copies
}

function copyRecord(record: Record<string, unknown>, depth: number, budget: { left: number }): unknown {
  const prototype: unknown = Object.getPrototypeOf(record)
  if (prototype !== Object.prototype && prototype !== null) return NOT_PLAIN
  const copies: Record<string, unknown> = {}
  for (const key of Object.keys(record)) {
    const copy = copyPlain(record[key], depth, budget)
    if (copy === NOT_PLAIN || key === '__proto__') return NOT_PLAIN // assigning this key would set the prototype
    copies[key] = copy
  }
  return copies
}
