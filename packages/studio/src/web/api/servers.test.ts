import type { ServerEntry, ServerState } from '@casement/gateway/api'
import { expect, test } from 'vitest'
import { createGatewayApi } from './gateway-api.ts'
import { createServers, type Servers } from './servers.ts'

const entry = (name: string, state: ServerState): ServerEntry => ({
  name,
  kind: 'http',
  address: 'http://x',
  app: name,
  state,
  output: [],
})
const starting = (attempt = 1): ServerState => ({ status: 'starting', attempt })
const ready: ServerState = {
  status: 'ready',
  protocolVersion: '2025-11-25',
  serverInfo: { name: 's', version: '1' },
  capabilities: {},
}
const failed: ServerState = { status: 'failed', code: 'X', reason: 'r', fix: 'f', attempt: 1 }

/** Servers that a gateway lists, each of which refuses to list its tools. */
async function listed(...entries: ServerEntry[]): Promise<{ servers: Servers; isSettled: () => boolean }> {
  const api = { ...createGatewayApi(''), servers: async () => entries }
  const servers = createServers(api, () => () => {})
  let isDone = false
  void servers.settled(new AbortController().signal).then(() => (isDone = true))
  await servers.load()
  return { servers, isSettled: () => isDone }
}

test('the tools are settled when every server that comes up has listed them or failed to', async () => {
  const { servers, isSettled } = await listed(entry('a', starting()), entry('b', failed), entry('c', starting(2)))
  await Promise.resolve()
  expect(isSettled()).toBe(false)
  servers.receive({ type: 'server', server: entry('a', ready) })
  await expect.poll(() => servers.tools.get().get('a')?.status).toBe('failed')
  await expect.poll(isSettled).toBe(true)
})

test('nobody waits for servers that failed, nor for none', async () => {
  const { isSettled } = await listed(entry('b', failed))
  await expect.poll(isSettled).toBe(true)
  expect((await listed()).servers.entries.get()).toEqual([])
})

test('whoever stops waiting is let go', async () => {
  const { servers } = await listed(entry('a', starting()))
  const leaving = new AbortController()
  const waiting = servers.settled(leaving.signal)
  leaving.abort()
  await waiting
  expect(servers.tools.get().size).toBe(0)
})
