import { describe, expect, test } from 'vitest'
import { fromRenderData, toMcpUi, toToolResult } from './apps-to-mcp-ui.ts'
import { toApps } from './mcp-ui-to-apps.ts'
import { foldRenderData, lifecycleMessage } from './render-data.ts'
import { requestDataFallback, uiActionHandlers } from './ui-actions.ts'
import type { UIActionResult } from './messages.ts'

const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] })

describe('what a widget says, in Apps (R-318, R-319, R-324)', () => {
  test.each([
    [
      { type: 'tool', payload: { toolName: 'add', params: { a: 1 } } },
      'request',
      'tools/call',
      { name: 'add', arguments: { a: 1 } },
    ],
    [{ type: 'tool', payload: { toolName: 'add' } }, 'request', 'tools/call', { name: 'add', arguments: {} }],
    [{ type: 'prompt', payload: { prompt: 'hi' } }, 'request', 'ui/message', user('hi')],
    [{ type: 'link', payload: { url: 'https://a' } }, 'request', 'ui/open-link', { url: 'https://a' }],
    [{ type: 'notify', payload: { message: 'done' } }, 'note', 'notifications/message', { level: 'info', data: 'done' }],
    [{ type: 'ui-size-change', payload: { height: 9, width: 'x' } }, 'note', 'ui/notifications/size-changed', { height: 9 }],
    [{ type: 'ui-size-change' }, 'note', 'ui/notifications/size-changed', {}],
  ])('%j', (message, kind, method, params) => {
    expect(toApps(message)).toEqual({ kind, method, params })
  })

  test.each(['tool', 'prompt', 'intent', 'link'])('a %s whose values cannot be text is translated all the same', (type) => {
    const hostile = { toString: 1, valueOf: 1 }
    const payload = { toolName: hostile, prompt: [hostile], intent: 10n, params: { big: 10n }, url: hostile }
    expect(toApps({ type, payload })).toMatchObject({ kind: 'request' })
  })

  test('an intent is a message in words, and keeps what it was', () => {
    const payload = { intent: 'book', params: { seat: 4 } }
    expect(toApps({ type: 'intent', payload })).toMatchObject({
      method: 'ui/message',
      params: {
        content: [{ text: 'Intent: book. Parameters: {"seat":4}', _meta: { 'mcpui.dev/action': { type: 'intent', payload } } }],
      },
    })
  })

  test('render data is asked for in two ways, and strangers are left alone', () => {
    expect(toApps({ type: 'ui-lifecycle-iframe-ready' })).toEqual({ kind: 'render-data' })
    expect(toApps({ type: 'ui-request-render-data', messageId: '1' })).toEqual({ kind: 'render-data' })
    expect(toApps({ type: 'ui-proxy-iframe-ready' })).toEqual({ kind: 'unknown' })
  })
})

describe('what a host says, as render data (R-325)', () => {
  test('gathers', () => {
    let data = foldRenderData({ custom: 1 }, 'ui/notifications/host-context-changed', {
      theme: 'dark',
      locale: 'de-CH',
      displayMode: 'inline',
      containerDimensions: { width: 5, maxHeight: 400 },
      'mcpui.dev/render-data': { user: 'ada' },
    })
    data = foldRenderData(data, 'ui/notifications/tool-input-partial', { arguments: { city: 'Z' } })
    data = foldRenderData(data, 'ui/notifications/tool-input', { arguments: { city: 'Zug' } })
    data = foldRenderData(data, 'ui/notifications/tool-result', { content: [] })
    expect(data).toEqual({
      custom: 1,
      user: 'ada',
      theme: 'dark',
      locale: 'de-CH',
      displayMode: 'inline',
      maxHeight: 400,
      toolInput: { city: 'Zug' },
      toolOutput: { content: [] },
    })
    expect(foldRenderData(data, 'notifications/tools/list_changed', {})).toBe(data)
  })

  test('has messages for the end', () => {
    expect(lifecycleMessage('ui/notifications/tool-cancelled', { reason: 'r' })?.type).toBe('ui-lifecycle-tool-cancelled')
    expect(lifecycleMessage('ui/resource-teardown', {})?.type).toBe('ui-lifecycle-teardown')
    expect(lifecycleMessage('ui/notifications/tool-input', {})).toBeUndefined()
  })
})

describe('the other way around', () => {
  test.each([
    ['tools/call', { name: 'add', arguments: { a: 1 } }, { type: 'tool', payload: { toolName: 'add', params: { a: 1 } } }],
    ['ui/message', user('hi'), { type: 'prompt', payload: { prompt: 'hi' } }],
    ['ui/open-link', { url: 'https://a' }, { type: 'link', payload: { url: 'https://a' } }],
    ['notifications/message', { level: 'info', data: 'done' }, { type: 'notify', payload: { message: 'done' } }],
    ['ui/notifications/size-changed', { width: 1, height: 2 }, { type: 'ui-size-change', payload: { width: 1, height: 2 } }],
    ['ui/notifications/initialized', {}, { type: 'ui-lifecycle-iframe-ready' }],
    ['ui/update-model-context', {}, undefined],
  ])('%s', (method, params, message) => {
    expect(toMcpUi(method, params)).toEqual(message)
  })

  test('any answer is a tool result', () => {
    expect(toToolResult('ok')).toEqual({ content: [{ type: 'text', text: 'ok' }] })
    expect(toToolResult({ sum: 5 })).toEqual({ content: [{ type: 'text', text: '{"sum":5}' }], structuredContent: { sum: 5 } })
    expect(toToolResult({ content: [], isError: true })).toEqual({ content: [], isError: true })
    expect(toToolResult(undefined)).toEqual({ content: [{ type: 'text', text: 'null' }] })
  })

  test('render data is context, input and result', () => {
    const given = {
      theme: 'dark',
      locale: 'fr',
      maxHeight: 3,
      toolInput: { a: 1 },
      toolOutput: 'x',
      user: 'ada',
      displayMode: 'odd',
    }
    expect(fromRenderData(given)).toEqual({
      context: { theme: 'dark', locale: 'fr', containerDimensions: { maxHeight: 3 }, 'mcpui.dev/render-data': { user: 'ada' } },
      input: { a: 1 },
      result: { content: [{ type: 'text', text: 'x' }] },
    })
  })
})

describe('one onUIAction for five actions', () => {
  test('hears each as the widget sent it, and its answer goes back as it was', async () => {
    const heard: UIActionResult[] = []
    const handlers = uiActionHandlers((action) => {
      heard.push(action)
      return action.type === 'tool' ? { status: 'ok' } : undefined
    })
    const intent = toApps({ type: 'intent', payload: { intent: 'book', params: { seat: 4 } } }) as never as {
      params: { content: unknown }
    }
    const tool = await handlers.oncalltool({ name: 'add', arguments: { a: 1 } })
    expect(tool._meta).toEqual({ 'mcpui.dev/response': { status: 'ok' } })
    expect(await handlers.onmessage(intent.params)).toEqual({})
    await handlers.onmessage(user('hi'))
    await handlers.onopenlink({ url: 'https://a' })
    handlers.onloggingmessage({ data: 'done' })
    expect(heard).toEqual([
      { type: 'tool', payload: { toolName: 'add', params: { a: 1 } } },
      { type: 'intent', payload: { intent: 'book', params: { seat: 4 } } },
      { type: 'prompt', payload: { prompt: 'hi' } },
      { type: 'link', payload: { url: 'https://a' } },
      { type: 'notify', payload: { message: 'done' } },
    ])
  })

  test('ui-request-data has a way of its own (R-319)', async () => {
    const said = toApps({ type: 'ui-request-data', messageId: '1', payload: { requestType: 'user', params: { id: 7 } } })
    const { method, params } = said as { method: string; params: unknown }
    const answer = requestDataFallback((request) => ({ got: request }))
    expect(await answer(method, params)).toEqual({
      _meta: { 'mcpui.dev/response': { got: { requestType: 'user', params: { id: 7 } } } },
    })
    expect(await answer('com.example/other', params)).toBeUndefined()
  })
})
