import type { Page } from 'playwright-core'
import { awaitView } from './await-view.ts'
import type { MountPlan, MountRecord } from './mount-record.ts'
import { inside, mountView } from './mounted-view.ts'
import type { Watched } from './watched.ts'

/** The activity of a blank View, from a mount with instrumented scripts. */
export interface Investigation {
  readonly record: MountRecord
  readonly watched: Watched
}

const QUIET_MS = 400
const MAX_MS = 2500

/** Mounts a View again with the instrumented document, and reads its record. Undefined if it cannot be read. */
export async function investigate(page: Page, plan: MountPlan): Promise<Investigation | undefined> {
  // The process of a View that hangs takes a while to end, and a new View of the same origin waits for it.
  return (await observe(page, { ...plan, slot: 'investigated' })) ?? observe(page, { ...plan, slot: 'investigated-again' })
}

async function observe(page: Page, plan: MountPlan): Promise<Investigation | undefined> {
  const view = await mountView(page, plan)
  try {
    await awaitView(page, view, plan.result ? 'result' : 'input')
    const frame = await view.frame()
    await inside(frame, 'settle', QUIET_MS, MAX_MS)
    return { watched: await view.watched(), record: await view.record() }
  } catch {
    return undefined
  }
}
