import { expect, onTestFinished, test, vi } from 'vitest'
import { createGatewayApi } from '../api/gateway-api.ts'
import { createConversations } from './conversations.ts'

test('a conversation that is asked for again while it opens, at another place, opens there', async () => {
  vi.stubGlobal('history', { replaceState: () => {} })
  onTestFinished(() => void vi.unstubAllGlobals())
  const detail = { id: 'c', title: 'C', createdAt: 0, updatedAt: 0, entries: [], context: [] }
  const api = { ...createGatewayApi(''), conversation: async () => detail }
  const conversations = createConversations(api, { onFailure: () => {}, onSaid: () => {} })
  await Promise.all([conversations.open('c'), conversations.open('c', 'e')])
  expect(conversations.shown.get()).toMatchObject({ at: 'open', target: { entry: 'e' } })
})
