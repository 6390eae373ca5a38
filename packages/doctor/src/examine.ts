import { mkdirSync } from 'node:fs'
import type { ProfileId } from 'casement/testing/profiles'
import type { Finding } from './catalogue/finding.ts'
import { fetchFacts, type FetchOptions } from './connect/fetch-facts.ts'
import { fetchOthers } from './connect/fetch-others.ts'
import { openSession } from './connect/open-session.ts'
import type { Session } from './connect/session.ts'
import { addressOf, type Target } from './connect/target.ts'
import { SCENARIOS, type ScenarioName } from './dynamic/observation.ts'
import { openBrowser, type BrowserChoice } from './dynamic/open-browser.ts'
import type { DynamicOutcome } from './dynamic/run-dynamic-checks.ts'
import type { DoctorReport, Stage } from './report/report.ts'
import { reportTools } from './report/report-tools.ts'
import type { Facts } from './static/facts.ts'
import { runStaticChecks } from './static/run-static-checks.ts'

/** How a server is examined. */
export interface ExamineOptions extends Partial<FetchOptions> {
  /** Further endpoints of the same server, which must have the same tools and views. */
  readonly also?: readonly Target[] | undefined
  /** True to say only what can be said without a browser. Default false. */
  readonly static?: boolean | undefined
  /** The browser to show Views in. Default: an installed Chromium, Chrome or Edge. */
  readonly browser?: string | undefined
  /** The hosts that are imitated. Default: `strict`. */
  readonly profiles?: readonly ProfileId[] | undefined
  /** The ways in which Views are mounted beside the usual one. Default: all. */
  readonly scenarios?: readonly ScenarioName[] | undefined
  /** A folder for pictures of what was shown. */
  readonly screenshots?: string | undefined
}

const TIMEOUT = 10_000
const NOTHING: DynamicOutcome = { observations: [], findings: [], notices: [] }

/** Connects to a server, fetches what it says, shows its Views, and judges all of it. Rejects when there is nothing to judge: no connection, no such tool. */
export async function examine(target: Target, options: ExamineOptions = {}): Promise<DoctorReport> {
  // It starts while the server is asked.
  const opening = options.static ? undefined : openBrowser(options.browser, process.env)
  try {
    return await examineIn(opening, target, options)
  } finally {
    const opened = await opening
    if (opened && 'browser' in opened) await opened.browser.close()
  }
}

/** The same in a browser that is there already, or in none. */
export async function examineIn(
  opening: Promise<BrowserChoice> | undefined,
  target: Target,
  options: ExamineOptions = {},
): Promise<DoctorReport> {
  const timeout = options.timeout ?? TIMEOUT
  const start = performance.now()
  const session = await openSession(target, timeout)
  try {
    const connected: Stage = { name: 'connected', ok: true, milliseconds: performance.now() - start }
    const [own, others] = await Promise.all([
      fetchFacts(session, target, { ...options, timeout }),
      fetchOthers(options.also ?? [], options.tool, timeout),
    ])
    const facts: Facts = { ...own, others }
    if (options.tool !== undefined && facts.tools.ok && facts.tools.value.length === 0)
      throw new Error(`the server has no tool "${options.tool}"`)
    const read = runStaticChecks(facts)
    const { observations, findings: seen, notices } = await show(opening, session, facts, read, addressOf(target), options)
    const findings = [...read, ...seen]
    return {
      server: { address: addressOf(target), info: session.info, era: session.era, protocolVersion: session.protocolVersion },
      tools: reportTools(facts, findings, observations, connected),
      findings,
      notices,
      ok: findings.every(({ severity }) => severity === 'hint'),
    }
  } finally {
    await session.close().catch(() => {})
  }
}

async function show(
  opening: Promise<BrowserChoice> | undefined,
  session: Session,
  facts: Facts,
  known: readonly Finding[],
  app: string,
  { timeout = TIMEOUT, profiles = ['strict'], scenarios = SCENARIOS, screenshots, tool }: ExamineOptions,
): Promise<DynamicOutcome> {
  if (!opening || facts.views.length === 0) return NOTHING
  const opened = await opening
  if ('missing' in opened) return { ...NOTHING, notices: [`browser checks left out: ${opened.missing}`] }
  if (screenshots !== undefined) mkdirSync(screenshots, { recursive: true })
  // Only now: whoever wants only what can be read need not wait for the host to load.
  const { runDynamicChecks } = await import('./dynamic/run-dynamic-checks.ts')
  return runDynamicChecks(opened.browser, session, facts, known, {
    app,
    deadline: timeout,
    pictures: screenshots,
    profiles,
    scenarios,
    tool,
    timeout,
  })
}
