import { FIRST_VALUE, note, repliesFor, toolInput, toolResult, inputOf, resultOf, VARIABLE, welcomeTo } from '../scripted-host.ts'
import type { Fields, Message, Stage } from '../stage.ts'

const SECOND_VALUE = 'rgb(4, 5, 6)'

// A View that follows the theme changes at least one of these.
const THEME = `(() => {
  const styles = [document.documentElement, document.body].map((element) => getComputedStyle(element))
  const marks = [document.documentElement, document.body].map((element) => [element.className, element.dataset.theme])
  return JSON.stringify([marks, styles.map(({ colorScheme, color, backgroundColor }) => [colorScheme, color, backgroundColor])])
})()`
const value = (name: string): string => `getComputedStyle(document.documentElement).getPropertyValue('${name}').trim()`

/** The styles that the host sends, and their effect in the View. */
export interface Appearance {
  readonly followsTheme: boolean
  readonly takesVariables: boolean
  readonly keepsVariables: boolean
  readonly followsVariables: boolean
  /** Handshakes that started after the first one completed. */
  readonly hellos: number
  readonly errors: readonly string[]
  readonly alive: boolean
}

/** The host changes its looks while the View is there. */
export async function appearance(stage: Stage): Promise<Appearance> {
  await stage.mount({ replies: repliesFor(stage.view) })
  await stage.wait('ui/notifications/initialized')
  const greeted = (await stage.heard()).length
  const takesVariables = (await stage.look(`${value(VARIABLE)} === '${FIRST_VALUE}'`)) === true
  const light = await stage.inView<string>(THEME)
  await stage.say(note('ui/notifications/host-context-changed', { theme: 'dark', theFuture: { is: 'here' } }))
  const followsTheme = (await stage.look(`${THEME} !== ${JSON.stringify(light)}`)) === true
  await stage.settle()
  const keepsVariables = (await stage.inView(value(VARIABLE))) === FIRST_VALUE
  await stage.say(note('ui/notifications/host-context-changed', { styles: { variables: { [VARIABLE]: SECOND_VALUE } } }))
  const followsVariables = (await stage.look(`${value(VARIABLE)} === '${SECOND_VALUE}'`)) === true
  await stage.settle()
  const hellos = (await stage.heard()).slice(greeted).filter(({ method }) => method === 'ui/initialize').length
  const { errors } = await stage.watched()
  return {
    followsTheme,
    takesVariables,
    keepsVariables,
    followsVariables,
    hellos,
    errors,
    alive: (await stage.ask('ping')) !== undefined,
  }
}

/** Whether the View looks different in a host that is dark from the beginning. */
export async function firstTheme(stage: Stage): Promise<{ readonly differs: boolean }> {
  const seen = async (theme: string): Promise<void> => {
    await stage.mount({ replies: { ...repliesFor(stage.view), 'ui/initialize': welcomeTo(stage.view, { theme }) } })
    await stage.wait('ui/notifications/initialized')
    await stage.settle()
  }
  await seen('light')
  const light = await stage.inView<string>(THEME)
  await stage.restart()
  await seen('dark')
  return { differs: (await stage.look(`${THEME} !== ${JSON.stringify(light)}`)) === true }
}

/** Sizes that the View reported. */
export interface Sizes {
  readonly early: number
  readonly first: Message | undefined
  /** Whether adding to the document made it higher at all. */
  readonly canGrow: boolean
  readonly grown: Message | undefined
  readonly heightThen: number
  /** The messages received while nothing changed. */
  readonly idle: readonly Message[]
  /** The messages received after the host had set the requested height. */
  readonly granted: readonly Message[]
}

const SIZE = 'ui/notifications/size-changed'
const HEIGHT = 'document.documentElement.scrollHeight'
const PICTURE = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))'

/** The document grows, and then rests. */
export async function sizes(stage: Stage): Promise<Sizes> {
  const { view } = stage
  const afterInitialized = [toolInput(inputOf(view)), toolResult(resultOf(view))]
  await stage.mount({ replies: repliesFor(view), afterInitialized })
  await stage.wait('ui/notifications/initialized')
  const first = await stage.wait(SIZE)
  await rest(stage)
  const start = await stage.heard()
  const early = start.findIndex(({ method }) => method === 'ui/notifications/initialized')
  const before = await stage.inView<number>(HEIGHT)
  await stage.inView(
    `void document.body.append(Object.assign(document.createElement('div'), { style: 'height:700px;flex:none' }))`,
  )
  const canGrow = (await stage.inView<number>(HEIGHT)) > before
  const grown = await stage.wait(SIZE, start.length)
  await rest(stage)
  const last = sizesIn(await stage.heard()).at(-1)
  const heightThen = await stage.inView<number>(HEIGHT)
  const resting = (await stage.heard()).length
  await rest(stage)
  const idle = sizesIn((await stage.heard()).slice(resting))
  const granting = heightOf(last) ?? heightThen
  const given = (await stage.heard()).length
  await stage.resize(granting)
  await stage.look(`innerHeight === ${granting}`)
  await rest(stage)
  const granted = sizesIn((await stage.heard()).slice(given))
  return { early: sizesIn(start.slice(0, early)).length, first, canGrow, grown: grown && last, heightThen, idle, granted }
}

async function rest(stage: Stage): Promise<void> {
  await stage.inView(PICTURE)
  await stage.settle()
  await stage.inView(PICTURE)
  await stage.settle()
}

const sizesIn = (heard: readonly Message[]): Message[] => heard.filter(({ method }) => method === SIZE)

/** The height in a report of size. */
export function heightOf(message: Message | undefined): number | undefined {
  const { height } = (message?.['params'] ?? {}) as Fields
  return typeof height === 'number' ? height : undefined
}
