import type { Mutation } from './mutation.ts'
import { reading } from './client.ts'
import { mute, onWire, saying } from './wire.ts'

const INPUT = 'ui/notifications/tool-input'
const RESULT = 'ui/notifications/tool-result'
const note = (method: string, params: object = {}): object => ({ jsonrpc: '2.0', method, params })
const without = (member: string): Mutation =>
  saying(RESULT, (params) => Object.fromEntries(Object.entries(params).filter(([name]) => name !== member)))

let mounts = 0

/** Hosts that get the life of a View wrong. */
export const lifecycleMutations: Readonly<Record<string, Mutation>> = {
  'no-tool-input': mute(INPUT),
  'tool-input-twice': onWire(() => ({
    toView(message, pass) {
      pass(message)
      if (message.method === INPUT) pass(message)
    },
  })),
  'result-first': onWire(() => {
    let input: unknown
    return {
      toView(message, pass) {
        if (message.method === INPUT) input = message
        else pass(message)
        if (message.method === RESULT && input) pass(input)
      },
    }
  }),
  'data-too-early': onWire(() => ({
    fromView(message, pass, _, answer) {
      if (message.method === 'ui/initialize') answer(note(INPUT, { arguments: {} }))
      pass(message)
    },
  })),
  'no-tool-result': mute(RESULT),
  'result-without-content': without('content'),
  'result-without-structuredContent': without('structuredContent'),
  'result-without-_meta': without('_meta'),
  'cancelled-too': onWire(() => ({
    toView(message, pass) {
      pass(message)
      if (message.method === RESULT) pass(note('ui/notifications/tool-cancelled'))
    },
  })),
  'without-jsonrpc': onWire(() => ({
    toView({ jsonrpc, ...message }, pass) {
      pass(message.method === RESULT ? message : { jsonrpc, ...message })
    },
  })),
  'delivers-once': onWire(() => {
    const isFirst = ++mounts === 1
    return {
      toView(message, pass) {
        if (isFirst || (message.method !== INPUT && message.method !== RESULT)) pass(message)
      },
    }
  }),
  'sends-size': onWire(() => ({
    toView(message, pass) {
      pass(message)
      if (message.method === INPUT) pass(note('ui/notifications/size-changed', { height: 10 }))
    },
  })),
  'reads-elsewhere': reading(async (uri, read) => {
    const { contents } = await read(`${uri}?copy`)
    return { contents: contents.map((item) => Object.assign(item, { uri })) }
  }),
  'needs-listing': reading(async (uri, read, client) => {
    const { resources } = await client.listResources()
    if (!resources.some((listed) => listed.uri === uri)) throw new Error('not listed')
    return read(uri)
  }),
  'announces-nothing': { capabilities: {} },
}
