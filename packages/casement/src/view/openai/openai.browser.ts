import { afterEach, describe, expect, test, vi } from 'vitest'
import { App, type AppOptions, type CasementError } from '../index.ts'
import { openaiChannel, openAnyHost } from './index.ts'
import { mockOpenai, type OpenAiMock } from './test-support/mock-openai.ts'

const INFO = { name: 'lab', version: '1.0.0' }
const apps: App[] = []
const page = globalThis as { openai?: unknown; [slot: symbol]: unknown }

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
  delete page.openai
  delete page[Symbol.for('casement.view')]
})

function newApp(options: AppOptions = { autoResize: false }): App {
  const app = new App(INFO, {}, options)
  apps.push(app)
  return app
}

async function connected({ openai }: OpenAiMock, options?: AppOptions): Promise<App> {
  const app = newApp(options)
  await app.connect(openaiChannel(openai))
  return app
}

const code = (wanted: string) => (error: unknown) => (error as CasementError).code === wanted

describe('what window.openai tells', () => {
  test('arrives as host context, capabilities and host name', async () => {
    const app = await connected(mockOpenai())
    expect(app.getHostVersion()?.name).toBe('window.openai')
    expect(app.getHostContext()).toEqual({
      theme: 'light',
      locale: 'en-US',
      displayMode: 'inline',
      availableDisplayModes: ['inline', 'fullscreen', 'pip'],
      containerDimensions: { maxHeight: 640 },
      safeAreaInsets: { top: 0, right: 0, bottom: 12, left: 0 },
      deviceCapabilities: { hover: false, touch: true },
      platform: 'mobile',
    })
    expect(app.getHostCapabilities()).toEqual({
      serverTools: {},
      openLinks: {},
      message: { text: {} },
      updateModelContext: { text: {}, structuredContent: {} },
      experimental: { 'dev.casement/state': {} },
    })
  })

  test('arrives as tool input and, when there is one, as tool result with its metadata', async () => {
    const host = mockOpenai({ toolInput: { city: 'Zürich' } })
    const app = await connected(host)
    await vi.waitFor(() => expect(app.toolInput).toEqual({ arguments: { city: 'Zürich' } }))
    expect(app.toolResult).toBeUndefined()
    host.set({ toolOutput: { sun: 7 }, toolResponseMetadata: { trace: 'a' } })
    await vi.waitFor(() => expect(app.toolResult).toEqual({ content: [], structuredContent: { sun: 7 }, _meta: { trace: 'a' } }))
    expect(app.data()).toEqual({ sun: 7 })
  })

  test('is the whole result where the metadata holds it', async () => {
    const whole = { content: [{ type: 'text', text: 'sunny' }], structuredContent: { sun: 7 }, _meta: { trace: 'b' } }
    const app = await connected(mockOpenai({ toolOutput: { sun: 7 }, toolResponseMetadata: { mcp_tool_result: whole } }))
    await vi.waitFor(() => expect(app.toolResult).toEqual(whole))
  })

  test('is told again only when it has changed', async () => {
    const host = mockOpenai({ toolInput: { city: 'Zürich' }, toolOutput: 'plain text' })
    const app = await connected(host)
    const heard: unknown[] = []
    await vi.waitFor(() => expect(app.toolResult).toEqual({ content: [{ type: 'text', text: 'plain text' }] }))
    app.addEventListener('toolinput', () => heard.push('input'))
    app.addEventListener('toolresult', () => heard.push('result'))
    app.addEventListener('hostcontextchanged', ({ theme }) => heard.push(theme))
    await Promise.resolve()
    expect(heard).toEqual(['input', 'result', 'light'])
    host.set({ toolInput: { city: 'Zürich' }, theme: 'dark' })
    await vi.waitFor(() => expect(app.hostContext?.theme).toBe('dark'))
    expect(heard.slice(3)).toEqual(['dark'])
  })
})

describe('what an App asks', () => {
  test('calls tools, whatever shape the answer has', async () => {
    const answers: unknown[] = [{ structuredContent: { sum: 42 } }, { result: '{"sum":42}' }, 'forty-two', null]
    const host = mockOpenai({ callTool: async () => answers.shift() })
    const app = await connected(host)
    const add = () => app.callServerTool({ name: 'add', arguments: { a: 19, b: 23 } })
    expect(await add()).toEqual({ content: [], structuredContent: { sum: 42 } })
    expect(await add()).toEqual({ content: [{ type: 'text', text: '{"sum":42}' }] })
    expect(await add()).toEqual({ content: [{ type: 'text', text: 'forty-two' }] })
    expect(await add()).toEqual({ content: [{ type: 'text', text: 'null' }] })
  })

  test('hears the words of a tool call that failed', async () => {
    const host = mockOpenai({ callTool: () => Promise.reject(new Error('no such tool')) })
    const app = await connected(host)
    await expect(app.callServerTool({ name: 'missing' })).rejects.toThrow('no such tool')
  })

  test('sends messages and links, asks for a display mode and to be closed', async () => {
    const host = mockOpenai()
    const app = await connected(host)
    const order: string[] = []
    app.onteardown = () => {
      order.push(`teardown before ${host.calls.length}`)
      return {}
    }
    expect(await app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'hello' }] })).toEqual({})
    expect(await app.sendMessage({ role: 'user', content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] })).toEqual({
      isError: true,
    })
    expect(await app.openLink({ url: 'https://example.com/' })).toEqual({})
    expect(await app.requestDisplayMode({ mode: 'pip' })).toEqual({ mode: 'fullscreen' })
    await app.requestTeardown()
    await vi.waitFor(() => expect(host.calls.at(-1)).toEqual(['requestClose']))
    expect(order).toEqual(['teardown before 3'])
    expect(host.calls).toEqual([
      ['sendFollowUpMessage', { prompt: 'hello' }],
      ['openExternal', { href: 'https://example.com/' }],
      ['requestDisplayMode', { mode: 'pip' }],
      ['requestClose'],
    ])
  })

  test('keeps its state out of the sight of the model, and what the model should know in it', async () => {
    const host = mockOpenai({ widgetState: { privateContent: { other: 1 } } })
    const app = await connected(host)
    await app.request('dev.casement/state/write', { key: 'count', entry: { version: 1, value: 3 } })
    await app.updateModelContext({ content: [{ type: 'text', text: 'row 7' }] })
    await app.request('dev.casement/state/write', { key: 'name', entry: { version: 1, value: 'a' } })
    expect(host.openai.widgetState).toEqual({
      modelContent: 'row 7',
      privateContent: { other: 1, casement: { count: { version: 1, value: 3 }, name: { version: 1, value: 'a' } } },
      imageIds: [],
    })
    await app.request('dev.casement/state/write', { key: 'name', entry: null })
    expect(host.openai.widgetState?.['privateContent']).toEqual({ other: 1, casement: { count: { version: 1, value: 3 } } })
    const later = await connected(host)
    expect((await later.request('dev.casement/state/read', {})).entries).toHaveProperty('count', { version: 1, value: 3 })
  })

  test('reports its height', async () => {
    const host = mockOpenai()
    const app = await connected(host)
    await app.sendSizeChanged({ height: 321 })
    expect(host.calls).toEqual([['notifyIntrinsicHeight', 321]])
  })

  test('is told what the host cannot do', async () => {
    const host = mockOpenai()
    delete (host.openai as { callTool?: unknown }).callTool
    const app = await connected(host)
    expect(app.getHostCapabilities()).not.toHaveProperty('serverTools')
    await expect(app.callServerTool({ name: 'add' })).rejects.toSatisfy(code('UNSUPPORTED'))
    await expect(app.readServerResource({ uri: 'ui://a' })).rejects.toSatisfy(code('UNSUPPORTED'))
  })
})

describe('the choice of a host', () => {
  test('falls on window.openai where no Apps host answers, and calls wait for it', async () => {
    const host = mockOpenai({ toolInput: { city: 'Zürich' } })
    page.openai = host.openai
    const app = newApp({ autoResize: false, open: openAnyHost })
    const link = app.openLink({ url: 'https://example.com/' })
    await app.connect()
    expect(app.getHostVersion()?.name).toBe('window.openai')
    expect(await link).toEqual({})
    await vi.waitFor(() => expect(app.toolInput).toEqual({ arguments: { city: 'Zürich' } }))
  })

  test('is made once for all Apps of the page, and the second is told at once', async () => {
    const host = mockOpenai({ toolInput: { city: 'Zürich' } })
    page.openai = host.openai
    const first = newApp({ autoResize: false, open: openAnyHost })
    await first.connect()
    await vi.waitFor(() => expect(first.toolInput).toBeDefined())
    const second = newApp({ autoResize: false, open: openAnyHost })
    const changed = vi.fn<() => void>()
    second.subscribe(changed)
    await second.connect()
    expect(changed).toHaveBeenCalled()
    expect(second.getSnapshot()).toBe(first.getSnapshot())
  })

  test('needs a window.openai where one is asked for by name', () => {
    expect(() => openaiChannel()).toThrow('This page has no window.openai')
  })
})
