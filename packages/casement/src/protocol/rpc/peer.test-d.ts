import { expectTypeOf, test } from 'vitest'
import type { RequestDef, NotificationDef } from '../method-types.ts'
import type { HandlerExtra, Peer } from './peer.ts'

interface ToHost {
  'open-link': RequestDef<{ url: string }, { isError?: boolean }>
  'size-changed': NotificationDef<{ height?: number }>
}
interface ToView {
  teardown: RequestDef<{ reason?: string }, object>
  'tool-input': NotificationDef<{ arguments: object }>
}

declare const view: Peer<ToHost, ToView>
declare const host: Peer<ToView, ToHost>

test('each end says what its table lists, and hears what the other table lists', () => {
  expectTypeOf(view.request('open-link', { url: 'https://example.com' })).resolves.toEqualTypeOf<{ isError?: boolean }>()
  expectTypeOf(
    host.request('teardown', {}, { timeout: 1, onprogress: ({ progress }) => void progress }),
  ).resolves.toEqualTypeOf<object>()
  expectTypeOf(view.notify('size-changed', { height: 1 })).toEqualTypeOf<void>()
  host.handle('open-link', ({ url }, extra) => {
    expectTypeOf(url).toEqualTypeOf<string>()
    expectTypeOf(extra).toEqualTypeOf<HandlerExtra>()
    return { isError: url === '' }
  })
  host.handle('open-link', async () => ({}))
  view.on('tool-input', (params) => expectTypeOf(params).toEqualTypeOf<{ arguments: object }>())
})

test('and nothing else', () => {
  // @ts-expect-error a notification cannot be awaited as a request
  void view.request('size-changed', { height: 1 })
  // @ts-expect-error a request cannot be sent as a notification
  view.notify('open-link', { url: '' })
  // @ts-expect-error only the host says this
  view.notify('tool-input', { arguments: {} })
  // @ts-expect-error no such method
  void view.request('open-lnk', { url: '' })
  // @ts-expect-error the params of another method
  void view.request('open-link', { uri: '' })
  // @ts-expect-error a handler returns the result of its method
  host.handle('open-link', () => ({ isError: 'no' }))
  // @ts-expect-error a notification has no handler
  host.handle('size-changed', () => ({}))
  // @ts-expect-error a request has no listener
  host.on('open-link', () => undefined)
})
