import type { Page } from 'playwright-core'
import { show, type Fields } from '../static/fields.ts'
import type { MountPlan } from './mount-record.ts'
import { mountView, type MountedView } from './mounted-view.ts'
import type { Scenario } from './observation.ts'
import { ViewLoss } from './view-loss.ts'

const ERROR: Fields = { isError: true, content: [{ type: 'text', text: 'The doctor made this call fail.' }] }

// The state when an event arrives later.
const WAITING: ReadonlySet<Scenario['name']> = new Set(['late', 'cancelled', 'error', 'stripped'])

/** Mounts a View in the applicable other ways of hosts, in parallel. `usual` is its normal text. */
export function observeScenarios(page: Page, plan: MountPlan, wanted: readonly string[], usual: string): Promise<Scenario[]> {
  const names = scenariosFor(plan).filter((name) => wanted.includes(name))
  return Promise.all(names.map((name) => observeTwice(page, plan, name, usual)))
}

function scenariosFor({ input, result }: MountPlan): Scenario['name'][] {
  const hasInput = Object.keys(input ?? {}).length > 0
  return [
    'second',
    'reload',
    'cancelled',
    'error',
    ...(result ? (['late'] as const) : []),
    ...(hasInput ? (['partial'] as const) : []),
    ...(result && strippedFields(result).length > 0 ? (['stripped'] as const) : []),
  ]
}

/** The fields of a result that some hosts and gateways strip. */
export const strippedFields = (result: Fields | undefined): string[] =>
  ['structuredContent', '_meta'].filter((name) => result?.[name] !== undefined)

/** A View that was merely slow gets another chance: side by side with others, and on a busy machine, it may be. */
async function observeTwice(page: Page, plan: MountPlan, name: Scenario['name'], usual: string): Promise<Scenario> {
  const first = await observe(page, { ...plan, slot: name }, name)
  // It has never moved for a result: perhaps it listens only after a while.
  if (name === 'late' && first.text === usual && first.before === usual)
    return observe(page, { ...plan, slot: 'much later' }, name, { patiently: true })
  const isSilent = first.record.diagnosis?.code === 'view-silent' || first.record.diagnosis?.code === 'view-not-initialized'
  return isSilent ? observe(page, { ...plan, slot: `${name} again` }, name) : first
}

async function observe(
  page: Page,
  plan: MountPlan,
  name: Scenario['name'],
  waiting: { readonly patiently?: boolean } = {},
): Promise<Scenario> {
  const view = await mountView(page, { ...plan, ...changesFor(name, plan) })
  try {
    return await observeMounted(view, plan, name, waiting)
  } catch (error) {
    const end = error instanceof ViewLoss ? { kind: error.kind, detail: error.message } : undefined
    if (!end) throw error
    return { name, record: await view.record(), before: undefined, text: undefined, end }
  }
}

async function observeMounted(
  view: MountedView,
  plan: MountPlan,
  name: Scenario['name'],
  waiting: { readonly patiently?: boolean },
): Promise<Scenario> {
  const isWaiting = WAITING.has(name) || (name === 'partial' && plan.result !== undefined)
  let before: string | undefined
  let isThere = await view.until(plan.result && !isWaiting ? 'result' : 'input')
  if (isThere && isWaiting) {
    await view.settle(waiting)
    before = (await view.measure()).steadyText
    await view.update(outcomeOf(name, plan))
    isThere = await view.until('result', 'cancelled')
  }
  if (isThere && name === 'reload') isThere = await view.reload()
  const text = isThere ? await textOf(view) : undefined
  return { name, record: await view.record(), before, text }
}

async function textOf(view: MountedView): Promise<string> {
  await view.settle()
  return (await view.measure()).steadyText
}

function changesFor(name: Scenario['name'], { input }: MountPlan): Partial<MountPlan> {
  if (WAITING.has(name)) return { result: undefined }
  // A result ends the stream, so it is sent afterwards.
  if (name === 'partial') return { input: undefined, partial: show(input), result: undefined }
  return {}
}

function outcomeOf(name: Scenario['name'], { result }: MountPlan): Fields {
  if (name === 'cancelled') return { cancelled: 'the doctor cancelled the call' }
  if (name === 'stripped') return { result: { content: result?.['content'], isError: result?.['isError'] ?? false } }
  return { result: name === 'error' ? ERROR : result }
}
