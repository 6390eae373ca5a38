import { mkdirSync } from 'node:fs'
import type { ProfileChoice } from 'casement/testing/profiles'
import { finding, type Finding } from './catalogue/finding.ts'
import { explainFailure } from './connect/connection-failure.ts'
import { fetchFacts, type FetchOptions } from './connect/fetch-facts.ts'
import { fetchOthers } from './connect/fetch-others.ts'
import { openSession } from './connect/open-session.ts'
import type { Session } from './connect/session.ts'
import { addressOf, type Target } from './connect/target.ts'
import { SCENARIOS, type ScenarioName } from './dynamic/observation.ts'
import { openBrowser, type BrowserChoice } from './dynamic/open-browser.ts'
import type { DynamicOutcome } from './dynamic/run-dynamic-checks.ts'
import type { DoctorReport, Stage } from './report/report.ts'
import { foldFindings } from './report/fold-findings.ts'
import { withOwnSample } from './report/sample-for.ts'
import { reportTools } from './report/report-tools.ts'
import type { Facts } from './static/facts.ts'
import { nearest } from './static/nearest.ts'
import { runStaticChecks } from './static/run-static-checks.ts'
import { documentOf, type ViewDocument } from './static/view-document.ts'

/** The options for examining a server. */
export interface ExamineOptions extends Partial<FetchOptions> {
  /** Further endpoints of the same server, which must have the same tools and views. */
  readonly also?: readonly Target[] | undefined
  /** True to skip the checks that need a browser. Default false. */
  readonly static?: boolean | undefined
  /** The browser to show Views in. Default: an installed Chromium, Chrome or Edge. */
  readonly browser?: string | undefined
  /** The hosts that are imitated. Default: `strict`. */
  readonly profiles?: readonly ProfileChoice[] | undefined
  /** The ways in which Views are mounted beside the usual one. Default: all. */
  readonly scenarios?: readonly ScenarioName[] | undefined
  /** The folder for screenshots. */
  readonly screenshots?: string | undefined
  /** True when Views may call tools that change something while they are used. Default false. */
  readonly act?: boolean | undefined
  /** True when warnings count as failures. Default false. */
  readonly strict?: boolean | undefined
  /** Ends the examination, with an error. */
  readonly signal?: AbortSignal | undefined
  /** Called with each step of the examination, as text. */
  readonly onProgress?: ((text: string) => void) | undefined
  /** Called with the findings before the browser checks. The report may fold or extend them. */
  readonly onFindings?: ((findings: readonly Finding[]) => void) | undefined
  /** Called with everything that was fetched from the server. */
  readonly onFacts?: ((facts: Facts) => void) | undefined
}

const TIMEOUT = 10_000
const NOTHING: DynamicOutcome = { observations: [], findings: [], notices: [], hosts: [] }

/** Connects to a server, fetches its lists, mounts its Views, and checks everything. An unreachable server is a finding too. */
export async function examine(target: Target, options: ExamineOptions = {}): Promise<DoctorReport> {
  // It starts in parallel with the requests to the server.
  const opening = options.static ? undefined : openBrowser(options.browser, process.env)
  const { signal } = options
  const cancelled = new Promise<never>((_, reject) => {
    const cancel = (): void => reject(new Error('the examination was cancelled'))
    if (signal?.aborted) cancel()
    signal?.addEventListener('abort', cancel, { once: true })
  })
  const work = examineIn(opening, target, options)
  try {
    return await Promise.race([work, cancelled])
  } finally {
    // After a cancellation it fails, because its browser is closed.
    work.catch(() => {})
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
  let session: Session
  try {
    const connecting = openSession(target, timeout)
    // The checks in a browser load while the server starts.
    loadDynamicChecks(opening)?.catch(() => {})
    session = await connecting
  } catch (error) {
    return unreached(target, [explainFailure(error, target)])
  }
  try {
    options.onProgress?.('reading tools and Views')
    const connected: Stage = { name: 'connected', ok: true, milliseconds: performance.now() - start }
    const [own, others] = await Promise.all([
      fetchFacts(session, target, { ...options, timeout }),
      fetchOthers(options.also ?? [], options.tool, timeout),
    ])
    const facts: Facts = { ...own, others }
    if (options.tool !== undefined && facts.tools.ok && facts.tools.value.length === 0)
      return unreached(target, [
        noSuchTool(
          options.tool,
          (facts.allTools ?? []).map(({ name }) => String(name)),
        ),
      ])
    options.onFacts?.(facts)
    const read = runStaticChecks(facts)
    options.onFindings?.(foldFindings(read, viewOf(facts)))
    const { observations, findings: seen, notices, hosts } = await show(opening, session, facts, addressOf(target), options)
    const findings = foldFindings([...read, ...seen], viewOf(facts)).map((each) => withOwnSample(each, documentIn(facts, each)))
    return {
      server: { address: addressOf(target), info: session.info, era: session.era, protocolVersion: session.protocolVersion },
      tools: reportTools(facts, findings, observations, connected),
      findings,
      notices,
      hosts,
      isExamined: true,
      ok: findings.every(({ severity }) => severity === 'hint' || (severity === 'warning' && !options.strict)),
    }
  } finally {
    await session.close().catch(() => {})
  }
}

const documentIn = ({ views }: Facts, { resourceUri }: Finding): ViewDocument | undefined => {
  const view = views.find(({ uri }) => uri === resourceUri)
  return view && documentOf(view)
}

const viewOf =
  ({ views }: Facts) =>
  (tool: string): string | undefined =>
    views.find(({ tools }) => tools.includes(tool))?.uri

/** The report on a server of which nothing could be judged, and why. */
const unreached = (target: Target, findings: readonly Finding[]): DoctorReport => ({
  server: { address: addressOf(target), info: {}, era: 'unknown', protocolVersion: undefined },
  tools: [],
  findings,
  notices: [],
  hosts: [],
  isExamined: false,
  ok: false,
})

/** The finding on a tool that the server does not list. */
export function noSuchTool(name: string, names: readonly string[]): Finding {
  const near = nearest(name, names)
  const listed = names.length === 0 ? 'it lists none' : `it lists ${names.join(', ')}`
  return finding('tool-not-found', `"${name}"; ${near === undefined ? listed : `did you mean "${near}"? ${listed}`}`)
}

/** Only for a browser: whoever wants only what can be read need not wait for the host to load. */
const loadDynamicChecks = (opening: Promise<BrowserChoice> | undefined) => opening && import('./dynamic/run-dynamic-checks.ts')

async function show(
  opening: Promise<BrowserChoice> | undefined,
  session: Session,
  facts: Facts,
  app: string,
  {
    timeout = TIMEOUT,
    profiles = ['strict'],
    scenarios = SCENARIOS,
    screenshots,
    tool,
    calls,
    act = false,
    onProgress,
  }: ExamineOptions,
): Promise<DynamicOutcome> {
  if (!opening || facts.views.length === 0) return NOTHING
  const opened = await opening
  if ('missing' in opened) return { ...NOTHING, notices: [`browser checks left out: ${opened.missing}`] }
  if (screenshots !== undefined) mkdirSync(screenshots, { recursive: true })
  const { runDynamicChecks } = await import('./dynamic/run-dynamic-checks.ts')
  return runDynamicChecks(opened.browser, session, facts, {
    app,
    deadline: timeout,
    pictures: screenshots,
    profiles,
    scenarios,
    // Naming a tool permits its call, unless only read-only tools may be called.
    tool: calls === 'read-only' ? undefined : tool,
    mayAct: act,
    progress: onProgress,
    timeout,
  })
}
