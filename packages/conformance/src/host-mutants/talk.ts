import { mislisting } from './client.ts'
import type { Mutation } from './mutation.ts'
import { answering, deaf, type Fields, hearing, type Message, mute, onWire } from './wire.ts'

const calls =
  (tool: string) =>
  ({ method, params }: Message): boolean =>
    method === 'tools/call' && params?.['name'] === tool
const visibleTo = (tool: string, visibility: readonly string[]): Mutation =>
  mislisting((listed) => (listed['name'] === tool ? { ...listed, _meta: { ui: { visibility } } } : listed))
const ok = ({ id }: Message, result: Fields = {}): Message => ({ jsonrpc: '2.0', id, result })

/** Hosts that get requests wrong. */
export const talkMutations: Readonly<Record<string, Mutation>> = {
  // Only the one without params: the suite uses the others to detect that everything has arrived.
  'deaf-to-ping': deaf(({ method, id }) => method === 'ping' && typeof id === 'number' && id > 0),
  'deaf-to-zero': deaf(({ id }) => id === 0),
  'numbers-only': deaf(({ id }) => id === 'an-id'),
  'wants-its-order': deaf(({ id }) => id === 'reversed'),
  'ends-at-junk': onWire(() => {
    let isOver = false
    return {
      fromView(message, pass) {
        isOver ||= message.method === 'probe/unknown-note'
        if (!isOver) pass(message)
      },
    }
  }),
  'knows-everything': answering('probe/unknown', ok),
  'guesses-params': answering(({ method, params }) => method === 'ui/open-link' && !params?.['url'], ok),
  'answers-notes': onWire(() => ({
    fromView(message, pass, _, answer) {
      if (message.method === 'probe/unknown-note') answer({ jsonrpc: '2.0', id: null, error: { code: -32601, message: 'no' } })
      pass(message)
    },
  })),
  'answers-twice': onWire(() => ({
    toView(message, pass) {
      pass(message)
      if (message.id === 'call-add') pass(message)
    },
  })),
  'loses-structured-content': answering(calls('add'), (answer) => ok(answer, { content: answer.result?.['content'] })),
  'changes-arguments': hearing('tools/call', (params) => ({ ...params, arguments: { a: 4, b: 1 } })),
  'error-result-as-error': answering(calls('complains'), ({ id }) => ({
    jsonrpc: '2.0',
    id,
    error: { code: -32603, message: 'no' },
  })),
  'error-as-result': answering(calls('explodes'), (answer) => ok(answer, { content: [] })),
  'delivers-again': onWire(() => ({
    toView(message, pass) {
      pass(message)
      if (message.id === 'call-add') pass({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: message.result })
    },
  })),
  'model-tools-for-all': visibleTo('model_only', ['model', 'app']),
  'empty-means-all': visibleTo('nobody', ['model', 'app']),
  'calls-unlisted': {
    change(client) {
      const list = client.listTools.bind(client)
      client.listTools = async (...args) => {
        const { tools, ...rest } = await list(...args)
        return { ...rest, tools: [...tools, { name: 'no_such_tool', inputSchema: { type: 'object' } }] }
      }
    },
  },
  'calls-other-server': onWire(() => ({
    fromView(message, pass, { neighbour }, answer) {
      if (!calls('neighbour_tool')(message)) return pass(message)
      return void neighbour
        .callTool({ name: 'neighbour_tool', arguments: {} })
        .then((result) => answer(ok(message, { ...result })))
    },
  })),
  'app-tools-for-nobody': visibleTo('app_only', []),
  'model-sees-all': {
    driver: (driver) => ({
      ...driver,
      async getConversationContext() {
        const sight = await driver.getConversationContext()
        return { ...sight, tools: [...sight.tools, 'app_only'] }
      },
    }),
  },
  'model-sees-none': {
    driver: (driver) => ({
      ...driver,
      getConversationContext: async () => ({ ...(await driver.getConversationContext()), tools: [] }),
    }),
  },
  'lists-all': answering('tools/list', (answer) => {
    const tools = (answer.result?.['tools'] ?? []) as Fields[]
    return ok(answer, { tools: [...tools, { name: 'model_only', inputSchema: { type: 'object' } }] })
  }),
  'loses-contents': answering('resources/read', (answer) => ok(answer, { contents: [] })),
  'keeps-changes': mute('notifications/tools/list_changed'),
  'samples-anyway': answering('sampling/createMessage', (answer) =>
    ok(answer, { role: 'assistant', model: 'none', content: { type: 'text', text: 'yes' } }),
  ),
}
