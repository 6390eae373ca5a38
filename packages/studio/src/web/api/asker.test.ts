import { expect, test } from 'vitest'
import { askerHeaders, noteAsker, takeAsker } from './asker.ts'

const asker = { actor: 'app', view: 'v', conversation: 'c' } as const

test('a note of who asks travels with the request and is not on the wire', () => {
  const params = noteAsker({ name: 't', _meta: { progressToken: 1 } }, asker)
  expect(takeAsker({ id: 1, method: 'tools/call', params })).toEqual({
    asker,
    message: { id: 1, method: 'tools/call', params: { name: 't', _meta: { progressToken: 1 } } },
  })
  expect(takeAsker({ id: 2, params: noteAsker(undefined, asker) }).message).toEqual({ id: 2, params: {} })
})

test('a message without a note is left as it is', () => {
  const message = { method: 'ping' }
  expect(takeAsker(message)).toEqual({ message, asker: undefined })
})

test('the headers say who asks', () => {
  expect(askerHeaders(asker)).toEqual({ 'X-Casement-Actor': 'app', 'X-Casement-View': 'v', 'X-Casement-Conversation': 'c' })
  expect(askerHeaders({ actor: 'person' })).toEqual({ 'X-Casement-Actor': 'person' })
})
