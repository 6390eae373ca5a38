import { expect, test } from 'vitest'
import { memoryChannels } from '../protocol/memory-channel.ts'
import type { HostToView, ViewToHost } from '../protocol/methods.ts'
import { createPeer } from '../protocol/peer.ts'
import { App } from './app.ts'

test('connects, hears a result and calls a server tool', async () => {
  const [view, hostEnd] = memoryChannels()
  const host = createPeer<HostToView, ViewToHost>(hostEnd)
  host.handle('ui/initialize', ({ protocolVersion }) => ({
    protocolVersion,
    hostInfo: { name: 'host', version: '1' },
    hostCapabilities: {},
    hostContext: { theme: 'dark' },
  }))
  host.handle('tools/call', ({ name }) => ({ content: [{ type: 'text', text: name }] }))
  const initialized = new Promise((resolve) => host.on('ui/notifications/initialized', resolve))
  const app = new App({ name: 'view', version: '1' }, {}, { autoResize: false })
  await app.connect(view)
  await initialized
  const result = new Promise((resolve) => {
    app.ontoolresult = resolve
  })
  host.notify('ui/notifications/tool-result', { content: [], structuredContent: { n: 1 } })
  expect(await result).toEqual({ content: [], structuredContent: { n: 1 } })
  expect(app.data()).toEqual({ n: 1 })
  expect(app.hostContext).toEqual({ theme: 'dark' })
  expect(await app.callServerTool({ name: 'x' })).toEqual({ content: [{ type: 'text', text: 'x' }] })
  expect(await host.request('ui/resource-teardown', {})).toEqual({})
})
