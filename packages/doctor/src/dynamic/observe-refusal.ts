import type { Page } from 'playwright-core'
import { GOODBYE, type MountPlan, type MountRecord } from './mount-record.ts'
import { inside, mountView } from './mounted-view.ts'

/** Mounts a View whose handshake fails, and observes its reaction. */
export async function observeRefusal(page: Page, plan: MountPlan): Promise<MountRecord> {
  const view = await mountView(page, { ...plan, slot: 'refused', directPort: false })
  if (await view.until('initialize', 'initialized')) {
    const frame = await view.frame()
    await inside(frame, 'refused')
    await inside(frame, 'settle', 150, 1000)
    // Messages that it sent before have arrived when this one has.
    await inside(frame, 'sayGoodbye')
    await view.until(`${GOODBYE} goodbye`)
  }
  return view.record()
}
