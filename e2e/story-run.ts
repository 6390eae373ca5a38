import type { Arrival } from './hosts/host-record.ts'
import { DARK_CONTEXT } from './hosts/story.ts'
import { arrivals, tales, told, type HostName, type MountName, type Stage } from './stage.ts'
import { HEIGHTS } from './views/probe.ts'

/** Everything that can be known after a View has lived its whole life in a host. */
export interface StoryRun {
  readonly arrivals: readonly Arrival[]
  /** The View's report of an event, each time. */
  tales(event: string): readonly unknown[]
  /** The messages of one kind that the host received. */
  heard(what: string): readonly unknown[]
  readonly teardown: unknown
  readonly problems: readonly string[]
  readonly consoleErrors: readonly string[]
}

const sizeIs = (height: number): string =>
  `window.host.arrivals.findLast(({ what }) => what === 'size')?.params.height === ${height}`

/** Lets a View live in a host from the handshake to the teardown, and returns what was seen. */
export async function runStory(stage: Stage, host: HostName, mount: MountName): Promise<StoryRun> {
  const page = await stage.mount(host, mount)
  try {
    await page.waitFor(told('exercised'))
    await page.waitFor(sizeIs(HEIGHTS.start))
    await page.evaluate(`window.host.setContext(${JSON.stringify(DARK_CONTEXT)})`)
    await page.waitFor(told('context', `detail.context.theme === 'dark'`))
    await page.waitFor(sizeIs(HEIGHTS.grown))
    // Frames enough for a size that echoes to show itself.
    await page.evaluate(
      `new Promise((done) => { let left = 20; const step = () => (left-- ? requestAnimationFrame(step) : done()); step() })`,
    )
    const consoleErrors = await page.consoleErrors()
    const teardown = await page.evaluate<unknown>('window.host.teardown()')
    const heard = await arrivals(page)
    const problems = await page.evaluate<string[]>('window.host.problems')
    return {
      arrivals: heard,
      tales: (event) => tales(heard, event),
      heard: (what) => heard.filter((arrival) => arrival.what === what).map(({ params }) => params),
      teardown,
      problems,
      consoleErrors,
    }
  } finally {
    await page.close()
  }
}
