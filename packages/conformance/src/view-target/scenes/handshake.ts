import { contextWith, repliesFor, welcome, welcomeTo } from '../scripted-host.ts'
import type { Message, Reply, Stage } from '../stage.ts'

/** The messages of a View before and after the response to its first request. */
export interface Handshake {
  readonly initialize: Message | undefined
  readonly before: readonly Message[]
  readonly after: readonly Message[]
}

/** The host delays its response. The scene records the View's actions meanwhile, and afterwards. */
export async function handshake(stage: Stage): Promise<Handshake> {
  await stage.mount({ replies: { ...repliesFor(stage.view), 'ui/initialize': 'nothing' } })
  const initialize = await stage.wait('ui/initialize')
  await stage.settle()
  const before = await stage.heard()
  if (initialize) {
    await stage.say({ jsonrpc: '2.0', id: initialize['id'], ...welcomeTo(stage.view) })
    await stage.wait('ui/notifications/initialized')
    await stage.settle()
  }
  return { initialize, before, after: (await stage.heard()).slice(before.length) }
}

/** The host refuses. */
export async function refused(stage: Stage): Promise<Handshake> {
  const no = { error: { code: -32_602, message: 'Invalid params' } }
  await stage.mount({ replies: { ...repliesFor(stage.view), 'ui/initialize': no } })
  const initialize = await stage.wait('ui/initialize')
  await stage.settle()
  await stage.settle()
  const heard = await stage.heard()
  const first = heard.findIndex((message) => message['method'] === 'ui/initialize')
  return { initialize, before: heard.slice(0, first + 1), after: heard.slice(first + 1) }
}

/** Another window responds before the host does. */
export async function answeredByStranger(stage: Stage): Promise<Handshake> {
  await stage.mount({ replies: { ...repliesFor(stage.view), 'ui/initialize': 'nothing' } })
  const initialize = await stage.wait('ui/initialize')
  const before = await stage.heard()
  const answer = { jsonrpc: '2.0', id: initialize?.['id'] ?? 0, ...welcomeTo(stage.view) }
  await stage.asStranger(`view.postMessage(${JSON.stringify(answer)}, '*')`)
  await stage.settle()
  return { initialize, before, after: (await stage.heard()).slice(before.length) }
}

const GREETINGS = {
  usual: welcome(),
  'other-version': welcome({ protocolVersion: '2031-01-01' }),
  'more-members': welcome(
    { theFuture: { is: ['here'] }, hostInfo: { name: 'conformance', version: '1.0.0', title: 'Conformance', mood: 'good' } },
    contextWith({ theFuture: { is: ['here'] } }),
  ),
  'empty-context': welcome({}, {}),
  'no-context': welcome({ hostContext: undefined }, undefined),
  'no-capabilities': welcome({ hostCapabilities: {} }),
  'other-modes': welcome({}, contextWith({ availableDisplayModes: ['inline', 'sidebar'] })),
} as const satisfies Readonly<Record<string, Reply>>

/** A way in which hosts greet. */
export type Greeting = keyof typeof GREETINGS

/** A host that greets in one of the ways that are allowed. */
export const greeted =
  (greeting: Greeting, sandbox?: string) =>
  async (stage: Stage): Promise<{ readonly initialized: boolean; readonly errors: readonly string[] }> => {
    await stage.mount({
      replies: { ...repliesFor(stage.view), 'ui/initialize': GREETINGS[greeting] },
      ...(sandbox !== undefined && { sandbox }),
    })
    const initialized = (await stage.wait('ui/notifications/initialized')) !== undefined
    await stage.settle()
    return { initialized, errors: (await stage.watched()).errors }
  }
