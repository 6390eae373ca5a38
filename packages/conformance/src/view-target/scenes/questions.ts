import { note, repliesFor } from '../scripted-host.ts'
import type { Fields, Message, Stage } from '../stage.ts'

/** Mounts the View in a host that supports everything, and returns its declarations. */
async function introduce(stage: Stage): Promise<Fields> {
  await stage.mount({ replies: repliesFor(stage.view) })
  await stage.wait('ui/notifications/initialized')
  await stage.settle()
  const hello = (await stage.heard()).find((message) => message['method'] === 'ui/initialize')
  return (hello?.['params'] ?? {}) as Fields
}

/** The View's responses to requests of the host. */
export async function questions(stage: Stage): Promise<Readonly<Record<string, Message | undefined>>> {
  await introduce(stage)
  return {
    ping: await stage.ask('ping'),
    numbered: await stage.ask('ping', {}, 41),
    zero: await stage.ask('ping', {}, 0),
    unknown: await stage.ask('conformance/no-such-method'),
    unknownUi: await stage.ask('ui/no-such-method'),
  }
}

/** The View's reaction to messages that are not for it. */
export async function asides(stage: Stage): Promise<{
  readonly said: readonly Message[]
  readonly errors: readonly string[]
  readonly alive: boolean
}> {
  await introduce(stage)
  const before = (await stage.heard()).length
  await stage.say(note('conformance/no-such-notification', { a: 1 }))
  await stage.say(note('ui/notifications/no-such-notification'))
  await stage.say(note('notifications/tools/list_changed'))
  await stage.say(note('notifications/resources/list_changed'))
  await stage.say(note('notifications/cancelled', { requestId: 'nothing-that-was-asked' }))
  await stage.say(note('notifications/progress', { progressToken: 'nothing-that-was-asked', progress: 1 }))
  await stage.say({ jsonrpc: '2.0', id: 'nothing-that-was-asked', result: {} })
  await stage.say({ jsonrpc: '2.0', id: 'nothing-that-was-asked', error: { code: -32_000, message: 'No' } })
  await stage.settle()
  const said = (await stage.heard()).slice(before)
  const { errors } = await stage.watched()
  return { said, errors, alive: (await stage.ask('ping')) !== undefined }
}

const NONSENSE = {
  'not-objects': [null, 'text', 7, true, [], ['ping']],
  'not-json-rpc': [
    {},
    { type: 'webpackOk' },
    { source: 'react-devtools-bridge', payload: { event: 'x' } },
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    { id: 1, method: 'ping' },
  ],
  'broken-json-rpc': [
    { jsonrpc: '2.0' },
    { jsonrpc: '2.0', method: 7 },
    { jsonrpc: '2.0', method: null, params: null },
    { jsonrpc: '2.0', id: {}, method: 'ping' },
    { jsonrpc: '2.0', id: 'nothing-that-was-asked' },
    { jsonrpc: '2.0', id: 'nothing-that-was-asked', error: null },
  ],
  'broken-params': [
    { jsonrpc: '2.0', method: 'ui/notifications/host-context-changed' },
    { jsonrpc: '2.0', method: 'ui/notifications/host-context-changed', params: 'dark' },
    { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: null },
    { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: [] },
  ],
} as const

/** A kind of invalid message that can arrive at a window. */
export type Nonsense = keyof typeof NONSENSE

/** The View's reaction to malformed messages. */
export const nonsense =
  (kind: Nonsense) =>
  async (stage: Stage): Promise<{ readonly errors: readonly string[]; readonly alive: boolean }> => {
    await introduce(stage)
    for (const each of NONSENSE[kind]) await stage.say(each)
    await stage.settle()
    const { errors } = await stage.watched()
    return { errors, alive: (await stage.ask('ping')) !== undefined }
  }

/** The View's reaction to messages from other windows than its host. */
export async function stranger(stage: Stage): Promise<{ readonly said: readonly Message[]; readonly answered: number }> {
  await introduce(stage)
  const before = (await stage.heard()).length
  const ping = { jsonrpc: '2.0', id: 'from-a-stranger', method: 'ping', params: {} }
  const bye = { ...ping, id: 'bye-from-a-stranger', method: 'ui/resource-teardown' }
  await stage.asStranger(`for (const message of ${JSON.stringify([ping, bye])}) view.postMessage(message, '*')`)
  await stage.settle()
  return { said: (await stage.heard()).slice(before), answered: await stage.strangerHeard() }
}

/** The View's behaviour as a provider of tools. */
export async function tools(stage: Stage): Promise<{
  readonly declared: unknown
  readonly list: Message | undefined
  readonly unknown: Message | undefined
}> {
  const { appCapabilities } = await introduce(stage)
  return {
    declared: (appCapabilities as Fields | undefined)?.['tools'],
    list: await stage.ask('tools/list'),
    unknown: await stage.ask('tools/call', { name: 'conformance-no-such-tool', arguments: {} }),
  }
}

/** The teardown of the View, and its messages afterwards. */
export const teardown =
  (params: Fields) =>
  async (stage: Stage): Promise<{ readonly answer: Message | undefined; readonly after: readonly Message[] }> => {
    await introduce(stage)
    const answer = await stage.ask('ui/resource-teardown', params)
    const before = (await stage.heard()).length
    await stage.inView(`void document.body.append(Object.assign(document.createElement('div'), { style: 'height:321px' }))`)
    // A ResizeObserver speaks with the next picture.
    await stage.inView('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')
    await stage.settle()
    return { answer, after: (await stage.heard()).slice(before) }
  }
