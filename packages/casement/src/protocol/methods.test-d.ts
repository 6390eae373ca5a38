import { expectTypeOf, test } from 'vitest'
import type { ViewToHost, HostToView, HostPeer, ViewPeer } from './methods.ts'
import type { CallToolResult, ContentBlock, McpUiHostContext } from './schemas/index.ts'

declare const view: ViewPeer
declare const host: HostPeer

test('what is right compiles', () => {
  expectTypeOf(view.request('tools/call', { name: 'a', arguments: { b: 1 } })).resolves.toEqualTypeOf<CallToolResult>()
  expectTypeOf(view.request('ui/request-display-mode', { mode: 'pip' })).resolves.toHaveProperty('mode')
  view.notify('ui/notifications/initialized', undefined)
  view.notify('ui/notifications/size-changed', { height: 3, width: undefined })
  host.notify('ui/notifications/tool-result', { content: [{ type: 'text', text: 'hi' }] })
  host.handle('ui/message', ({ role, content }) => {
    expectTypeOf(role).toEqualTypeOf<'user'>()
    expectTypeOf(content).toEqualTypeOf<ContentBlock[]>()
    return {}
  })
  host.on('ui/notifications/initialized', (params) => expectTypeOf(params).toEqualTypeOf<{} | undefined>())
  view.on('ui/notifications/host-context-changed', (context) => expectTypeOf(context).toEqualTypeOf<McpUiHostContext>())
  view.handle('ui/resource-teardown', ({ reason }) => ({ reason }))
})

test('a wrong name does not compile', () => {
  // @ts-expect-error no such method
  void view.request('ui/open-links', { url: 'https://a.example' })
})

test('a wrong direction does not compile', () => {
  // @ts-expect-error only a View opens links
  void host.request('ui/open-link', { url: 'https://a.example' })
  // @ts-expect-error only a host tears down
  void view.request('ui/resource-teardown', {})
  // @ts-expect-error a View does not answer this
  view.handle('ui/message', () => ({}))
  // @ts-expect-error a host is not told this
  host.on('ui/notifications/tool-result', () => {})
  // @ts-expect-error only the proxy says this
  view.notify('ui/notifications/sandbox-proxy-ready', {})
})

test('wrong params do not compile', () => {
  // @ts-expect-error url is required
  void view.request('ui/open-link', {})
  // @ts-expect-error not a mode
  void view.request('ui/request-display-mode', { mode: 'window' })
  // @ts-expect-error a View always sends an array (4.2)
  void view.request('ui/message', { role: 'user', content: { type: 'text', text: 'hi' } })
  // @ts-expect-error an image needs its media type
  host.notify('ui/notifications/tool-result', { content: [{ type: 'image', data: '' }] })
  // @ts-expect-error permissions are objects (R-039)
  const meta: ViewToHost['ui/initialize']['result']['hostCapabilities'] = { sandbox: { permissions: { camera: true } } }
  void meta
})

test('a wrong answer does not compile', () => {
  // @ts-expect-error the resulting mode is required (R-180)
  host.handle('ui/request-display-mode', () => ({}))
})

test('a notification cannot be awaited as a request, nor a request notified', () => {
  // @ts-expect-error a notification has no answer
  void view.request('ui/notifications/initialized', undefined)
  // @ts-expect-error a request has one
  view.notify('ui/open-link', { url: 'https://a.example' })
  expectTypeOf(view.notify('ui/notifications/initialized', undefined)).toEqualTypeOf<void>()
  // @ts-expect-error a notification has no result
  type None = HostToView['ui/notifications/tool-input']['result']
  expectTypeOf<None>()
})
