import type { Frame, Page } from 'playwright-core'
import { awaitView, describeNavigations } from './await-view.ts'
import { GOODBYE, type MountPlan, type MountRecord } from './mount-record.ts'
import { inside, mountView, type MountedView } from './mounted-view.ts'
import { CONTROLS, type Control } from './page-api.ts'
import { endOf } from './observe-shown.ts'
import { navigationsOf } from './stage.ts'
import { ViewLoss, type ViewEnd } from './view-loss.ts'
import type { Watched } from './watched.ts'

/** The effect of one control. */
export interface Action {
  readonly role: Control['role']
  readonly name: string
  /** How many messages had been exchanged, and how much reported, before it. */
  readonly messagesBefore: number
  readonly reportsBefore: number
  readonly usesBefore: number
  /** True when the View's content changed. */
  readonly changed: boolean
}

/** The observations while the View was used. */
export interface Used {
  readonly record: MountRecord
  readonly actions: readonly Action[]
  /** Undefined when the View was lost. */
  readonly watched: Watched | undefined
  readonly end: ViewEnd | undefined
}

const MAX_ACTIONS = 10
const MAX_MS = 8000
const CLICK_MS = 3000

/** Uses a View as a user would: types into its inputs, and operates each control once that has a name. */
export async function observeUse(page: Page, plan: MountPlan): Promise<Used> {
  const view = await mountView(page, { ...plan, slot: 'used', isUsed: true, directPort: false })
  const arrival = await awaitView(page, view, plan.result ? 'result' : 'input')
  // It has just worked, so a failure now is a fault too.
  if (arrival !== 'there') {
    const { diagnosis, ...record } = await view.record()
    const end =
      typeof arrival === 'object'
        ? arrival
        : { kind: 'unobserved' as const, detail: diagnosis?.cause ?? 'it did not connect again' }
    return { record: { ...record, diagnosis }, actions: [], watched: undefined, end }
  }
  const actions: Action[] = []
  try {
    await view.settle()
    await useControls(page, view, actions)
    const watched = await view.watched()
    return { record: await view.record(), actions, watched, end: undefined }
  } catch (error) {
    const end = endOf(error, page)
    return { record: await view.record(), actions, watched: undefined, end }
  }
}

async function useControls(page: Page, view: MountedView, actions: Action[]): Promise<void> {
  const frame = await view.frame()
  const end = performance.now() + MAX_MS
  const done = new Set<string>()
  while (actions.length < MAX_ACTIONS && performance.now() < end) {
    const next = fieldsFirst(await inside(frame, 'controls')).find(({ role, name }) => !done.has(`${role} ${name}`))
    if (!next) return
    done.add(`${next.role} ${next.name}`)
    const [before, watchedBefore] = [await view.record(), await view.watched()]
    const html = await contentOf(frame)
    const navigated = navigationsOf(page).length
    // It counts from now on, also when it takes the View away.
    const action = {
      role: next.role,
      name: next.name,
      messagesBefore: before.wire.length,
      reportsBefore: before.reports.length,
      usesBefore: watchedBefore.uses.length,
      changed: true,
    }
    actions.push(action)
    const isOperated = await operate(frame, next)
    if (navigationsOf(page).length > navigated) throw new ViewLoss('navigated', describeNavigations(page))
    await view.settle()
    if (navigationsOf(page).length > navigated) throw new ViewLoss('navigated', describeNavigations(page))
    if (!isOperated) {
      actions.pop()
      continue
    }
    await flush(view, frame, `after action ${actions.length}`)
    actions[actions.length - 1] = { ...action, changed: (await contentOf(frame)) !== html }
  }
}

/** Buttons send the data of fields, so fields are filled first. */
const fieldsFirst = (controls: readonly Control[]): Control[] =>
  controls.toSorted((one, other) => Number(other.role === 'field') - Number(one.role === 'field'))

/** Waits until the host has received everything that the View has sent so far. */
async function flush(view: MountedView, frame: Frame, tag: string): Promise<void> {
  await inside(frame, 'sayGoodbye', tag)
  await view.until(`${GOODBYE} ${tag}`)
}

const contentOf = (frame: Frame): Promise<string> => frame.evaluate(`document.documentElement.outerHTML`) as Promise<string>

const isCovered = (error: unknown): boolean => error instanceof Error && /intercepts pointer events/.test(error.message)

/** Operates a control. False when a user could not do so either: it is covered, moving, or read-only. */
async function operate(frame: Frame, { index, role }: Control): Promise<boolean> {
  const element = frame.locator(CONTROLS).nth(index)
  const options = { timeout: CLICK_MS, noWaitAfter: true }
  try {
    if (role === 'field') await element.fill(await inside(frame, 'valueFor', index), options)
    else if (role === 'choice' && (await element.evaluate((node) => node.localName)) === 'select')
      await element.selectOption({ index: 0 }, options)
    // A busy machine draws too few frames to tell that the element is at rest.
    else
      await element
        .click(options)
        .catch((error: unknown) => (isCovered(error) ? Promise.reject(error) : element.click({ ...options, force: true })))
    return true
  } catch (error) {
    if (error instanceof Error && /Timeout|intercepts|not editable|read-?only|Malformed/i.test(error.message)) return false
    throw error
  }
}
