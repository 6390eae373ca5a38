import { act, createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createComponent, createRoot as createSolidRoot, createSignal } from 'solid-js'
import { get } from 'svelte/store'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp, h, nextTick, shallowRef } from 'vue'
import { CasementError } from '../../protocol/errors.ts'
import type { ViewToHost } from '../../protocol/methods.ts'
import { App, createToolCall, declareModelContext, type ToolCallState } from '../index.ts'
import * as react from '../react/index.ts'
import * as solid from '../solid/index.ts'
import * as svelte from '../svelte/index.ts'
import * as vue from '../vue/index.ts'
import { forgetPageSession, memoryHost } from './test-support/memory-host.ts'

type Context = ViewToHost['ui/update-model-context']['params']

/** An App with a host that takes context and has a slow tool. */
async function connect(): Promise<{
  app: App
  contexts: Context[]
  finish: (outcome: object | Error) => void
  aborted: () => number
}> {
  const host = memoryHost()
  const contexts: Context[] = []
  let aborted = 0
  let finish: (outcome: object | Error) => void = () => {}
  host.peer.handle('ui/update-model-context', (params) => (contexts.push(params), {}))
  host.peer.handle('tools/call', (_, { signal, sendProgress }) => {
    signal.addEventListener('abort', () => aborted++)
    sendProgress({ progress: 1, total: 2 })
    return new Promise((resolve, reject) => {
      finish = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome as { content: [] }))
    })
  })
  const app = new App({ name: 'lab', version: '1.0.0' }, {}, { autoResize: false, open: () => host.open() })
  await app.connect()
  return { app, contexts, finish: (outcome) => finish(outcome), aborted: () => aborted }
}

beforeEach(() => {
  Object.assign(globalThis, {
    IS_REACT_ACT_ENVIRONMENT: true,
    // Without them, Vue writes to the console.
    __VUE_OPTIONS_API__: true,
    __VUE_PROD_DEVTOOLS__: false,
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false,
  })
})
afterEach(forgetPageSession)

const texts = ({ content = [] }: Context): string[] => content.flatMap((block) => (block.type === 'text' ? block.text : []))
const frames = (): Promise<unknown> =>
  new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 20))))

describe('declared context', () => {
  test('is collected without duplicates, sent once per frame, and only when it has changed', async () => {
    const { app, contexts } = await connect()
    const city = declareModelContext(app, 'city: Bern')
    declareModelContext(app, 'unit: °C')
    declareModelContext(app, 'unit: °C')
    const data = declareModelContext(app, { structuredContent: { zoom: 3 } })
    await vi.waitUntil(() => contexts.length === 1)
    expect([texts(contexts[0] ?? {}), contexts[0]?.structuredContent]).toEqual([['city: Bern', 'unit: °C'], { zoom: 3 }])
    city.update('city: Thun')
    city.update('city: Bern')
    await frames()
    expect(contexts).toHaveLength(1)
    city.update('city: Thun')
    data.remove()
    await vi.waitUntil(() => contexts.length === 2)
    expect([texts(contexts[1] ?? {}), contexts[1]?.structuredContent]).toEqual([['city: Thun', 'unit: °C'], undefined])
  })

  test('is cleared when the last declaration goes, and a failure is reported', async () => {
    const { app, contexts } = await connect()
    const declared = declareModelContext(app, 'here')
    await vi.waitUntil(() => contexts.length === 1)
    declared.remove()
    await vi.waitUntil(() => contexts.length === 2)
    expect(contexts[1]?.content ?? []).toEqual([])
    const errors: Error[] = []
    const updateModelContext = (): Promise<never> => Promise.reject(new Error('refused'))
    declareModelContext({ updateModelContext, onerror: (error) => errors.push(error) }, 'x')
    await vi.waitUntil(() => errors.length === 1)
    const unsupported = (): Promise<never> => Promise.reject(new CasementError('UNSUPPORTED', 'no'))
    declareModelContext({ updateModelContext: unsupported, onerror: (error) => errors.push(error) }, 'x')
    await frames()
    expect(errors).toMatchObject([{ message: 'refused' }])
  })
})

/** A component that declares a context, in one framework. */
type Declare = (app: App) => { setCity(city: string): Promise<void> | void; unmount(): void }
const container = (): HTMLElement => document.body.appendChild(document.createElement('div'))

const declarers: Record<string, Declare> = {
  react(app) {
    const root = createRoot(container())
    let set: (city: string) => void = () => {}
    const View = (): ReturnType<typeof createElement> => {
      const [city, setCity] = useState('Bern')
      set = setCity
      return createElement(react.ModelContext, { app, children: ['city: ', city] })
    }
    act(() => root.render(createElement(View)))
    return { setCity: (city) => act(() => set(city)), unmount: () => act(() => root.unmount()) }
  },
  vue(app) {
    const city = shallowRef('Bern')
    const view = createApp({ render: () => h(vue.ModelContext, { app, content: `city: ${city.value}` }) })
    view.mount(container())
    return { setCity: (next) => ((city.value = next), nextTick()), unmount: () => view.unmount() }
  },
  svelte(app) {
    // Like $effect: cleans up, and runs again.
    let cleanUp = svelte.useModelContext(app, 'city: Bern')
    return {
      setCity(city) {
        cleanUp()
        cleanUp = svelte.useModelContext(app, `city: ${city}`)
      },
      unmount: () => cleanUp(),
    }
  },
  solid(app) {
    const [city, setCity] = createSignal('Bern')
    return createSolidRoot((dispose) => {
      createComponent(solid.ModelContext, {
        app,
        get content() {
          return `city: ${city()}`
        },
      })
      return { setCity: (next) => void setCity(next), unmount: dispose }
    })
  },
}

test.each(Object.entries(declarers))(
  '%s: a component declares its context, changes it, and takes it back',
  async (_, declare) => {
    const { app, contexts } = await connect()
    const view = declare(app)
    await vi.waitUntil(() => contexts.length === 1)
    await view.setCity('Thun')
    await vi.waitUntil(() => contexts.length === 2)
    view.unmount()
    await vi.waitUntil(() => contexts.length === 3)
    expect(contexts.map(texts)).toEqual([['city: Bern'], ['city: Thun'], []])
  },
)

/** A component that calls a tool, in one framework. */
type Caller = (app: App) => { state(): ToolCallState; call(): Promise<unknown>; unmount(): void }
const callers: Record<string, Caller> = {
  plain(app) {
    const { getState, call, cancel } = createToolCall(app, 'slow')
    return { state: getState, call, unmount: cancel }
  },
  react(app) {
    const root = createRoot(container())
    let latest: react.ToolCallHook | undefined
    const View = (): null => {
      latest = react.useToolCall(app, 'slow')
      return null
    }
    act(() => root.render(createElement(View)))
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
    return {
      state: () => latest as ToolCallState,
      call: () => latest?.call() ?? Promise.resolve(),
      unmount: () => root.unmount(),
    }
  },
  vue(app) {
    let calls: vue.ToolCallRefs | undefined
    const view = createApp({ setup: () => ((calls = vue.useToolCall(app, 'slow')), () => null) })
    view.mount(container())
    return {
      state: () => calls?.state.value as ToolCallState,
      call: () => calls?.call() ?? Promise.resolve(),
      unmount: () => view.unmount(),
    }
  },
  svelte(app) {
    const store = svelte.useToolCall(app, 'slow')
    return { state: () => get(store), call: store.call, unmount: store.cancel }
  },
  solid: (app) =>
    createSolidRoot((dispose) => {
      const { state, call } = solid.useToolCall(app, 'slow')
      return { state, call, unmount: dispose }
    }),
}

test.each(Object.entries(callers))(
  '%s: a tool call is pending, has progress, a result or an error, and is cancelled',
  async (_, create) => {
    const { app, finish, aborted } = await connect()
    const view = create(app)
    expect(view.state()).toMatchObject({ isPending: false, result: undefined, error: undefined })
    void view.call()
    await vi.waitUntil(() => view.state().progress?.total === 2)
    expect(view.state().isPending).toBe(true)
    finish({ content: [{ type: 'text', text: 'done' }] })
    await vi.waitUntil(() => !view.state().isPending)
    expect(view.state()).toMatchObject({ result: { content: [{ text: 'done' }] }, error: undefined, progress: undefined })
    void view.call()
    await vi.waitUntil(() => view.state().progress !== undefined)
    finish({ content: [{ type: 'text', text: 'no such city' }], isError: true })
    await vi.waitUntil(() => view.state().error !== undefined)
    expect(view.state()).toMatchObject({ error: { message: 'no such city' }, result: { isError: true } })
    void view.call()
    await vi.waitUntil(() => view.state().progress !== undefined)
    view.unmount()
    await vi.waitUntil(() => aborted() === 1)
  },
)

test('a new call cancels the one before, whose result is dropped; without an App it fails', async () => {
  const { app, finish, aborted } = await connect()
  const { call, getState } = createToolCall(app, 'slow')
  const first = call()
  await vi.waitUntil(() => getState().progress !== undefined)
  const second = call({ again: true })
  await vi.waitUntil(() => aborted() === 1 && getState().progress !== undefined)
  finish({ content: [] })
  expect([await first, await second]).toEqual([undefined, { content: [] }])
  const unconnected = createToolCall(null, 'slow')
  await unconnected.call()
  expect(unconnected.getState()).toMatchObject({ isPending: false, error: { code: 'CLOSED' } })
})
