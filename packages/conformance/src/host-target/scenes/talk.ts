import type { Answer, ProbeEntry } from '../probe.ts'
import type { Sitting } from '../sitting.ts'
import type { Facts } from '../subject.ts'
import { DATA_URI } from '../test-server.ts'

/** Valid and invalid requests of a View, with their responses. */
export interface TalkFacts extends Facts {
  readonly entries: readonly ProbeEntry[]
  readonly ping: Answer
  readonly zero: Answer
  readonly text: Answer
  readonly reversed: Answer
  readonly unknown: Answer
  readonly badParams: Answer
  readonly afterJunk: Answer
  readonly add: Answer
  readonly complains: Answer
  readonly explodes: Answer
  readonly modelOnly: Answer
  readonly nobody: Answer
  readonly appOnly: Answer
  readonly noSuch: Answer
  readonly elsewhere: Answer
  readonly list: Answer
  readonly data: Answer
  readonly sampling: Answer
  /** The tools that the server, and the other server, were called for; and with which arguments `add`. */
  readonly called: readonly string[]
  readonly calledElsewhere: readonly string[]
  readonly addArguments: unknown
  /** The tools that the model may call. */
  readonly modelTools: readonly string[]
  readonly announcement: boolean
}

const JUNK = [
  'text',
  42,
  null,
  [],
  {},
  { jsonrpc: '1.0', id: 7, method: 'ping' },
  { jsonrpc: '2.0', id: { a: 1 }, method: 'ping' },
]

const isReversed = ({ what, message }: ProbeEntry): boolean => what === 'heard' && message['id'] === 'reversed'

/** Lets the View send every allowed request to its server, and some that are not allowed. */
export async function talk(sitting: Sitting): Promise<TalkFacts> {
  const shown = await sitting.display()
  const ask: Sitting['ask'] = (...args) => sitting.ask(...args)
  const call = (name: string): Promise<Answer> => ask('tools/call', { name, arguments: {} })
  await sitting.settle()
  const ping = await ask('ping')
  const zero = await ask('ping', undefined, 0)
  const text = await ask('ping', undefined, 'an-id')
  await sitting.post({ params: {}, method: 'ping', id: 'reversed', jsonrpc: '2.0' })
  const reversed: Answer = (await sitting.until(() => sitting.entries.find(isReversed)?.message)) ?? {}
  const unknown = await ask('probe/unknown', {})
  const badParams = await ask('ui/open-link', {})
  for (const message of JUNK) {
    await sitting.post(message)
  }
  await sitting.post({ jsonrpc: '2.0', method: 'probe/unknown-note', params: {} })
  const afterJunk = await ask('ping', undefined, 'after-junk')
  const add = await ask('tools/call', { name: 'add', arguments: { a: 2, b: 3 } }, 'call-add')
  const [complains, explodes] = [await call('complains'), await call('explodes')]
  const [modelOnly, nobody, appOnly] = [await call('model_only'), await call('nobody'), await call('app_only')]
  const [noSuch, elsewhere] = [await call('no_such_tool'), await call('neighbour_tool')]
  const list = await ask('tools/list', {})
  const data = await ask('resources/read', { uri: DATA_URI })
  const sampling = await ask('sampling/createMessage', { messages: [], maxTokens: 1 })
  sitting.server.announce('notifications/tools/list_changed')
  const announcement = await sitting.heard('notifications/tools/list_changed')
  await sitting.settle()
  const { tools } = await sitting.driver.getConversationContext().catch(() => ({ tools: [] }))
  const addCall = sitting.server.asked.find(({ method, params }) => method === 'tools/call' && params['name'] === 'add')
  return {
    shown,
    entries: [...sitting.entries],
    ping,
    zero,
    text,
    reversed,
    unknown,
    badParams,
    afterJunk,
    add,
    complains,
    explodes,
    modelOnly,
    nobody,
    appOnly,
    noSuch,
    elsewhere,
    list,
    data,
    sampling,
    called: sitting.server.called(),
    calledElsewhere: sitting.neighbour.called(),
    addArguments: addCall?.params['arguments'],
    modelTools: tools,
    announcement: announcement !== undefined,
  }
}
