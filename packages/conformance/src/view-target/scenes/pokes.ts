import { contextWith, inputOf, isMadeUp, repliesFor, resultOf, toolInput, toolResult, welcome } from '../scripted-host.ts'
import type { Message, Reply, Stage } from '../stage.ts'

/** The messages of a View whose controls are all clicked. */
export interface Poked {
  readonly heard: readonly Message[]
  readonly errors: readonly string[]
  readonly alive: boolean
  /** True when the data was made up, because that of the View's tool is not known. */
  readonly isMadeUp: boolean
}

const MAX_CONTROLS = 40
// File and date inputs would open a dialog of the browser.
const PRESSABLE = `button, [role=button], a[href], summary, input[type=button], input[type=submit], input[type=checkbox]`

async function poke(stage: Stage, replies: Readonly<Record<string, Reply>>): Promise<Poked> {
  const { view } = stage
  await stage.mount({ replies, afterInitialized: [toolInput(inputOf(view)), toolResult(resultOf(view))] })
  await stage.wait('ui/notifications/initialized')
  await stage.settle()
  const before = (await stage.heard()).length
  const count = await stage.inView<number>(`document.querySelectorAll('${PRESSABLE}').length`)
  for (let index = 0; index < Math.min(count, MAX_CONTROLS); index++) {
    // A click may change the controls.
    await stage.inView(`document.querySelectorAll('${PRESSABLE}')[${index}]?.click()`)
    await stage.settle()
  }
  const heard = (await stage.heard()).slice(before)
  const { errors } = await stage.watched()
  return { heard, errors, alive: (await stage.ask('ping')) !== undefined, isMadeUp: isMadeUp(view) }
}

/** In a host that can do everything. */
export const pokedWithAll = (stage: Stage): Promise<Poked> => poke(stage, repliesFor(stage.view))

/** In a host that can do nothing, and knows one display mode. */
export const pokedWithNothing = (stage: Stage): Promise<Poked> =>
  poke(stage, {
    ping: { result: {} },
    'ui/initialize': welcome({ hostCapabilities: {} }, contextWith({ availableDisplayModes: ['inline'] })),
  })

/** In a host that declares every capability and refuses every request. */
export const pokedWithDenial = (stage: Stage): Promise<Poked> => {
  const denied = { error: { code: -32_000, message: 'Denied' } }
  const replies = Object.keys(repliesFor(stage.view)).map((method): [string, Reply] => [method, denied])
  return poke(stage, { ...Object.fromEntries(replies), ping: { result: {} }, 'ui/initialize': welcome() })
}
