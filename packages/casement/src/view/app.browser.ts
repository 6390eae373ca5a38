import { expect, test, vi } from 'vitest'
import { portChannel } from '../protocol/channel/port-channel.ts'
import { createPeer } from '../protocol/rpc/peer.ts'
import type { HostToView, ViewToHost } from '../protocol/methods.ts'
import { settled, viewFrame } from './test-support/view-frame.ts'

const INFO = { name: 'view', version: '1' }
const OPTIONS = { autoResize: false }

test('R-103 R-107: speaks to the window around it, and hears nobody else', async () => {
  const { view, host, window } = await viewFrame('<body>')
  host.handle('tools/call', ({ name }) => ({ content: [{ type: 'text' as const, text: name }] }))
  const app = new view.App(INFO, {}, OPTIONS)
  await app.connect()
  // The frame posts to itself: same window, same origin, wrong source.
  window.eval(`postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { forged: true } }, '*')`)
  host.notify('ui/notifications/tool-result', { content: [] })
  await vi.waitUntil(() => app.toolResult)
  expect(app.toolInput).toBeUndefined()
  expect(await app.callServerTool({ name: 'ok' })).toEqual({ content: [{ type: 'text', text: 'ok' }] })
})

test('R-123: two Apps on a page, even of two bundles, shake hands once; both hear, both are asked, and the late one misses nothing', async () => {
  const { view, host, sent } = await viewFrame('<body>')
  const first = new view.App(INFO, {}, OPTIONS)
  await first.connect()
  host.notify('ui/notifications/tool-input', { arguments: { n: 1 } })
  await vi.waitUntil(() => first.toolInput)
  const second = new view.App({ name: 'other', version: '2' }, {}, OPTIONS)
  const heard: unknown[] = []
  second.ontoolinput = (params) => heard.push(params)
  await second.connect()
  expect(heard).toEqual([{ arguments: { n: 1 } }])
  const torn: string[] = []
  first.onteardown = async () => {
    torn.push('first')
    return {}
  }
  second.onteardown = () => {
    torn.push('second')
    return {}
  }
  expect(await host.request('ui/resource-teardown', {})).toEqual({})
  expect(torn).toEqual(['first', 'second'])
  expect(sent.filter(({ method }) => method === 'ui/initialize')).toHaveLength(1)
  await first.close()
  host.notify('ui/notifications/tool-cancelled', {})
  await vi.waitUntil(() => second.toolCancelled)
})

test('an App that was closed connects again, and still knows what it was told', async () => {
  const { view, host, sent } = await viewFrame('<body>')
  const app = new view.App(INFO, {}, OPTIONS)
  await app.connect()
  host.notify('ui/notifications/tool-input', { arguments: { n: 1 } })
  await vi.waitUntil(() => app.toolInput)
  await app.close()
  const again = new view.App(INFO, {}, OPTIONS)
  const heard: unknown[] = []
  again.ontoolinput = (params) => heard.push(params)
  await again.connect()
  expect(heard).toEqual([{ arguments: { n: 1 } }])
  expect(sent.filter(({ method }) => method === 'ui/initialize')).toHaveLength(2)
})

test('moves to the port where the host offers it, and everything works the same', async () => {
  const { view, window, sent } = await viewFrame('<body>', { hostCapabilities: { experimental: { 'dev.casement/port': {} } } })
  const ports: MessagePort[] = []
  const collect = ({ source, ports: [port] }: MessageEvent): void => {
    if (source === window && port) ports.push(port)
  }
  addEventListener('message', collect)
  const app = new view.App(INFO, {}, OPTIONS)
  await app.connect()
  removeEventListener('message', collect)
  const [port] = ports
  if (!port) throw new Error('no port was offered')
  const direct = createPeer<HostToView, ViewToHost>(portChannel(port))
  direct.handle('tools/call', () => ({ content: [] }))
  expect(await app.callServerTool({ name: 'x' })).toEqual({ content: [] })
  direct.notify('ui/notifications/tool-input', { arguments: { via: 'port' } })
  await vi.waitUntil(() => app.toolInput)
  expect(await direct.request('ui/resource-teardown', {})).toEqual({})
  expect(sent.map(({ method }) => method)).toEqual(['ui/initialize'])
  direct.close()
})

test('R-190 R-191 R-193: host styles', async () => {
  const { view, frame } = await viewFrame('<body>')
  const root = (frame.contentDocument as Document).documentElement
  expect(view.getDocumentTheme()).toBe('light')
  root.classList.add('dark')
  expect(view.getDocumentTheme()).toBe('dark')
  view.applyDocumentTheme('light')
  expect([view.getDocumentTheme(), root.style.colorScheme]).toEqual(['light', 'light'])
  view.applyDocumentTheme('dark', { colorScheme: false })
  expect([view.getDocumentTheme(), root.style.colorScheme]).toEqual(['dark', 'light'])
  const variables: object = { '--color-text-primary': 'red', color: 'blue', '--bad': 7 }
  view.applyHostStyleVariables(variables)
  expect(root.getAttribute('style')).toBe('color-scheme: light; --color-text-primary: red;')
})

test('McpApp: positional arguments, and handlers that receive the thing itself', async () => {
  const { view, host, heights, window } = await viewFrame('<body style="margin: 0; height: 77px">', {
    hostContext: { theme: 'dark' },
    hostCapabilities: { openLinks: {} },
  })
  host.handle('tools/call', ({ name, arguments: args }) => ({ content: [], structuredContent: { name, ...args } }))
  host.handle('ui/message', (params) => ({ params }))
  host.handle('ui/request-display-mode', ({ mode }) => ({ mode }))
  const app = new view.McpApp(INFO)
  const told: unknown[] = []
  app.ontoolinput = (args) => told.push(args)
  app.ontoolresult = (result) => told.push(result)
  app.ontoolcancelled = (reason) => told.push(reason)
  app.onteardown = (reason) => void told.push(reason)
  expect(await app.connect()).toEqual({ hostCapabilities: { openLinks: {} }, hostContext: { theme: 'dark' } })
  host.notify('ui/notifications/tool-input', { arguments: { q: 1 } })
  host.notify('ui/notifications/tool-result', { content: [] })
  host.notify('ui/notifications/tool-cancelled', { reason: 'user' })
  await vi.waitUntil(() => heights.length > 0)
  expect(await host.request('ui/resource-teardown', { reason: 'bye' })).toEqual({})
  expect(told).toEqual([{ q: 1 }, { content: [] }, 'user', 'bye'])
  expect(await app.callServerTool('x', { a: 1 })).toEqual({ content: [], structuredContent: { name: 'x', a: 1 } })
  expect(await app.sendMessage('user', 'hi')).toMatchObject({ params: { role: 'user', content: [{ type: 'text', text: 'hi' }] } })
  expect(await app.requestDisplayMode('pip')).toEqual({ mode: 'pip' })
  window.document.body.style.height = '99px'
  await settled(window)
  expect(heights, 'R-280: who has taken leave asks for no more room').toEqual([77])
})
