import { expect, expectTypeOf, test } from 'vitest'
import type { CallToolResult } from '../protocol/schemas/index.ts'
import type { FrameLocator, Page } from 'playwright-core'
import { connectPair, type ConnectedPair } from './index.ts'
import type { RenderedApp } from './playwright/index.ts'
import type { ViewLocator } from './vitest/index.ts'

declare const pair: ConnectedPair

test('what the View said is typed by its method', () => {
  expectTypeOf(pair.log.requests('tools/call')[0]?.name).toEqualTypeOf<string | undefined>()
  pair.on('ui/open-link', ({ url }) => expectTypeOf(url).toEqualTypeOf<string>())
  // @ts-expect-error -- no method of a View
  pair.log.requests('ui/resource-teardown')
  // @ts-expect-error -- a notification is no request
  pair.log.requests('ui/notifications/initialized')
})

test('the matchers know methods and params', () => {
  void expect(pair).toHaveRequested('tools/call', { arguments: { city: 'Bern' } })
  // @ts-expect-error -- the name of a tool is a string
  void expect(pair).toHaveRequested('tools/call', { name: 1 })
  // @ts-expect-error -- a request is no notification
  void expect(pair).toHaveNotified('tools/call')
  // @ts-expect-error -- no code of the catalogue
  void expect(pair).toShowDiagnosis('broken')
})

test('a scripted answer is a result, an error, or a function of the arguments', () => {
  const answer: CallToolResult = { content: [] }
  void connectPair({
    server: { tools: { a: answer, b: new Error('no'), c: async ({ city }) => (city ? answer : new Error('where?')) } },
  })
  // @ts-expect-error -- a result has content
  void connectPair({ server: { tools: { a: { text: 'hi' } } } })
  // @ts-expect-error -- the host does not answer that by script
  void connectPair({ handlers: { 'ui/initialize': {} } })
})

test('inside of a View there are the locators of whoever renders it', () => {
  expectTypeOf<RenderedApp<Page>['view']>().toEqualTypeOf<FrameLocator>()
  expectTypeOf<ViewLocator['textContent']>().returns.resolves.toEqualTypeOf<string | null>()
})
