// Sends requests with autocannon, in a process of its own, so that it does not share an event loop with the bench.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * @typedef {object} Load
 * @property {string} url
 * @property {Record<string, string>} headers
 * @property {string} body
 * @property {number} connections Each connection has one request at a time.
 * @property {number} seconds
 * @property {number} workers Threads that send requests. 1 uses the main thread.
 */
/** @typedef {{ requests: number, seconds: number, cpuSeconds: number, failed: number, p99: number }} Sent */
/** @typedef {{ '2xx': number, non2xx: number, errors: number, timeouts: number, duration: number }} Result The part that is used. */
/** @typedef {Promise<Result> & import('node:events').EventEmitter} Run */

const autocannon = /** @type {(options: object) => Run} */ (require('autocannon'))

process.on('message', async (/** @type {Load} */ { workers, seconds, ...load }) => {
  const before = process.cpuUsage()
  const threads = workers > 1 ? { workers } : {}
  const run = autocannon({ ...load, ...threads, method: 'POST', duration: seconds })
  // autocannon's own percentiles are whole milliseconds.
  /** @type {number[]} */
  const times = []
  void run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  const result = await run
  const { user, system } = process.cpuUsage(before)
  const { non2xx, errors, timeouts, duration } = result
  /** @type {Sent} */
  const sent = {
    requests: result['2xx'],
    seconds: duration,
    cpuSeconds: (user + system) / 1e6,
    failed: non2xx + errors + timeouts,
    p99: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN,
  }
  process.send?.(sent)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
