import type { ServerEntry, ServerState } from '@casement/gateway/api'
import { expect, test } from 'vitest'
import { pendingReason } from './pending-reason.ts'

const server = (state: ServerState): readonly ServerEntry[] => [
  { name: 's', kind: 'stdio', address: 'node s', app: 's', state, output: [] },
]
const ready: ServerState = {
  status: 'ready',
  protocolVersion: '2026-07-28',
  serverInfo: { name: 's', version: '1' },
  capabilities: {},
}

test.each([
  ['Casement is starting.', undefined],
  ['s is starting.', server({ status: 'starting', attempt: 1 })],
  ['s is listing its tools.', server(ready)],
  [
    'The server exited. Check its output.',
    server({ status: 'failed', code: 'X', reason: 'The server exited.', fix: 'Check its output.', attempt: 1 }),
  ],
  [
    'Authentication required. Choose s under Servers to sign in.',
    server({ status: 'unauthorized', reason: 'Authentication required.' }),
  ],
])('%s', (words, entries) => {
  expect(pendingReason('s', entries, new Map())).toBe(words)
})
