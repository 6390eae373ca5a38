import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import type { Fields } from '../static/fields.ts'
import type { MountPlan, MountRecord } from './mount-record.ts'
import { awaitView, describeNavigations, diagnoseSilence } from './await-view.ts'
import { inside, mountView, type MountedView } from './mounted-view.ts'
import type { AxeProblem, Shown } from './observation.ts'
import { navigationsOf } from './stage.ts'
import { ViewLoss, whileAlive, type ViewEnd } from './view-loss.ts'

const NARROW = 360
// Axe may take this long in a large document.
const AXE_MS = 8000
const MARK = 'casement-doctor-was-here'

/** Mounts a View as a host usually does, and looks at it from all sides. With a folder, pictures of it are kept there. */
export async function observeShown(
  page: Page,
  plan: MountPlan,
  pictures: { readonly folder: string; readonly name: string } | undefined,
): Promise<Seen> {
  const view = await mountView(page, plan)
  const keep = async (what: string): Promise<void> => {
    if (pictures) await view.screenshot(join(pictures.folder, `${pictures.name}-${what}.png`))
  }
  const arrival = await awaitView(page, view, plan.result ? 'result' : 'input')
  if (arrival !== 'there') {
    await keep('failed')
    const record = await view.record()
    // The host's diagnosis is more specific.
    if (typeof arrival === 'object' && !record.diagnosis) return { record, shown: undefined, end: arrival }
    return { record: arrival === 'idle' ? diagnoseSilence(record) : record, shown: undefined, end: undefined }
  }
  try {
    return { shown: await lookAround(page, view, plan, keep), record: await view.record(), end: undefined }
  } catch (error) {
    const record = await view.record()
    // A View that the host has ended has a diagnosis.
    return { record, shown: undefined, end: record.diagnosis ? undefined : endOf(error, page) }
  }
}

/** The observations of a View, or its loss. */
export interface Seen {
  readonly record: MountRecord
  readonly shown: Shown | undefined
  readonly end: ViewEnd | undefined
}

/** The kind of a View's loss, by the error of the observation. */
export function endOf(error: unknown, page: Page): ViewEnd {
  if (navigationsOf(page).length > 0) return { kind: 'navigated', detail: describeNavigations(page) }
  const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  return { kind: error instanceof ViewLoss ? error.kind : 'unobserved', detail }
}

async function lookAround(page: Page, view: MountedView, plan: MountPlan, keep: (what: string) => Promise<void>): Promise<Shown> {
  await view.settle()
  if (navigationsOf(page).length > 0) throw new ViewLoss('navigated', describeNavigations(page))
  const [measures, watched] = [await view.measure(), await view.watched()]
  const light = await view.look()
  await keep('light')
  const axe = await runAxe(await view.frame())
  const { dark, darkText } = await observeDark(page, view, () => keep('dark'))
  await view.resize(NARROW)
  await view.settle()
  const narrow = await view.measure()
  await keep('narrow')
  const trustsAnybody = await forge(view, plan.result)
  await view.dispose()
  return { measures, watched, light, dark, darkText, narrow, axe, trustsAnybody }
}

async function observeDark(page: Page, view: MountedView, keep: () => Promise<void>): Promise<Pick<Shown, 'dark' | 'darkText'>> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await view.update({ hostContext: { theme: 'dark' } })
  await view.settle()
  const dark = await view.look()
  await keep()
  const { textColours: darkText } = await view.measure()
  await page.emulateMedia({ colorScheme: 'light' })
  await view.update({ hostContext: { theme: 'light' } })
  return { dark, darkText }
}

/** Tells the View a result from its own window instead of its parent, and looks whether it believes it. */
async function forge(view: MountedView, result: Fields | undefined): Promise<boolean> {
  const frame = await view.frame()
  const params = marked(result ?? { content: [{ type: 'text', text: '' }] }) as Fields
  await inside(frame, 'forge', { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params })
  await view.settle()
  return inside(frame, 'contains', MARK)
}

/** The same value with other texts in it. */
function marked(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return key === 'type' || key === 'mimeType' ? value : MARK
  if (Array.isArray(value)) return value.map((each) => marked(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, marked(each, name)]))
}

let axeSource: string | undefined

/** The serious findings of axe in the View. */
async function runAxe(frame: Frame): Promise<AxeProblem[]> {
  axeSource ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  await whileAlive(frame.page(), frame.evaluate(axeSource))
  const run = frame.evaluate(`axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa'] })`)
  const { violations } = (await whileAlive(frame.page(), run, AXE_MS)) as {
    violations: { id: string; impact: string | null; help: string; nodes: { html: string }[] }[]
  }
  return violations.map(({ id, impact, help, nodes }) => ({
    rule: id,
    impact: impact ?? 'minor',
    help,
    element: nodes[0]?.html ?? '',
    count: nodes.length,
  }))
}
