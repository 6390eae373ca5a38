import type { Turn } from '../host-target/driver.ts'
import type { Mutation } from './mutation.ts'
import { answering, type Fields, hearing, onWire } from './wire.ts'

const CONTEXT = 'ui/update-model-context'
/** Responds in place of the host, which does not receive the request. */
const swallowing = (method: string, isIt: (params: Fields) => boolean = () => true): Mutation =>
  onWire(() => ({
    fromView(message, pass, _, answer) {
      if (message.method === method && isIt(message.params ?? {})) answer({ jsonrpc: '2.0', id: message.id, result: {} })
      else pass(message)
    },
  }))

/** Messages of Views become turns of the conversation that the driver reports. */
function overhearing(method: string): Mutation {
  const turns: Turn[] = []
  const wire = onWire(() => ({
    fromView(message, pass) {
      if (message.method === method) turns.push({ role: 'user', content: [message.params] })
      pass(message)
    },
  }))
  return {
    ...wire,
    driver: (driver) => ({ ...driver, getConversation: async () => [...(await driver.getConversation()), ...turns] }),
  }
}

/** Hosts that handle requests incorrectly. */
export const actMutations: Readonly<Record<string, Mutation>> = {
  'opens-nothing': swallowing('ui/open-link'),
  'opens-scripts': hearing('ui/open-link', (params) => ({
    url: String(params['url']).replace(/^javascript:fetch\('(.*)'\)$/, '$1'),
  })),
  'never-denies': { driver: (driver) => ({ ...driver, confirmAction: async () => {} }) },
  'loses-messages': swallowing('ui/message'),
  'arrays-only': onWire(() => ({
    fromView(message, pass, _, answer) {
      const isOne = message.method === 'ui/message' && !Array.isArray(message.params?.['content'])
      if (isOne) answer({ jsonrpc: '2.0', id: message.id, error: { code: -32602, message: 'content must be an array' } })
      else pass(message)
    },
  })),
  'leaks-conversation': answering('ui/message', (answer) => ({ ...answer, result: { turns: ['what the user said before'] } })),
  'says-logs': overhearing('notifications/message'),
  'loses-context': swallowing(CONTEXT),
  'collects-context': onWire(() => {
    const all: unknown[] = []
    return {
      fromView(message, pass) {
        if (message.method !== CONTEXT) return pass(message)
        all.push(...((message.params?.['content'] ?? []) as unknown[]))
        return pass({ ...message, params: { ...message.params, content: [...all] } })
      },
    }
  }),
  'loses-structured-context': hearing(CONTEXT, ({ content }) => ({ content })),
  'never-clears': swallowing(CONTEXT, (params) => Object.keys(params).length === 0),
  'says-context': overhearing(CONTEXT),
  'saves-nothing': swallowing('ui/download-file'),
}
