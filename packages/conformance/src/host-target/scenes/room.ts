import type { Answer, ProbeEntry } from '../probe.ts'
import type { Sitting } from '../sitting.ts'
import { type Facts, fieldsOf, heardOf, type Message } from '../subject.ts'
import { introductionIn } from './life.ts'

/** A View and its container: size, mode, theme. */
export interface RoomFacts extends Facts {
  readonly context: Message
  /** The inner height of the View after it reported 333 px, 222 px without a width, and an invalid size. */
  readonly heights: readonly (number | undefined)[]
  readonly changes: readonly Message[]
  readonly wide: Answer
  /** The modes that the host announced by then. */
  readonly announced: readonly unknown[]
  readonly unavailable: Answer
  readonly nonsense: Answer
}

/** Modes that a View may request. */
const MODES = ['inline', 'fullscreen', 'pip']

const changesIn = (entries: readonly ProbeEntry[]): Message[] =>
  heardOf(entries, 'ui/notifications/host-context-changed').map(({ params }) => fieldsOf(params))

/** The View grows and shrinks, the theme changes, and the View asks for more room. */
export async function room(sitting: Sitting): Promise<RoomFacts> {
  const shown = await sitting.display({ introduction: { appCapabilities: { availableDisplayModes: MODES } } })
  await sitting.settle()
  const context = fieldsOf(introductionIn(sitting.entries)['hostContext'])
  const height = async (wanted?: number): Promise<number | undefined> => {
    const view = await sitting.view()
    const look = async (): Promise<number | undefined> =>
      view?.evaluate('innerHeight').catch(() => undefined) as Promise<number | undefined>
    return wanted === undefined ? look() : sitting.until(async () => ((await look()) === wanted ? wanted : undefined))
  }
  const size = (params: object): Promise<void> =>
    sitting.post({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params })
  await size({ width: 300, height: 333 })
  const heights = [await height(333)]
  await size({ height: 222 })
  heights.push(await height(222))
  await size({ width: 300, height: -50 })
  await sitting.settle()
  await size({ width: 300, height: 444 })
  heights.push(await height(444))

  await sitting.driver.changeHostContext({ theme: 'dark' }).catch(() => {})
  await sitting.until(() => changesIn(sitting.entries).find(({ theme }) => theme !== undefined))
  const wide = await sitting.ask('ui/request-display-mode', { mode: 'fullscreen' })
  if (wide.result?.['mode'] === 'fullscreen')
    await sitting.until(() => changesIn(sitting.entries).find(({ displayMode }) => displayMode !== undefined))
  await sitting.settle()
  const announced = changesIn(sitting.entries).flatMap(({ displayMode }) => displayMode ?? [])
  const missing = MODES.find((mode) => !(context['availableDisplayModes'] as string[] | undefined)?.includes(mode))
  const unavailable = missing ? await sitting.ask('ui/request-display-mode', { mode: missing }) : {}
  const nonsense = await sitting.ask('ui/request-display-mode', { mode: 'sideways' })
  return { shown, context, heights, changes: changesIn(sitting.entries), wide, announced, unavailable, nonsense }
}

/** A View that knows one mode only. */
export interface ModestFacts extends Facts {
  readonly wide: Answer
  readonly announced: readonly unknown[]
}

/** The View declares `inline` and requests another mode. */
export async function modest(sitting: Sitting): Promise<ModestFacts> {
  const shown = await sitting.display({ introduction: { appCapabilities: { availableDisplayModes: ['inline'] } } })
  await sitting.settle()
  const wide = await sitting.ask('ui/request-display-mode', { mode: 'fullscreen' })
  await sitting.settle()
  return { shown, wide, announced: changesIn(sitting.entries).flatMap(({ displayMode }) => displayMode ?? []) }
}
