import type { McpServer as SecondServer, ServerContext } from '@modelcontextprotocol/server'
import type { McpServer as FirstServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type * as Official from '@modelcontextprotocol/ext-apps/server'
import { expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type * as Ours from '../index.ts'
import { getUiCapability, registerAppResource, registerAppTool } from '../index.ts'

declare const first: FirstServer
declare const second: SecondServer

test('every name of the official package that runs is here', () => {
  expectTypeOf<Exclude<keyof typeof Official, keyof typeof Ours>>().toBeNever()
})

test('every type of the official package is here', () => {
  type Named = [
    Ours.LegacyToolCallback<{ city: z.ZodString }>,
    Ours.McpUiAppResourceConfig,
    Ours.McpUiAppToolConfig,
    Ours.McpUiReadResourceCallback,
    Ours.McpUiReadResourceResult,
    Ours.ReadResourceCallback,
    Ours.ResourceMetadata,
    Ours.ToolCallback,
    Ours.ToolConfig,
    Ours.ZodRawShape,
  ]
  expectTypeOf<Named>().not.toBeAny()
  expectTypeOf<Official.McpUiReadResourceResult['contents'][number]['uri']>().toEqualTypeOf<string>()
})

test('R-308: input is typed by Standard Schema and by raw shapes, on both generations', () => {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- never called, only compiled
  const use = (): void => {
    const registered = registerAppTool(
      second,
      'forecast',
      { inputSchema: z.object({ city: z.string() }), _meta: { ui: { resourceUri: 'ui://weather/view.html' } } },
      async ({ city }, context) => {
        expectTypeOf(city).toEqualTypeOf<string>()
        expectTypeOf(context).toEqualTypeOf<ServerContext>()
        return { content: [{ type: 'text', text: city }] }
      },
    )
    expectTypeOf(registered).toEqualTypeOf<ReturnType<SecondServer['registerTool']>>()
    const old = registerAppTool(
      first,
      'forecast',
      { inputSchema: { city: z.string() }, _meta: { 'ui/resourceUri': 'ui://weather/view.html' } },
      ({ city }, { signal }) => {
        expectTypeOf(city).toEqualTypeOf<string>()
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
        return { content: [] }
      },
    )
    expectTypeOf(old).toEqualTypeOf<ReturnType<FirstServer['registerTool']>>()
    registerAppTool(second, 'plain', { _meta: { ui: { visibility: ['app'] } } }, ({ mcpReq }) => {
      expectTypeOf(mcpReq.signal).toEqualTypeOf<AbortSignal>()
      return { content: [] }
    })
    registerAppResource(first, 'View', 'ui://weather/view.html', { _meta: { ui: { prefersBorder: true } } }, (uri) => ({
      contents: [{ uri: uri.href, text: '<!doctype html>' }],
    }))
  }
  expectTypeOf(use).toBeFunction()
})

test('R-008: the capability is read from what a client sent', () => {
  expectTypeOf(getUiCapability).parameter(0).toExtend<{ extensions?: unknown } | null | undefined>()
  expectTypeOf(getUiCapability).returns.toExtend<{ mimeTypes?: string[] | undefined } | undefined>()
})
