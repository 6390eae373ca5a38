import type { CallEntry, Entry } from '@casement/gateway/api'
import { expect, test } from 'vitest'
import type { ServerLink } from '../api/server-link.ts'
import { createStore } from '../store.ts'
import type { OpenConversation } from './open-conversation.ts'
import { runCall } from './run-call.ts'

test('a call that is done before its View is read is stored again with the hash of the View', async () => {
  const stored: Entry[] = []
  const conversation = {
    id: 'c',
    put: (entry: Entry) => void stored.push(entry),
    startCall: () => {},
    entries: createStore<readonly Entry[]>([]),
  }
  let hash: string | undefined
  let read = (): void => {}
  const whenRead = new Promise<void>((resolve) => (read = resolve))
  const link = {
    as: () => ({ callTool: async () => ({ content: [] }) }),
    hashOf: () => hash,
    hashed: () => whenRead,
  }
  const { finished } = runCall(
    // Only what a call uses.
    conversation as unknown as OpenConversation,
    {
      known: {
        server: 's',
        tool: { name: 't', inputSchema: { type: 'object' } },
        ui: 'ui://s/view.html',
        forModel: true,
        forApp: true,
      },
      link: link as unknown as ServerLink,
      by: 'person',
      input: {},
    },
  )
  expect(await finished).toMatchObject({ status: 'done', resourceUri: 'ui://s/view.html' })
  expect((stored.at(-1) as CallEntry).resourceHash).toBeUndefined()
  hash = 'the-hash'
  read()
  await expect.poll(() => stored.at(-1)).toMatchObject({ status: 'done', resourceHash: 'the-hash' })
})
