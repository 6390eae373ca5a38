import type { Accessor } from 'solid-js'
import type { Readable, Writable } from 'svelte/store'
import { expectTypeOf, test } from 'vitest'
import type { Ref, ShallowRef } from 'vue'
import type { CallToolResult } from '../../protocol/schemas/index.ts'
import type { App as CoreApp } from '../core.ts'
import type { App } from '../index.ts'
import { openAnyHost } from '../openai/index.ts'
import type * as react from '../react/index.ts'
import * as solid from '../solid/index.ts'
import * as svelte from '../svelte/index.ts'
import * as vue from '../vue/index.ts'

declare const app: App
declare const lean: CoreApp

test('the bindings have the same names', () => {
  type Names = Extract<Exclude<keyof typeof react, 'useHostFonts' | 'useHostStyleVariables'>, `use${string}`>
  expectTypeOf<keyof typeof vue>().toEqualTypeOf<Names | 'ModelContext'>()
  // Svelte compiles its components, so the library has none: the function is for `$effect`.
  expectTypeOf<keyof typeof svelte>().toEqualTypeOf<Names>()
  expectTypeOf<keyof typeof solid>().toEqualTypeOf<Names | 'ModelContext'>()
})

test('vue has refs', () => {
  expectTypeOf(vue.useApp({ appInfo: { name: 'a', version: '1' }, open: openAnyHost }).app).toEqualTypeOf<App>()
  expectTypeOf(vue.useToolResult(lean).value).toExtend<CallToolResult | undefined>()
  expectTypeOf(vue.useDocumentTheme()).toEqualTypeOf<Readonly<ShallowRef<'light' | 'dark'>>>()
  expectTypeOf(vue.useAppState(app, 'count', 0)).toEqualTypeOf<Ref<number>>()
  // @ts-expect-error what the host tells is not ours to change
  vue.useToolInput(lean).value = undefined
})

test('svelte has stores', () => {
  expectTypeOf(svelte.useApp({ appInfo: { name: 'a', version: '1' } }).isConnected).toEqualTypeOf<Readable<boolean>>()
  expectTypeOf(svelte.useToolInput(lean)).toExtend<Readable<{ arguments?: Record<string, unknown> | undefined } | undefined>>()
  expectTypeOf(svelte.useAppState(app, 'count', 0)).toEqualTypeOf<Writable<number>>()
  expectTypeOf(svelte.useHostStyles(lean)).toEqualTypeOf<() => void>()
  // @ts-expect-error what the host tells is not ours to change
  void svelte.useToolInput(lean).set
})

test('solid has signals', () => {
  expectTypeOf(solid.useApp({ appInfo: { name: 'a', version: '1' } }).error).toEqualTypeOf<Accessor<Error | null>>()
  expectTypeOf(solid.useToolResult(lean)()).toExtend<CallToolResult | undefined>()
  const [count, setCount] = solid.useAppState(app, 'count', 0)
  expectTypeOf(count).toEqualTypeOf<Accessor<number>>()
  setCount((before) => before + 1)
  // @ts-expect-error not the type of the first value
  setCount('one')
})
