import type { CallToolResult as OfficialResult } from '@modelcontextprotocol/server'
import { expectTypeOf, test } from 'vitest'
import type { MountOptions, UiResource } from '../host/index.ts'
import type { CallToolResult, EmbeddedResource } from '../protocol/schemas/index.ts'
import { uiActionHandlers, requestDataFallback, type LegacyView } from './index.ts'
import { createUIResource, type UIResource } from './server/index.ts'

test('handlers for actions fit mountApp as they are', () => {
  const handlers: MountOptions['handlers'] = uiActionHandlers(() => {})
  expectTypeOf(handlers).toBeObject()
  expectTypeOf(requestDataFallback(() => {})).toExtend<NonNullable<NonNullable<MountOptions['bridge']>['fallback']>>()
  expectTypeOf<LegacyView>().toExtend<UiResource>()
})

test('a resource is a content block', () => {
  expectTypeOf<UIResource>().toExtend<EmbeddedResource>()
  expectTypeOf<UIResource>().toExtend<CallToolResult['content'][number]>()
  expectTypeOf<UIResource>().toExtend<OfficialResult['content'][number]>()
})

test('only what has to be fetched is a promise', () => {
  const base = { uri: 'ui://a', encoding: 'text' } as const
  expectTypeOf(createUIResource({ ...base, content: { type: 'rawHtml', htmlString: '' } })).toEqualTypeOf<UIResource>()
  const content = { type: 'externalUrl', iframeUrl: 'https://a' } as const
  expectTypeOf(createUIResource({ ...base, content })).toEqualTypeOf<Promise<UIResource>>()
  expectTypeOf(createUIResource({ ...base, content: { ...content, delivery: 'uri-list' } })).toEqualTypeOf<UIResource>()
  // @ts-expect-error -- another scheme
  void createUIResource({ ...base, uri: 'https://a', content })
})
