import { createRoot, createSignal } from 'solid-js'
import { get, type Readable } from 'svelte/store'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { effectScope, reactive, type Ref } from 'vue'
import type { App } from '../index.ts'
import * as solid from '../solid/index.ts'
import * as svelte from '../svelte/index.ts'
import * as vue from '../vue/index.ts'
import { forgetPageSession, memoryHost, type MemoryHost } from './test-support/memory-host.ts'

type Read<T> = () => T

/** One View in one framework, seen through plain functions. */
interface Shown {
  app: App
  isConnected: Read<boolean>
  error: Read<Error | null>
  status: Read<string>
  partial: Read<unknown>
  input: Read<unknown>
  result: Read<unknown>
  context: Read<{ theme?: string | undefined } | undefined>
  theme: Read<string>
  list: Read<number[]>
  setList(list: number[]): void
  /** The shape of the framework's reactive values. */
  proxy(list: number[]): number[]
  dispose(): void
}

type Show = (host: MemoryHost) => Shown

const options = (host: MemoryHost): vue.UseAppOptions => ({
  appInfo: { name: 'lab', version: '1.0.0' },
  autoResize: false,
  open: () => host.open(),
})

const showWithVue: Show = (host) => {
  const scope = effectScope()
  const read =
    <T>(ref: Readonly<Pick<Ref<T>, 'value'>>): Read<T> =>
    () =>
      ref.value
  return scope.run((): Shown => {
    const { app, isConnected, error } = vue.useApp(options(host))
    const snapshot = vue.useSnapshot(app)
    const list = vue.useAppState<number[]>(app, 'list', [])
    vue.useHostStyles(app)
    vue.useAutoResize(app)
    return {
      app,
      isConnected: read(isConnected),
      error: read(error),
      status: () => snapshot.value.status,
      partial: read(vue.useToolInputPartial(app)),
      input: read(vue.useToolInput(app)),
      result: read(vue.useToolResult(app)),
      context: read(vue.useHostContext(app)),
      theme: read(vue.useDocumentTheme()),
      list: read(list),
      setList: (next) => void (list.value = next),
      proxy: (next) => reactive(next),
      dispose: () => scope.stop(),
    }
  }) as Shown
}

const showWithSvelte: Show = (host) => {
  const undo: (() => void)[] = []
  // Held open as a component does, so that a store that ends too early is seen.
  const read = <T>(store: Readable<T>): Read<T> => {
    undo.push(store.subscribe(() => {}))
    return () => get(store)
  }
  const { app, isConnected, error } = svelte.useApp(options(host))
  const list = svelte.useAppState<number[]>(app, 'list', [])
  undo.push(svelte.useHostStyles(app), svelte.useAutoResize(app))
  const snapshot = read(svelte.useSnapshot(app))
  return {
    app,
    isConnected: read(isConnected),
    error: read(error),
    status: () => snapshot().status,
    partial: read(svelte.useToolInputPartial(app)),
    input: read(svelte.useToolInput(app)),
    result: read(svelte.useToolResult(app)),
    context: read(svelte.useHostContext(app)),
    theme: read(svelte.useDocumentTheme()),
    list: read(list),
    setList: (next) => list.update(() => next),
    proxy: (next) => new Proxy(next, {}),
    dispose: () => undo.forEach((stop) => stop()),
  }
}

const showWithSolid: Show = (host) =>
  createRoot((dispose) => {
    const { app, isConnected, error } = solid.useApp(options(host))
    const snapshot = solid.useSnapshot(app)
    const [list, setList] = solid.useAppState<number[]>(app, 'list', [])
    solid.useHostStyles(app)
    solid.useAutoResize(app)
    return {
      app,
      isConnected,
      error,
      status: () => snapshot().status,
      partial: solid.useToolInputPartial(app),
      input: solid.useToolInput(app),
      result: solid.useToolResult(app),
      context: solid.useHostContext(app),
      theme: solid.useDocumentTheme(),
      list,
      setList: (next) => setList(() => next),
      proxy: (next) => new Proxy(createSignal(next)[0](), {}),
      dispose,
    }
  })

const bindings: [name: string, show: Show][] = [
  ['vue', showWithVue],
  ['svelte', showWithSvelte],
  ['solid', showWithSolid],
]

afterEach(() => {
  forgetPageSession()
  document.documentElement.removeAttribute('style')
  delete document.documentElement.dataset['theme']
})

describe.each(bindings)('the binding to %s', (_name, show) => {
  test('has an App at once, whose calls wait, and says when it is connected and when no longer', async () => {
    const host = memoryHost()
    const shown = show(host)
    const link = shown.app.openLink({ url: 'https://example.com/' })
    expect([shown.isConnected(), shown.status()]).toEqual([false, 'connecting'])
    await vi.waitFor(() => expect([shown.isConnected(), shown.status(), shown.error()]).toEqual([true, 'ready', null]))
    expect(await link).toEqual({})
    expect(host.heard.filter((method) => method === 'ui/initialize')).toHaveLength(1)
    host.peer.close()
    await vi.waitFor(() => expect(shown.isConnected()).toBe(false))
    shown.dispose()
  })

  test('says why it could not connect', async () => {
    const shown = show(memoryHost({}, { refuses: true }))
    await vi.waitFor(() => expect(shown.error()?.message).toContain('not today'))
    expect(shown.isConnected()).toBe(false)
    shown.dispose()
  })

  test('shows input, result and context as they come', async () => {
    const host = memoryHost({ theme: 'light' })
    const shown = show(host)
    await vi.waitFor(() => expect(shown.context()?.theme).toBe('light'))
    host.peer.notify('ui/notifications/tool-input-partial', { arguments: { city: 'Zür' } })
    await vi.waitFor(() => expect(shown.partial()).toEqual({ arguments: { city: 'Zür' } }))
    host.peer.notify('ui/notifications/tool-input', { arguments: { city: 'Zürich' } })
    await vi.waitFor(() => expect(shown.input()).toEqual({ arguments: { city: 'Zürich' } }))
    expect(shown.partial()).toBeUndefined()
    host.peer.notify('ui/notifications/tool-result', { content: [], structuredContent: { sun: 7 } })
    await vi.waitFor(() => expect(shown.result()).toEqual({ content: [], structuredContent: { sun: 7 } }))
    shown.dispose()
  })

  test('looks like its host and reports its size, until it is disposed of', async () => {
    const host = memoryHost({ theme: 'dark' })
    const shown = show(host)
    await vi.waitFor(() => expect(shown.theme()).toBe('dark'))
    await vi.waitFor(() => expect(host.heard).toContain('size'))
    host.peer.notify('ui/notifications/host-context-changed', { theme: 'light' })
    await vi.waitFor(() => expect(shown.theme()).toBe('light'))
    shown.dispose()
    const sizes = host.heard.length
    const block = document.body.appendChild(document.createElement('div'))
    block.style.height = '700px'
    host.peer.notify('ui/notifications/host-context-changed', { theme: 'dark' })
    await vi.waitFor(() => expect(shown.app.hostContext?.theme).toBe('dark'))
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    block.remove()
    expect(document.documentElement.dataset['theme']).toBe('light')
    expect(host.heard).toHaveLength(sizes)
  })

  test('shows the state that was kept, and keeps what is set, through the proxies of the framework', async () => {
    const host = memoryHost()
    host.entries['list'] = { version: 1, value: [1, 2] }
    const shown = show(host)
    await vi.waitFor(() => expect(shown.list()).toEqual([1, 2]))
    shown.setList(shown.proxy([1, 2, 3]))
    expect(shown.list()).toEqual([1, 2, 3])
    await vi.waitFor(() => expect(host.entries['list']).toEqual({ version: 1, value: [1, 2, 3] }))
    shown.dispose()
  })
})
