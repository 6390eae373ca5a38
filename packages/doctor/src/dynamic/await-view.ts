import type { Page } from 'playwright-core'
import { asText, type Fields } from '../static/fields.ts'
import type { MountRecord } from './mount-record.ts'
import { inside, type MountedView } from './mounted-view.ts'
import { navigationsOf } from './stage.ts'
import { ViewLoss, type ViewEnd } from './view-loss.ts'

// A View that has loaded, waits for nothing and has not moved for this long is not going to connect.
const IDLE_MS = 4000
const POLL_MS = 250
const MAX_NAVIGATIONS = 3
const BUSY_MS = 3 * POLL_MS

/** The outcome of waiting for a View: it arrived, its mount failed, it went quiet, or it was lost. */
export type Arrival = 'there' | 'failed' | 'idle' | ViewEnd

/** Waits until a View has taken a step, but not for one that hangs, reloads itself for ever, or has gone quiet. */
export async function awaitView(page: Page, view: MountedView, step: string): Promise<Arrival> {
  let isOver = false
  const arrival = view.until(step).then((isThere): Arrival => (isThere ? 'there' : 'failed'))
  try {
    return await Promise.race([arrival, watch(page, view, () => isOver)])
  } finally {
    isOver = true
  }
}

async function watch(page: Page, view: MountedView, isOver: () => boolean): Promise<Arrival> {
  let quietSince = performance.now()
  while (!isOver()) {
    const polledAt = performance.now()
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const gone = navigationsOf(page)
    if (gone.length >= MAX_NAVIGATIONS) return { kind: 'navigated', detail: describeNavigations(page) }
    const { steps } = await view.record()
    // Before the document is there, the mount has deadlines of its own.
    if (!steps.some(({ name }) => name === 'document')) continue
    try {
      const isIdle = (await inside(await view.frame(), 'idleFor')) > POLL_MS
      // On a machine that is too busy to respond, silence proves nothing.
      const now = performance.now()
      if (!isIdle || now - polledAt > BUSY_MS) quietSince = now
      if (now - quietSince > IDLE_MS) return 'idle'
    } catch (error) {
      if (error instanceof ViewLoss && error.kind === 'hung') return { kind: 'hung', detail: error.message }
      // A frame that is being replaced is there again in a moment.
    }
  }
  return 'failed'
}

/** The navigation of the View, as text. */
export function describeNavigations(page: Page): string {
  const gone = navigationsOf(page)
  const [first] = gone
  if (!first) return 'it was replaced by another document'
  if (gone.every(({ type }) => type === 'reload')) return `it reloaded itself ${gone.length} times (location.reload)`
  return gone.length > 1 ? `it navigated ${gone.length} times, first to ${first.url}` : `it navigated to ${first.url}`
}

/** The failure of a silent View, from the browser's reports. */
export function diagnoseSilence(record: MountRecord): MountRecord {
  if (record.diagnosis) return record
  const { reports, steps } = record
  const asked = steps.some(({ name }) => name === 'initialize')
  const cause = asked
    ? 'The View sent ui/initialize and never sent ui/notifications/initialized.'
    : 'The View loaded, went quiet and never sent ui/initialize.'
  const problems = reports.filter((report) => !isProbe(report, reports))
  const evidence = problems
    .filter(({ directive, kind }) => directive || kind === 'error' || kind === 'rejection')
    .map(({ directive, blocked, message }) => (directive ? `${asText(directive)} blocked ${asText(blocked)}` : asText(message)))
  const code = problems.some(({ directive }) => directive)
    ? 'view-blocked'
    : reports.some(isStoppedVite)
      ? 'view-dev-page'
      : problems.some(({ kind }) => kind === 'error' || kind === 'rejection')
        ? 'view-script-error'
        : asked
          ? 'view-not-initialized'
          : 'view-silent'
  return { ...record, diagnosis: { code, cause, evidence } }
}

/** Whether the client script of Vite did not load, which every development page of Vite loads first. */
const isStoppedVite = ({ kind, blocked }: Fields): boolean => kind === 'resource' && asText(blocked).endsWith('/@vite/client')

/** Libraries try whether they may compile code from text, and continue without it: only an error that says so is a problem. */
export function isProbe({ directive, blocked }: Fields, reports: readonly Fields[]): boolean {
  const failed = reports.some(
    ({ kind, message }) => (kind === 'error' || kind === 'rejection') && /EvalError|unsafe-eval/.test(asText(message)),
  )
  return directive !== undefined && blocked === 'eval' && !failed
}
