import type * as official from '@modelcontextprotocol/ext-apps/react'
import type { Dispatch, RefObject, SetStateAction } from 'react'
import { expectTypeOf, test } from 'vitest'
import { App as CoreApp } from '../core.ts'
import { App } from '../index.ts'
import type * as ours from './index.ts'
import {
  useApp,
  useAppState,
  useAutoResize,
  useDocumentTheme,
  useHostContext,
  useHostFonts,
  useHostStyles,
  useHostStyleVariables,
  useToolInput,
  useToolResult,
  type AppState,
  type UseAppOptions,
} from './index.ts'

declare const elementRef: RefObject<HTMLElement | null>

test('code written for the official hooks compiles: changing the import is the migration', () => {
  const { app, isConnected, error } = useApp({
    appInfo: { name: 'migrated', version: '1.0.0' },
    capabilities: {},
    autoResize: true,
    strict: false,
    onAppCreated: (created) => {
      created.ontoolinput = ({ arguments: args }) => void args?.['city']
      created.ontoolresult = (result) => void result.structuredContent
      created.onhostcontextchanged = ({ theme }) => void theme
      created.onerror = (reason) => void reason.message
    },
  })
  expectTypeOf({ app, isConnected, error }).toEqualTypeOf<AppState>()
  expectTypeOf(app).toEqualTypeOf<App | null>()
  useHostStyles(app, app?.getHostContext())
  useHostStyleVariables(app, app?.getHostContext())
  useHostFonts(app, null)
  useAutoResize(app, elementRef)
  expectTypeOf(useDocumentTheme()).toEqualTypeOf<'light' | 'dark'>()
})

test('every official hook is here, and takes the options it took there', () => {
  type Hook = Extract<keyof typeof official, `use${string}`>
  expectTypeOf<Hook>().toExtend<keyof typeof ours>()
  expectTypeOf<keyof official.UseAppOptions>().toExtend<keyof UseAppOptions>()
  expectTypeOf<keyof official.AppState>().toEqualTypeOf<keyof AppState>()
})

test('hooks on the store take the lean App too', () => {
  const lean = new CoreApp({ name: 'lean', version: '1.0.0' })
  expectTypeOf(useToolInput(lean)?.arguments).toEqualTypeOf<Record<string, unknown> | undefined>()
  expectTypeOf(useToolResult(null)).toEqualTypeOf(useToolResult(lean))
  expectTypeOf(useHostContext(lean)?.theme).toEqualTypeOf<'light' | 'dark' | undefined>()
  // @ts-expect-error the lean App keeps no state unless it is given that feature
  useAppState(lean, 'count', 0)
})

test('useAppState is useState with a key', () => {
  const app = new App({ name: 'full', version: '1.0.0' })
  expectTypeOf(useAppState(app, 'count', 0)).toEqualTypeOf<[number, Dispatch<SetStateAction<number>>]>()
  const [, setRow] = useAppState<{ row: number } | null>(app, 'row', null)
  setRow({ row: 1 })
  setRow((before) => before && { row: before.row + 1 })
  // @ts-expect-error not the shape that was said
  setRow({ row: 'one' })
  // @ts-expect-error an App needs a name and a version
  useApp({ appInfo: { name: 'nameless' } })
})
