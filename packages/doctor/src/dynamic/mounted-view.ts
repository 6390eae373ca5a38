import type { Frame, Page } from 'playwright-core'
import type { Fields } from '../static/fields.ts'
import type { Look, Measures, MountPlan, MountRecord } from './mount-record.ts'
import type { DoctorPage, Inside } from './page-api.ts'
import type { Watched } from './watched.ts'
import { whileAlive } from './view-loss.ts'

/** A View in the doctor's page, and what can be done with it. */
export interface MountedView {
  /** Waits for one of these steps, or for its failure. True when it has not failed. */
  until(...steps: readonly string[]): Promise<boolean>
  update(changes: Fields): Promise<void>
  reload(): Promise<boolean>
  resize(width: number): Promise<void>
  dispose(): Promise<void>
  record(): Promise<MountRecord>
  /** Waits until the View has received all messages and is idle; longer if it may still be starting. */
  settle(options?: { readonly patiently?: boolean }): Promise<void>
  measure(): Promise<Measures>
  /** The recorded behaviour of the View, from before its first script. */
  watched(): Promise<Watched>
  look(): Promise<Look>
  screenshot(file: string): Promise<void>
  /** The frame itself. */
  frame(): Promise<Frame>
}

const QUIET_MS = 150
const MAX_MS = 2000
const LONG_QUIET_MS = 2500
const LONG_MOST_MS = 4000
const LOOKS = 8
const FRAME_MS = 5000

/** Mounts a View, and returns immediately. */
export async function mountView(page: Page, plan: MountPlan): Promise<MountedView> {
  const { slot } = plan
  await call(page, 'start', plan)
  const isThere = async (): Promise<boolean> => (await view.record()).stage !== 'failed'
  const view: MountedView = {
    async until(...steps) {
      await call(page, 'until', slot, steps)
      return isThere()
    },
    update: (changes) => call(page, 'update', slot, changes),
    async reload() {
      await call(page, 'reload', slot)
      return isThere()
    },
    resize: (width) => call(page, 'resize', slot, width),
    dispose: () => call(page, 'dispose', slot),
    record: () => call(page, 'record', slot),
    async settle({ patiently = false } = {}) {
      const frame = await view.frame()
      // Ordered with all other messages, so a View that has received it has received the rest.
      const heard = await inside(frame, 'pings')
      await Promise.race([call(page, 'ping', slot), inside(frame, 'pinged', heard + 1)])
      const [quiet, most] = patiently ? [LONG_QUIET_MS, LONG_MOST_MS] : [QUIET_MS, MAX_MS]
      await inside(frame, 'settle', quiet, most)
    },
    measure: async () => inside(await view.frame(), 'measure'),
    async watched() {
      const frame = await view.frame()
      const proxy = frame.parentFrame()
      // The frame around the View sees messages that never reach the host.
      const [own, around] = await Promise.all([
        inside(frame, 'watched'),
        proxy && inside(proxy, 'watched').catch(() => undefined),
      ])
      return { ...own, astray: [...own.astray, ...(around?.astray ?? [])] }
    },
    async look() {
      // The last drawing may not be on the screen yet.
      for (let left = LOOKS; ; left--) {
        const seen = await lookOnce(page, slot)
        if (!seen.isBlank || left === 0) return seen
        await inside(await view.frame(), 'settle', QUIET_MS, MAX_MS)
      }
    },
    async screenshot(path) {
      const clip = await call(page, 'place', slot)
      if (clip.width > 0 && clip.height > 0) await page.screenshot({ path, clip })
    },
    frame: () => findFrame(page, slot),
  }
  return view
}

async function lookOnce(page: Page, slot: string): Promise<Look> {
  const place = await call(page, 'place', slot)
  const png = await page.screenshot()
  const [look] = await call(page, 'look', png.toString('base64'), [place])
  return look ?? { isBlank: true, background: [0, 0, 0], width: 0, height: 0 }
}

/**
 * The frame of the View. Its existence and its readiness are reported by different processes, so the frame may be found a little
 * later.
 */
async function findFrame(page: Page, slot: string): Promise<Frame> {
  const end = performance.now() + FRAME_MS
  for (;;) {
    const frame = await frameIn(page, slot)
    if (frame) return frame
    if (performance.now() > end) throw new Error(`the View in ${slot} has no frame`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The frame inside of the proxy's, which stands in the slot. */
async function frameIn(page: Page, slot: string): Promise<Frame | undefined> {
  const slots = await Promise.all(
    page
      .mainFrame()
      .childFrames()
      .map(async (proxy) => ({ proxy, slot: await slotOf(proxy) })),
  )
  return slots.find((each) => each.slot === slot)?.proxy.childFrames()[0]
}

/** The position of a proxy; undefined if it has just been removed. */
const slotOf = async (proxy: Frame): Promise<string | undefined> => {
  try {
    const element = await proxy.frameElement()
    return await element.evaluate((frame) => (globalThis as unknown as PageGlobal).doctor.slotOf(frame))
  } catch {
    return undefined
  }
}

interface PageGlobal {
  readonly doctor: DoctorPage
}

/** Calls a function of the doctor's page. */
export function call<Name extends keyof DoctorPage>(
  page: Page,
  name: Name,
  ...args: Parameters<DoctorPage[Name]>
): Promise<Awaited<ReturnType<DoctorPage[Name]>>> {
  return page.evaluate(
    ([method, given]) =>
      (globalThis as unknown as { doctor: Record<string, (...all: unknown[]) => unknown> }).doctor[method]?.(...given),
    [name, args] as [string, unknown[]],
  ) as Promise<Awaited<ReturnType<DoctorPage[Name]>>>
}

/** Calls a function of the doctor inside of a View. Rejects with a `ViewLoss` when the View does not respond. */
export function inside<Name extends keyof Inside>(
  frame: Frame,
  name: Name,
  ...args: Parameters<Inside[Name]>
): Promise<Awaited<ReturnType<Inside[Name]>>> {
  const work = frame.evaluate(
    ([method, given]) =>
      (globalThis as unknown as { insideView: Record<string, (...all: unknown[]) => unknown> }).insideView[method]?.(...given),
    [name, args] as [string, unknown[]],
  ) as Promise<Awaited<ReturnType<Inside[Name]>>>
  const longest = name === 'settle' ? Number(args[1]) : 0
  return whileAlive(frame.page(), work, longest)
}
