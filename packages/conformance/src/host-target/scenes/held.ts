import type { ProbeEntry } from '../probe.ts'
import type { Sitting } from '../sitting.ts'
import type { Facts, Message } from '../subject.ts'
import { introductionIn } from './life.ts'

/** A View that delays `initialized`. */
export interface HeldFacts extends Facts {
  /** Methods that the View received before `initialized`. */
  readonly early: readonly unknown[]
  /** Methods that it received afterwards. */
  readonly late: readonly unknown[]
  /** The responses to a second `ui/initialize`, and to older and newer versions. */
  readonly second: Message | undefined
}

/** The host is ready, its context changes, and the View is not initialized. Then it is; then it introduces itself again. */
export async function held(sitting: Sitting): Promise<HeldFacts> {
  const shown = await sitting.display({ hold: true })
  await sitting.settle()
  await sitting.driver.changeHostContext({ theme: 'dark' }).catch(() => {})
  await sitting.settle()
  const methods = (): unknown[] =>
    sitting.entries.filter(({ what }) => what === 'heard').flatMap(({ message }) => message['method'] ?? [])
  const early = methods()
  await sitting.post({ jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {} })
  await sitting.heard('ui/notifications/tool-result')
  await sitting.settle()
  const late = methods().slice(early.length)
  const { result } = await sitting.ask('ui/initialize', {
    protocolVersion: '2026-01-26',
    appInfo: { name: 'probe', version: '2.0.0' },
    appCapabilities: {},
  })
  return { shown, early, late, second: result }
}

/** The host's response to a different protocol version. */
export interface VersionFacts extends Facts {
  readonly version: unknown
}

const withVersion =
  (protocolVersion: string) =>
  async (sitting: Sitting): Promise<VersionFacts> => {
    const shown = await sitting.display({ introduction: { protocolVersion } })
    return { shown, version: introductionIn(sitting.entries)['protocolVersion'] }
  }

/** A View from the future, and one from before the first release. */
export const futureVersion = withVersion('2099-01-01')
export const draftVersion = withVersion('2025-11-21')

/** Streamed arguments. */
export interface StreamFacts extends Facts {
  readonly entries: readonly ProbeEntry[]
}

/** The arguments of the call as a model writes them. */
export const STREAMED = { city: 'Zürich', days: 3 }

/** The model writes the arguments while the View is there. */
export async function stream(sitting: Sitting): Promise<StreamFacts> {
  const partial = { text: ['{"city":"Zürich","da', 'ys":3}'], healed: [{ city: 'Zürich' }, STREAMED] }
  const shown = await sitting.display({}, {}, { input: STREAMED, partial })
  await sitting.heard('ui/notifications/tool-result')
  await sitting.settle()
  return { shown, entries: [...sitting.entries] }
}

/** The user stops the call. */
export async function stopped(sitting: Sitting): Promise<StreamFacts> {
  const shown = await sitting.display({}, { endless: true }, { stopped: true })
  await sitting.heard('ui/notifications/tool-cancelled')
  await sitting.settle()
  return { shown, entries: [...sitting.entries] }
}
