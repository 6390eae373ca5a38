import type { Page } from 'playwright-core'

/** The loss of a View while it was observed. */
export type LossKind = 'hung' | 'crashed' | 'navigated' | 'gone'

/** A View that can no longer be observed. */
export class ViewLoss extends Error {
  readonly kind: LossKind
  constructor(kind: LossKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** The loss as a value of the report. */
export interface ViewEnd {
  readonly kind: LossKind | 'unobserved'
  readonly detail: string
}

// A responsive page responds within milliseconds. A second request to the host page distinguishes a busy machine.
const HUNG_MS = 3000
const MIN_SILENCES = 2
const MAX_TRIES = 6
const BUSY_MS = 500

/** Awaits what happens inside of a View. Rejects with a `ViewLoss` when its main thread stops responding, or the View is gone. */
export async function whileAlive<Value>(page: Page, work: Promise<Value>, expectedMs = 0): Promise<Value> {
  work.catch(() => {})
  await pause(work, expectedMs)
  const start = performance.now()
  for (let tries = 0, silences = 0; tries < MAX_TRIES && silences < MIN_SILENCES; tries++) {
    const outcome = await Promise.race([settled(work), pause(work, HUNG_MS)])
    if (outcome === 'settled') return work.catch((error: unknown) => Promise.reject(lossOf(error)))
    if ((await roundTrip(page)) < BUSY_MS) silences++
  }
  throw new ViewLoss('hung', `its main thread has not responded for ${((performance.now() - start) / 1000).toFixed(0)} s`)
}

const settled = (work: Promise<unknown>): Promise<'settled'> =>
  work.then(
    () => 'settled',
    () => 'settled',
  )

/** Waits for a time, or for less when the work is done before: a timer that is left keeps the process alive. */
function pause(work: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    void work
      .catch(() => {})
      .finally(() => {
        clearTimeout(timer)
        resolve()
      })
  })
}

/** How long the host page takes to respond. */
async function roundTrip(page: Page): Promise<number> {
  const start = performance.now()
  await pause(page.evaluate('1'), 2 * BUSY_MS)
  return performance.now() - start
}

function lossOf(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error)
  if (/crash/i.test(message)) return new ViewLoss('crashed', 'its renderer process died')
  if (/context was destroyed|navigation/i.test(message)) return new ViewLoss('navigated', 'it was replaced by another document')
  if (/detached|has no frame/i.test(message)) return new ViewLoss('gone', 'its frame was removed')
  return error
}
