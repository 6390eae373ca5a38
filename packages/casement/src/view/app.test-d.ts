import type { App as OfficialApp } from '@modelcontextprotocol/ext-apps'
import { expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { CallToolResult, ContentBlock } from '../protocol/schemas/index.ts'
import { App as CoreApp, appTools, blackBox, links, serverExtras, state } from './core.ts'
import { App, applyDocumentTheme, applyHostFonts, applyHostStyleVariables, PostMessageTransport } from './index.ts'

test('every member of the official App is there, but for what it inherits from its SDK', () => {
  type Inherited =
    | 'assertCanSetRequestHandler'
    | 'fallbackNotificationHandler'
    | 'fallbackRequestHandler'
    | 'notification'
    | 'removeNotificationHandler'
    | 'removeRequestHandler'
    | 'setNotificationHandler'
    | 'setRequestHandler'
    | 'transport'
  expectTypeOf<Exclude<keyof OfficialApp, keyof App | Inherited>>().toEqualTypeOf<never>()
})

test('typical code written for the official App compiles', async () => {
  const app = new App(
    { name: 'Weather', version: '1.0.0' },
    { availableDisplayModes: ['inline', 'fullscreen'] },
    { autoResize: true, strict: false },
  )
  app.ontoolinput = (params) => expectTypeOf(params.arguments).toEqualTypeOf<Record<string, unknown> | undefined>()
  app.ontoolinputpartial = ({ arguments: args }) => void args?.['city']
  app.ontoolresult = (result) => {
    expectTypeOf(result.structuredContent).toEqualTypeOf<CallToolResult['structuredContent']>()
    for (const block of result.content) if (block.type === 'text') expectTypeOf(block.text).toBeString()
  }
  app.ontoolcancelled = ({ reason }) => expectTypeOf(reason).toEqualTypeOf<string | undefined>()
  app.onhostcontextchanged = (context) => {
    if (context.theme) applyDocumentTheme(context.theme)
    if (context.styles?.variables) applyHostStyleVariables(context.styles.variables)
    if (context.styles?.css?.fonts) applyHostFonts(context.styles.css.fonts)
  }
  app.onteardown = async () => ({})
  app.onerror = (error) => expectTypeOf(error).toEqualTypeOf<Error>()
  app.addEventListener('toolresult', (result) => expectTypeOf(result).toExtend<CallToolResult>())
  await app.connect(new PostMessageTransport(window.parent, window.parent))
  const result = await app.callServerTool({ name: 'forecast', arguments: { days: 3 } }, { timeout: 1000 })
  expectTypeOf(result.content).toExtend<readonly ContentBlock[]>()
  const { isError } = await app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'hello' }] })
  expectTypeOf(isError).toEqualTypeOf<boolean | undefined>()
  await app.updateModelContext({ content: [{ type: 'text', text: 'x' }], structuredContent: { a: 1 } })
  await app.openLink({ url: 'https://example.com' })
  await app.downloadFile({ contents: [{ type: 'resource_link', uri: 'https://example.com/f', name: 'f' }] })
  expectTypeOf((await app.requestDisplayMode({ mode: 'fullscreen' })).mode).toEqualTypeOf<'inline' | 'fullscreen' | 'pip'>()
  await app.sendLog({ level: 'info', data: 'x' })
  await app.requestTeardown()
  await app.sendSizeChanged({ height: 1 })
  expectTypeOf(app.getHostContext()?.theme).toEqualTypeOf<'light' | 'dark' | undefined>()
  expectTypeOf(app.data<{ n: number }>()).toEqualTypeOf<{ n: number } | undefined>()
})

test('what must not compile does not', () => {
  const app = new App({ name: 'x', version: '1' })
  // @ts-expect-error a tool is called with an object
  void app.callServerTool('forecast')
  // @ts-expect-error no such event
  app.addEventListener('toolresults', () => {})
  // @ts-expect-error a feature has to be used first
  new CoreApp({ name: 'x', version: '1' }).registerTool('x', {}, () => ({ content: [] }))
  // @ts-expect-error only the host sends tool input
  void app.request('ui/notifications/tool-input', {})
})

test('a feature adds what it brings, typed', () => {
  const app = new CoreApp({ name: 'x', version: '1' }).use(state).use(blackBox).use(links).use(appTools)
  expectTypeOf(app.state('n', 0).get()).toEqualTypeOf<number>()
  expectTypeOf(app.diagnose().entries[0]?.kind).toEqualTypeOf<'in' | 'out' | 'error' | 'rejection' | 'csp' | undefined>()
  app.registerTool('add', { inputSchema: z.object({ a: z.number() }), outputSchema: z.object({ b: z.string() }) }, ({ a }) => {
    expectTypeOf(a).toEqualTypeOf<number>()
    return { content: [], structuredContent: { b: String(a) } }
  })
})

test('an App has tools, state and links from the start, and tools are typed by their schemas', () => {
  const app = new App({ name: 'x', version: '1' }, {}, { links: false })
  expectTypeOf(app.state('n', 0).get()).toEqualTypeOf<number>()
  const more = app.use(blackBox).use(serverExtras)
  expectTypeOf(more.diagnose().entries).toExtend<readonly object[]>()
  expectTypeOf(more.fetch('https://example.com')).resolves.toEqualTypeOf<Response>()
  expectTypeOf(more.pickFile()).resolves.toEqualTypeOf<File[]>()
  app.registerTool('add', { inputSchema: z.object({ a: z.number() }) }, ({ a }) => ({
    content: [{ type: 'text', text: String(a + 1) }],
  }))
})

test('methods of your own take any params, those of the table theirs', () => {
  const app = new App({ name: 'x', version: '1' })
  expectTypeOf(app.request('com.example/export', { a: 1 })).resolves.toEqualTypeOf<Record<string, unknown>>()
  expectTypeOf(app.request('tools/call', { name: 'x' })).resolves.toExtend<{ content: unknown[] }>()
  const method: string = 'com.example/any'
  expectTypeOf(app.handle(method, ({ a }) => ({ a }))).toEqualTypeOf<() => void>()
  app.on('ui/notifications/tool-input', (params) => expectTypeOf(params.arguments).toExtend<object | undefined>())
  app.handle('ui/resource-teardown', ({ reason }) => (expectTypeOf(reason).toEqualTypeOf<string | undefined>(), {}))
  // @ts-expect-error a tool call needs a name
  void app.request('tools/call', {})
  // @ts-expect-error only the host sends tool input
  void app.notify('ui/notifications/tool-input', { arguments: {} })
  // @ts-expect-error a request is not a notification
  app.on('tools/call', () => {})
})
