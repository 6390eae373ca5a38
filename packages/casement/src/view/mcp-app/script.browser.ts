import { expect, onTestFinished, test, vi } from 'vitest'
import type { HostToView, ViewToHost } from '../../protocol/methods.ts'
import { createPeer } from '../../protocol/rpc/peer.ts'
import { windowChannel } from '../../protocol/channel/window-channel.ts'

const SCRIPT = new URL('../../../dist/mcp-app.js', import.meta.url).pathname

test('the script as it is shipped: a handler that is set late, or replaced, hears what it has missed', async () => {
  const frame = document.createElement('iframe')
  frame.srcdoc = `<!doctype html><body><script src="${SCRIPT}"></script>
    <script>const app = new McpApp({ name: 'view', version: '1' }); app.connect()</script>
    <script>var late = () => {
      const told = []
      app.ontoolinput = (args) => told.push(['replaced', args])
      app.ontoolinput = (args) => told.push(['input', args])
      app.ontoolresult = (result) => told.push(['result', result])
      app.ontoolcancelled = (reason) => told.push(['cancelled', reason])
      app.onhostcontextchanged = (context) => told.push(['context', context])
      app.ontoolinputpartial = (args) => told.push(['partial', args])
      return told
    }</script>`
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  const view = frame.contentWindow as Window & { late?: () => unknown[] }
  const host = createPeer<HostToView, ViewToHost>(windowChannel(view))
  const hostInfo = { name: 'host', version: '1' }
  host.handle('ui/initialize', ({ protocolVersion }) => {
    return { protocolVersion, hostInfo, hostCapabilities: {}, hostContext: { theme: 'dark' as const } }
  })
  await new Promise<void>((resolve) => host.on('ui/notifications/initialized', () => resolve()))
  host.notify('ui/notifications/tool-input-partial', { arguments: { q: 'a' } })
  host.notify('ui/notifications/tool-input', { arguments: { q: 'ab' } })
  host.notify('ui/notifications/tool-result', { content: [], structuredContent: { n: 1 } })
  host.notify('ui/notifications/tool-cancelled', { reason: 'user' })
  // It answers in order: with this, all of that has arrived.
  expect(await host.request('ping' as never, {})).toEqual({})
  const told = (await vi.waitUntil(() => view.late))()
  expect(told).toEqual([])
  await Promise.resolve()
  expect(told).toEqual([
    ['input', { q: 'ab' }],
    ['result', { content: [], structuredContent: { n: 1 } }],
    ['cancelled', 'user'],
    ['context', { theme: 'dark' }],
  ])
})
