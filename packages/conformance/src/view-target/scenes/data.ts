import { inputOf, isMadeUp, repliesFor, resultOf, toolCancelled, toolInput, toolPartial, toolResult } from '../scripted-host.ts'
import type { ExaminedView, Fields, Message, Stage } from '../stage.ts'

const withoutStructure = (result: Fields): Fields => {
  const { structuredContent: _, ...rest } = result
  return { ...rest, content: Array.isArray(rest['content']) ? rest['content'] : [] }
}

/** The messages that a host may send, in the allowed orders. */
const STORIES = {
  usual: (view: ExaminedView) => [toolInput(inputOf(view)), toolResult(resultOf(view))],
  'result-alone': (view: ExaminedView) => [toolResult(resultOf(view))],
  streamed: (view: ExaminedView) => [
    ...[{}, ...growing(inputOf(view))].map(toolPartial),
    toolInput(inputOf(view)),
    toolResult(resultOf(view)),
  ],
  changing: (view: ExaminedView) => [
    ...Object.keys(inputOf(view)).flatMap((name) => [{ [name]: null }, { [name]: '' }, {}].map(toolPartial)),
    { jsonrpc: '2.0', method: 'ui/notifications/tool-input-partial', params: {} },
    toolInput(inputOf(view)),
    toolResult(resultOf(view)),
  ],
  cancelled: (view: ExaminedView) => [toolInput(inputOf(view)), toolCancelled({ reason: 'The user changed their mind' })],
  'cancelled-without-reason': (view: ExaminedView) => [toolInput(inputOf(view)), toolCancelled({})],
  'cancelled-while-streaming': (view: ExaminedView) => [toolPartial({}), toolPartial(inputOf(view)), toolCancelled({})],
  failed: (view: ExaminedView) => [
    toolInput(inputOf(view)),
    toolResult({ isError: true, content: [{ type: 'text', text: 'It did not work' }] }),
  ],
  'without-structure': (view: ExaminedView) => [toolInput(inputOf(view)), toolResult(withoutStructure(resultOf(view)))],
  'without-arguments': (view: ExaminedView) => [
    { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: {} },
    toolResult(resultOf(view)),
  ],
  'other-blocks': (view: ExaminedView) => [
    toolInput(inputOf(view)),
    toolResult({ ...resultOf(view), content: [...blocksOf(resultOf(view)), ...STRANGE_BLOCKS], _meta: { more: 1 } }),
  ],
} as const satisfies Readonly<Record<string, (view: ExaminedView) => readonly Message[]>>

const STRANGE_BLOCKS = [
  { type: 'resource_link', uri: 'https://example.com/', name: 'Link' },
  { type: 'audio', data: '', mimeType: 'audio/wav' },
  { type: 'from-the-future' },
]

const blocksOf = ({ content }: Fields): readonly unknown[] => (Array.isArray(content) ? content : [])

const growing = (input: Fields): Fields[] => {
  const entries = Object.entries(input)
  return entries.map((_, index) => Object.fromEntries(entries.slice(0, index + 1)))
}

/** A delivery order of data. */
export type Story = keyof typeof STORIES

/** The state of a View after a sequence of messages. */
export interface Told {
  readonly errors: readonly string[]
  readonly violations: readonly string[]
  readonly alive: boolean
  /** True when the data was made up, because that of the View's tool is not known. */
  readonly isMadeUp: boolean
  readonly heard: readonly Message[]
}

/** Data arrives immediately after `initialized`. */
export const told =
  (story: Story) =>
  async (stage: Stage): Promise<Told> => {
    await stage.mount({ replies: repliesFor(stage.view), afterInitialized: STORIES[story](stage.view) })
    await stage.wait('ui/notifications/initialized')
    await stage.settle()
    await stage.settle()
    const alive = (await stage.ask('ping')) !== undefined
    return { ...(await stage.watched()), alive, isMadeUp: isMadeUp(stage.view), heard: await stage.heard() }
  }

/** The requests of the View after partial arguments only. */
export async function onlyPartials(stage: Stage): Promise<readonly Message[]> {
  await stage.mount({ replies: repliesFor(stage.view) })
  await stage.wait('ui/notifications/initialized')
  await stage.settle()
  const before = (await stage.heard()).length
  // In this order.
  for (const part of [{}, ...growing(inputOf(stage.view))]) await stage.say(toolPartial(part))
  await stage.settle()
  return (await stage.heard()).slice(before)
}

// The visible content of a View, in a form that can be compared.
const LOOK = 'document.body.innerText + document.body.outerHTML'

/** Whether a View looks different after the last message of the scene. */
export const changedBy =
  (ending: 'result' | 'cancelled') =>
  async (stage: Stage): Promise<{ readonly changed: boolean }> => {
    const { view } = stage
    await stage.mount({ replies: repliesFor(view) })
    await stage.wait('ui/notifications/initialized')
    await stage.say(toolInput(inputOf(view)))
    await stage.settle()
    await stage.settle()
    const before = await stage.inView<string>(LOOK)
    await stage.say(ending === 'cancelled' ? toolCancelled({ reason: 'Enough' }) : toolResult(resultOf(view)))
    return { changed: (await stage.look(`${LOOK} !== ${JSON.stringify(before)}`)) === true }
  }

/** Whether a View that receives everything at once looks different from one that receives nothing. */
export async function changedAtOnce(stage: Stage): Promise<{ readonly changed: boolean }> {
  const { view } = stage
  await stage.mount({ replies: repliesFor(view) })
  await stage.wait('ui/notifications/initialized')
  await stage.settle()
  const before = await stage.inView<string>(LOOK)
  await stage.restart()
  await stage.mount({ replies: repliesFor(view), afterInitialized: [toolInput(inputOf(view)), toolResult(resultOf(view))] })
  await stage.wait('ui/notifications/initialized')
  return { changed: (await stage.look(`document.body && ${LOOK} !== ${JSON.stringify(before)}`)) === true }
}
