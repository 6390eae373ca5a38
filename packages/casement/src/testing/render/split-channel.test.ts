import { expect, test } from 'vitest'
import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import { splitChannel } from './split-channel.ts'

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

test('a split channel lets the recording speak, and the bridge only hear the handshake and say goodbye', async () => {
  const [near, view] = memoryChannels()
  const { forReplay, forBridge } = splitChannel(near)
  const atView: unknown[] = []
  view.listen((message) => atView.push((message as { method?: string; id?: unknown }).method ?? (message as { id?: unknown }).id))
  const atReplay: unknown[] = []
  const atBridge: unknown[] = []
  const nameOf = (message: unknown): unknown => (message as { method?: string }).method ?? (message as { id: unknown }).id
  forReplay.listen((message) => atReplay.push(nameOf(message)))
  const say = (message: object): void => view.post({ jsonrpc: '2.0', ...message })
  say({ id: 1, method: 'ui/initialize' })
  say({ method: 'ui/notifications/initialized' })
  say({ id: 2, method: 'ui/open-link' })
  say({ method: 'dev.casement/sandbox/view-report' })
  await settle()
  forBridge.listen((message) => atBridge.push(nameOf(message)))
  forBridge.post({ jsonrpc: '2.0', id: 1, result: {} })
  forBridge.post({ jsonrpc: '2.0', id: 7, method: 'ping' })
  forBridge.post({ jsonrpc: '2.0', id: 8, method: 'ui/resource-teardown' })
  forReplay.post({ jsonrpc: '2.0', id: 'r', method: 'ui/resource-teardown' })
  say({ id: 8, result: {} })
  say({ id: 'r', result: {} })
  await settle()
  expect(atReplay).toEqual(['ui/initialize', 'ui/notifications/initialized', 'ui/open-link', 'r'])
  expect(atBridge).toEqual(['ui/initialize', 'ui/notifications/initialized', 'dev.casement/sandbox/view-report', 8])
  expect(atView).toEqual(['ui/resource-teardown', 'ui/resource-teardown'])
})
