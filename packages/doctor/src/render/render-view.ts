import { getToolUiResourceUri } from 'casement/protocol'
import type { ProfileChoice } from 'casement/testing/profiles'
import type { Page } from 'playwright-core'
import { explainFailure } from '../connect/connection-failure.ts'
import { fetchFacts } from '../connect/fetch-facts.ts'
import { openSession } from '../connect/open-session.ts'
import type { Session } from '../connect/session.ts'
import { addressOf, type Target } from '../connect/target.ts'
import { guardServer } from '../dynamic/ask-server.ts'
import { awaitView, diagnoseSilence } from '../dynamic/await-view.ts'
import type { MountRecord } from '../dynamic/mount-record.ts'
import { mountView, type MountedView } from '../dynamic/mounted-view.ts'
import { endOf } from '../dynamic/observe-shown.ts'
import { openBrowser, type BrowserChoice } from '../dynamic/open-browser.ts'
import { openHostStage } from '../dynamic/stage.ts'
import type { ViewEnd } from '../dynamic/view-loss.ts'
import { planViews, type ViewPlan } from '../dynamic/view-plan.ts'
import { noSuchTool } from '../examine.ts'
import type { Facts } from '../static/facts.ts'
import type { Fields } from '../static/fields.ts'
import { consoleIn, exceptionsIn, problemsIn, violationsIn } from './problems.ts'
import { RenderFailure } from './render-failure.ts'
import type { RenderedView } from './rendered-view.ts'

/** The options for rendering a View. */
export interface RenderOptions {
  /** The tool whose View is rendered. */
  readonly tool: string
  /** The arguments of the call. Default: generated from the tool's schema. */
  readonly arguments?: Fields | undefined
  /** The tool result to show. With it, the tool is not called. */
  readonly result?: Fields | undefined
  /** True to refuse a call of a tool that does not declare `readOnlyHint`. Default false. */
  readonly readOnly?: boolean | undefined
  /** True if the View may call tools that do not declare `readOnlyHint`. Default false. */
  readonly act?: boolean | undefined
  /** The host to emulate. Default `strict`. */
  readonly profile?: ProfileChoice | undefined
  readonly theme?: 'light' | 'dark' | undefined
  /** The width of the View in CSS pixels. Default 720. */
  readonly width?: number | undefined
  /** The largest height of the View in CSS pixels. Default 900. */
  readonly height?: number | undefined
  /** A BCP 47 language tag. Default `en-US`. */
  readonly locale?: string | undefined
  /** The timeout of each request, and of the handshake of the View, in milliseconds. Default 10,000. */
  readonly timeout?: number | undefined
  /** The browser. Default: an installed Chromium, Chrome or Edge. */
  readonly browser?: string | undefined
  /** Ends the work, with an error. */
  readonly signal?: AbortSignal | undefined
  /** Called with each step, in words. */
  readonly onProgress?: ((text: string) => void) | undefined
}

const TIMEOUT = 10_000
const WIDTH = 720
const HEIGHT = 900
const ARIA_MS = 5000

/** Calls a tool of a server and renders its View in a headless browser. Throws a `RenderFailure` if there is nothing to render. */
export async function renderView(target: Target, options: RenderOptions): Promise<RenderedView> {
  const { signal } = options
  if (signal?.aborted) throw cancellation()
  // It starts in parallel with the requests to the server.
  const opening = openBrowser(options.browser, process.env)
  const close = async (): Promise<void> => {
    const opened = await opening
    if ('browser' in opened) await opened.browser.close()
  }
  const work = renderViewIn(opening, target, options)
  const cancelled = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(cancellation()), {
      once: true,
    })
  })
  try {
    return await Promise.race([work, cancelled])
  } finally {
    work.catch(() => {})
    await close()
  }
}

const cancellation = (): RenderFailure => new RenderFailure('cancelled', 'The rendering was cancelled.')

/** The same in a browser that is there already. */
export async function renderViewIn(
  opening: Promise<BrowserChoice>,
  target: Target,
  options: RenderOptions,
): Promise<RenderedView> {
  const { timeout = TIMEOUT, signal, onProgress } = options
  onProgress?.(`calling ${options.tool}`)
  const session = await connect(target, timeout)
  const end = (): void => void session.close().catch(() => {})
  signal?.addEventListener('abort', end, { once: true })
  try {
    const { facts, plan } = await fetchPlan(session, target, options)
    const opened = await opening
    if ('missing' in opened) throw new RenderFailure('browser-missing', opened.missing.replace(/, or leave.*/, ''))
    onProgress?.('mounting the View')
    const server = guardServer(session, facts, { tool: options.tool, mayAct: options.act ?? false, timeout })
    const stage = await openHostStage(opened.browser, server.ask, {
      colorScheme: options.theme ?? 'light',
      locale: options.locale ?? 'en-US',
    })
    try {
      return await photograph((size) => stage.open(size), plan, { ...options, app: addressOf(target), timeout }, server.withheld)
    } finally {
      await stage.close()
    }
  } finally {
    signal?.removeEventListener('abort', end)
    await session.close().catch(() => {})
  }
}

async function connect(target: Target, timeout: number): Promise<Session> {
  try {
    return await openSession(target, timeout)
  } catch (error) {
    const { code, cause, evidence, fix } = explainFailure(error, target)
    throw new RenderFailure(code, `${cause} ${evidence}. ${fix}`)
  }
}

/** Reads the tool and its View, and calls the tool. */
async function fetchPlan(session: Session, target: Target, options: RenderOptions): Promise<{ facts: Facts; plan: ViewPlan }> {
  const { tool: name, arguments: input, result, readOnly, timeout = TIMEOUT } = options
  const calls = result ? 'none' : readOnly ? 'read-only' : 'named'
  const facts = await fetchFacts(session, target, { tool: name, input, timeout, calls })
  if (!facts.tools.ok) throw new RenderFailure('tools-list-failed', `tools/list failed: ${facts.tools.message}`)
  const [tool] = facts.tools.value
  if (!tool) {
    const { code, cause, evidence } = noSuchTool(
      name,
      (facts.allTools ?? []).map((each) => String(each['name'])),
    )
    throw new RenderFailure(code, `${cause.replace(' given with --tool', '')} ${evidence}`)
  }
  if (getToolUiResourceUri(tool) === undefined)
    throw new RenderFailure('tool-without-view', `The tool ${name} has no View: its _meta.ui.resourceUri is missing.`)
  const [called] = facts.calls
  if (!called && !result)
    throw new RenderFailure(
      'tool-not-read-only',
      `The tool ${name} does not declare readOnlyHint, so it may change something and was not called.`,
    )
  if (called && !called.answer.ok)
    throw new RenderFailure('tool-call-failed', `The call of ${name} failed: ${called.answer.message}`)
  const [plan] = planViews(facts)
  if (!plan) throw new RenderFailure('view-unreadable', describeUnreadable(facts))
  return { facts, plan: { ...plan, input: input ?? plan.input, ...(result && { result }) } }
}

function describeUnreadable({ views: [view] }: Facts): string {
  const reason = view && !view.read.ok ? view.read.message : 'resources/read returned no HTML document'
  return `The View ${view?.uri ?? ''} could not be read: ${reason}. casement doctor names the cause.`
}

interface PhotographOptions extends RenderOptions {
  readonly app: string
  readonly timeout: number
}

/** Mounts the View, waits until it has its result and has settled, and takes the picture. */
async function photograph(
  open: (size: { readonly width: number; readonly height: number }) => Promise<Page>,
  plan: ViewPlan,
  { width = WIDTH, height = HEIGHT, app, timeout, profile = 'strict', onProgress }: PhotographOptions,
  withheld: ReadonlySet<string>,
): Promise<RenderedView> {
  const page = await open({ width, height })
  const { tool, capabilities, input, result } = plan
  const view = await mountView(page, {
    slot: 'main',
    tool,
    app,
    profile,
    width,
    maxHeight: height,
    capabilities,
    input,
    result,
    deadline: timeout,
  })
  onProgress?.('waiting until the View has settled')
  const { record, end, isBlank, accessibilityTree } = await observe(page, view, result ? 'result' : 'input')
  onProgress?.('taking the picture')
  const { png, size } = await takePicture(page)
  const problems = problemsIn({ record, end, isBlank, result })
  return {
    ok: problems.length === 0,
    tool: plan.name,
    resourceUri: plan.uri,
    arguments: input,
    result,
    size,
    accessibilityTree,
    problems,
    exceptions: exceptionsIn(record),
    violations: violationsIn(record),
    console: consoleIn(record),
    withheld: [...withheld],
    messages: record.wire,
    png,
  }
}

interface Observed {
  readonly record: MountRecord
  readonly end: ViewEnd | undefined
  readonly isBlank: boolean | undefined
  readonly accessibilityTree: string
}

async function observe(page: Page, view: MountedView, step: string): Promise<Observed> {
  const arrival = await awaitView(page, view, step)
  const nothing = { isBlank: undefined, accessibilityTree: '' }
  if (arrival !== 'there') {
    const record = await view.record()
    const end = typeof arrival === 'object' ? arrival : undefined
    return { record: arrival === 'idle' ? diagnoseSilence(record) : record, end, ...nothing }
  }
  try {
    await view.settle()
    const { isBlank } = await view.look()
    const frame = await view.frame()
    const accessibilityTree = await frame.locator('body').ariaSnapshot({ timeout: ARIA_MS })
    return { record: await view.record(), end: undefined, isBlank, accessibilityTree }
  } catch (error) {
    return { record: await view.record(), end: endOf(error, page), ...nothing }
  }
}

/** The View as its user sees it, with the host's border; for a View without a height, the empty page. */
async function takePicture(page: Page): Promise<Pick<RenderedView, 'png' | 'size'>> {
  const slot = page.locator('[data-slot="main"]')
  const box = await slot.boundingBox()
  const size = { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) }
  const isVisible = size.width > 0 && size.height > 0
  const png = isVisible ? await slot.screenshot({ animations: 'disabled' }) : await page.screenshot({ animations: 'disabled' })
  return { png, size }
}
