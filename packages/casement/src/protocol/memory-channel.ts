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
      const copy = clone(message, transfer)
      queueMicrotask(() => other().deliver(copy))
    },
    () => queueMicrotask(() => other().close(self.closed.reason)),
  )
  return self
}

// Structured cloning by the platform costs ten times as much as copying what JSON has a word for, which is nearly all there is.
function clone(message: unknown, transfer: Transferable[]): unknown {
  const copy = transfer.length === 0 ? copyPlain(message, 0) : UNUSUAL
  return copy === UNUSUAL ? structuredClone(message, { transfer }) : copy
}

const UNUSUAL = {}
const MAX_DEPTH = 100

/** A copy of what consists of plain objects and lists, else UNUSUAL: also for a cycle, which has no end to its depth. */
function copyPlain(value: unknown, depth: number): unknown {
  if (typeof value === 'function' || typeof value === 'symbol' || depth > MAX_DEPTH) return UNUSUAL
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list: unknown[] = []
    for (const item of value) {
      const copy = copyPlain(item, depth + 1)
      if (copy === UNUSUAL || copy === undefined) return UNUSUAL // undefined may stand for a hole
      list.push(copy)
    }
    return list
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return UNUSUAL
  const record: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const copy = copyPlain(value[key as never], depth + 1)
    if (copy === UNUSUAL || key === '__proto__') return UNUSUAL // to assign that key would not make a member of it
    record[key] = copy
  }
  return record
}
