import type { ProbeConfig, ProbeEntry } from '../probe.ts'
import type { Sitting } from '../sitting.ts'
import type { Facts, Message } from '../subject.ts'

/** The teardown of a View: requested, responded to, removed afterwards. */
export interface FarewellFacts extends Facts {
  readonly teardown: Message | undefined
  readonly saidGoodbye: boolean
  readonly isGone: boolean
  /** The messages that the View received after the request. */
  readonly after: readonly ProbeEntry[]
}

/** The delay is far longer than removing a frame takes, and far shorter than any host waits. */
const GOODBYE_MS = 300

/** The View responds to the teardown with a delay. */
export const farewell = (sitting: Sitting): Promise<FarewellFacts> => leave(sitting, { teardown: GOODBYE_MS })

/** The View responds with an error. */
export const refusedFarewell = (sitting: Sitting): Promise<FarewellFacts> => leave(sitting, { teardown: 'refuse' })

/** The View does not respond. */
export const silentFarewell = (sitting: Sitting): Promise<FarewellFacts> => leave(sitting, { teardown: 'ignore' })

/** The View requests its own teardown. */
export async function ownFarewell(sitting: Sitting): Promise<FarewellFacts> {
  const shown = await sitting.display()
  if (shown) await sitting.settle()
  await sitting.post({ jsonrpc: '2.0', method: 'ui/notifications/request-teardown', params: {} })
  return { shown, ...(await watch(sitting)) }
}

/** The messages that a View receives when it is reopened. */
export interface ReturnFacts extends Facts {
  readonly again: readonly string[]
}

const DATA = ['ui/notifications/tool-input', 'ui/notifications/tool-result']

/** The View is closed, and then shown again, as when a user comes back to a conversation. */
export async function comesBack(sitting: Sitting): Promise<ReturnFacts> {
  const shown = await sitting.display()
  if (!shown) return { shown, again: [] }
  await sitting.heard('ui/notifications/tool-result')
  await sitting.displayed()
  const before = sitting.entries.length
  await sitting.displayAgain()
  const methodsSince = (): string[] =>
    sitting.entries.slice(before).flatMap(({ what, message }) => (what === 'heard' ? [String(message['method'])] : []))
  await sitting.until(() => DATA.every((method) => methodsSince().includes(method)) || undefined)
  return { shown, again: methodsSince().filter((method) => DATA.includes(method)) }
}

async function leave(sitting: Sitting, probe: ProbeConfig): Promise<FarewellFacts> {
  const shown = await sitting.display(probe)
  if (shown) await sitting.settle()
  void sitting.driver.resetEnvironment().catch(() => {})
  return { shown, ...(await watch(sitting)) }
}

async function watch(sitting: Sitting): Promise<Omit<FarewellFacts, 'shown'>> {
  const view = await sitting.view()
  const teardown = await sitting.heard('ui/resource-teardown')
  const gone = await sitting.until(() => view?.isDetached() || undefined)
  const after = sitting.entries.slice(sitting.entries.findIndex(({ message }) => message === teardown) + 1)
  const said = teardown && sitting.entries.some(({ what, message }) => what === 'sent' && message['id'] === teardown['id'])
  return { teardown, saidGoodbye: said ?? false, isGone: gone ?? false, after }
}
