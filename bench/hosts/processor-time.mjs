// What processes take of the processor, by the system's own count. Unlike a clock it does not count the time in
// which other programs had it.
import { readdirSync, readFileSync } from 'node:fs'

/** Whether this system tells. */
export const TELLS_PROCESSOR_TIME = process.platform === 'linux'

/** Milliseconds of all threads of a process since it began. @param {number} pid */
export function processorTime(pid) {
  let nanoseconds = 0
  for (const thread of ifThere(() => readdirSync(`/proc/${pid}/task`)) ?? [])
    nanoseconds += Number(ifThere(() => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))?.split(' ')[0] ?? 0)
  return nanoseconds / 1e6
}

/** Undefined of what has ended meanwhile. @template T @param {() => T} read @returns {T | undefined} */
function ifThere(read) {
  try {
    return read()
  } catch {
    return undefined
  }
}
