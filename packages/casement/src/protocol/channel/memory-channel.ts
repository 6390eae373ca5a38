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
      const [copy, ports] = clone(message, transfer)
      queueMicrotask(() => other().deliver(copy, ports))
    },
    () => queueMicrotask(() => other().close(self.closed.reason)),
  )
  return self
}

// Structured cloning by the platform costs ten times as much as copying what JSON has a word for, which is nearly all there is.
function clone(message: unknown, transfer: Transferable[]): [message: unknown, ports?: readonly MessagePort[]] {
  const copy = transfer.length === 0 ? copyPlain(message, 0, { left: MAX_VALUES }) : UNUSUAL
  if (copy !== UNUSUAL) return [copy]
  return structuredClone([message, transfer.filter((item) => item instanceof MessagePort)], { transfer })
}

const UNUSUAL = {}
const MAX_DEPTH = 100
// Past so many values it is left to the platform, which copies a part once however often it is shared.
const MAX_VALUES = 10_000

/** A copy of what consists of plain objects and lists, else UNUSUAL: also for a cycle, which has no end to its depth. */
function copyPlain(value: unknown, depth: number, budget: { left: number }): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return UNUSUAL
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH || budget.left-- === 0) return UNUSUAL
  return Array.isArray(value) ? copyList(value, depth + 1, budget) : copyRecord(value, depth + 1, budget)
}

function copyList(list: unknown[], depth: number, budget: { left: number }): unknown {
  const copies: unknown[] = []
  for (const item of list) {
    const copy = copyPlain(item, depth, budget)
    if (copy === UNUSUAL || copy === undefined) return UNUSUAL // undefined may stand for a hole
    copies.push(copy)
  }
  return copies
}

function copyRecord(record: object, depth: number, budget: { left: number }): unknown {
  const prototype: unknown = Object.getPrototypeOf(record)
  if (prototype !== Object.prototype && prototype !== null) return UNUSUAL
  const copies: Record<string, unknown> = {}
  for (const key of Object.keys(record)) {
    const copy = copyPlain(record[key as never], depth, budget)
    if (copy === UNUSUAL || key === '__proto__') return UNUSUAL // to assign that key would not make a member of it
    copies[key] = copy
  }
  return copies
}
