import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createUIResource } from 'mcp-ui-server-5'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHostStage, until, viewFrame, type HostStage } from '../host/stage.ts'
import { WIDGET } from './widgets.ts'

const uri = 'ui://legacy/view'
// The user is there and says yes to everything, so that what is asked arrives.
const YES = `policies: { isActive: () => true, consent: { ask: async () => true } }`

let stage: HostStage
const elsewhere = createServer((request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(WIDGET.replace('A widget of the past', `At ${request.url}`))
})
let elsewhereUrl: string

beforeAll(async () => {
  await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve))
  elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  stage = await openHostStage({ listed: { html: WIDGET, mimeType: 'text/html' } })
})
afterAll(async () => {
  await stage.close()
  elsewhere.close()
})

/** Mounts a resource of the official package as it comes: inside the result of a tool that names no UI. */
async function show(resource: unknown, options = ''): Promise<Page> {
  const page = await stage.page()
  const result = { content: [{ type: 'text', text: 'for the model' }, resource] }
  await page.evaluate(`(async () => {
    window.actions = []
    window.opened = []
    const mounted = await mount('add', { input: { city: 'Zug' }, result: ${JSON.stringify(result)}, ${YES}, ${options} })
    await mounted.ready
  })()`)
  return page
}

const html = (more: object = {}) =>
  createUIResource({ uri, content: { type: 'rawHtml', htmlString: WIDGET }, encoding: 'text', ...more })

describe('a widget of MCP-UI, mounted by mountApp', () => {
  test('is shown from the result of its tool, in our sandbox, and told its data (R-315 R-317 R-320 R-321 R-325)', async () => {
    const page = await show(html({ encoding: 'blob' }), `hostContext: { theme: 'dark', locale: 'de-CH' }`)
    const view = await viewFrame(page)
    expect(await view.textContent('#box')).toBe('A widget of the past')
    // Not all frames: the page prewarms a proxy when it is idle, and that has no address at first.
    const nested = [page.mainFrame(), view.parentFrame(), view]
    expect(new Set(nested.map((frame) => new URL(frame?.url() ?? '').origin)).size).toBe(3)
    await until(
      view,
      `heard.some(({ type, payload }) => type === 'ui-lifecycle-iframe-render-data' && payload.renderData.toolOutput)`,
    )
    const last = await view.evaluate<{ payload: { renderData: object } }>(
      `heard.findLast(({ type }) => type === 'ui-lifecycle-iframe-render-data')`,
    )
    expect(last.payload.renderData).toMatchObject({
      toolInput: { city: 'Zug' },
      toolOutput: { content: [{ type: 'text', text: 'for the model' }, { type: 'resource' }] },
      theme: 'dark',
      locale: 'de-CH',
      displayMode: 'inline',
      maxHeight: 4000,
    })
    expect(await view.evaluate('wrongSource')).toBe(0)
    await page.context().close()
  })

  test.each(['at once', 'after it was found missing'])(
    'is shown from a result that comes only when it is mounted, %s (R-315)',
    async (when) => {
      const page = await stage.page()
      await page.evaluate(`(async () => {
        const mounted = await mount('add', {})
        if (${when !== 'at once'}) await mounted.ready.catch(() => { window.missing = mounted.diagnosis.code })
        mounted.update({ result: ${JSON.stringify({ content: [html()] })} })
      })()`)
      await page.waitForFunction(`mounted.stage === 'ready'`)
      expect(await (await viewFrame(page)).textContent('#box')).toBe('A widget of the past')
      expect(await page.evaluate('window.missing')).toBe(when === 'at once' ? undefined : 'no-ui-resource')
      await page.context().close()
    },
  )

  test('is shown from a resource that its tool names, by its media type alone (R-315)', async () => {
    const page = await stage.page()
    await page.evaluate(`mount('listed', {}).then((mounted) => mounted.ready)`)
    expect(await (await viewFrame(page)).textContent('#box')).toBe('A widget of the past')
    await page.context().close()
  })

  test('calls tools and is told: received, then the result, by the id of its message (R-318 R-320 R-324)', async () => {
    const page = await show(html())
    const view = await viewFrame(page)
    const answer = await view.evaluate(`ask('tool', { toolName: 'add', params: { a: 2, b: 3 } })`)
    expect(answer).toMatchObject({ structuredContent: { sum: 5 } })
    expect(await view.evaluate(`heard.filter(({ messageId }) => messageId === 'message-1').map(({ type }) => type)`)).toEqual([
      'ui-message-received',
      'ui-message-response',
    ])
    const failure = view.evaluate(`ask('tool', { toolName: 'for-the-model', params: {} }).catch((error) => error)`)
    expect(await failure).toHaveProperty('message')
    await view.evaluate(`send({ type: 'tool', payload: { toolName: 'add', params: { a: 1, b: 1 } } })`)
    const heard = await view.evaluate<{ messageId?: string; type: string }[]>(
      `heard.filter(({ type }) => type.startsWith('ui-message'))`,
    )
    expect(heard.every(({ messageId }) => messageId?.startsWith('message-'))).toBe(true)
    await page.context().close()
  })

  test('reaches the page with each of the five actions, through its gate (R-318)', async () => {
    const options = `handlers: {
      oncalltool: async (params) => { actions.push(['tool', params.name, params.arguments]); return { content: [] } },
      onmessage: async ({ content }) => { actions.push(['message', content[0].text]); return {} },
      onopenlink: async ({ url }) => { actions.push(['link', url]); return {} },
      onloggingmessage: ({ level, data }) => { actions.push([level, data]) },
    }`
    const page = await show(html(), options)
    const view = await viewFrame(page)
    await view.evaluate(`ask('tool', { toolName: 'add', params: { a: 1, b: 2 } })`)
    await view.evaluate(`ask('prompt', { prompt: 'What next?' })`)
    await view.evaluate(`ask('intent', { intent: 'book', params: { seat: 4 } })`)
    await view.evaluate(`ask('link', { url: 'https://example.com/' })`)
    await view.evaluate(`ask('notify', { message: 'done' })`)
    await until(page, `actions.length === 5`)
    expect(await page.evaluate('actions')).toEqual([
      ['tool', 'add', { a: 1, b: 2 }],
      ['message', 'What next?'],
      ['message', 'Intent: book. Parameters: {"seat":4}'],
      ['link', 'https://example.com/'],
      ['info', 'done'],
    ])
    const refused = view.evaluate(`ask('link', { url: 'javascript:alert(1)' }).catch((error) => ['refused', error])`)
    expect(await refused).toMatchObject(['refused', { message: expect.any(String) as string }])
    await page.context().close()
  })

  test('reaches one onUIAction with what it sent, and hears what that returned or threw (R-318 R-320)', async () => {
    const options = `
      handlers: legacy.uiActionHandlers(async (action) => {
        actions.push(action)
        if (action.type === 'prompt') throw new Error('not now')
        return { status: 'handled', type: action.type }
      }),
      bridge: { fallback: legacy.requestDataFallback(({ requestType, params }) => ({ requestType, id: params.id })) },`
    const page = await show(html(), options)
    const view = await viewFrame(page)
    expect(await view.evaluate(`ask('tool', { toolName: 'add', params: { a: 1, b: 2 } })`)).toEqual({
      status: 'handled',
      type: 'tool',
    })
    expect(await view.evaluate(`ask('intent', { intent: 'book', params: { seat: 4 } })`)).toEqual({
      status: 'handled',
      type: 'intent',
    })
    expect(await view.evaluate(`ask('link', { url: 'https://example.com/' })`)).toEqual({ status: 'handled', type: 'link' })
    expect(await view.evaluate(`ask('prompt', { prompt: 'hi' }).catch((error) => error.message)`)).toContain('not now')
    expect(await view.evaluate(`ask('ui-request-data', { requestType: 'user', params: { id: 7 } })`)).toEqual({
      requestType: 'user',
      id: 7,
    })
    expect(await page.evaluate('actions')).toEqual([
      { type: 'tool', payload: { toolName: 'add', params: { a: 1, b: 2 } } },
      { type: 'intent', payload: { intent: 'book', params: { seat: 4 } } },
      { type: 'link', payload: { url: 'https://example.com/' } },
      { type: 'prompt', payload: { prompt: 'hi' } },
    ])
    await page.context().close()
  })

  test('fits its frame by itself, and by its own word once it has said one (R-319)', async () => {
    const page = await show(html())
    const view = await viewFrame(page)
    const height = `mounted.element.shadowRoot.querySelector('iframe').getBoundingClientRect().height`
    await page.waitForFunction(`${height} === 222`)
    await view.evaluate(`send({ type: 'ui-size-change', payload: { height: 300 } })`)
    await page.waitForFunction(`${height} === 300`)
    await view.evaluate(`(box.style.height = '50px')`)
    await view.evaluate(`ask('notify', { message: 'still here' })`)
    expect(await page.evaluate(height)).toBe(300)
    await page.context().close()
  })

  test('has the frame size and the render data that its server prefers (R-322)', async () => {
    const uiMetadata = { 'preferred-frame-size': ['100%', '345px'], 'initial-render-data': { user: 'Ada' } }
    const page = await show(html({ uiMetadata }), `hostContext: { 'mcpui.dev/render-data': { plan: 'pro' } }`)
    const view = await viewFrame(page)
    await page.waitForFunction(`mounted.element.shadowRoot.querySelector('iframe').getBoundingClientRect().height === 345`)
    await view.evaluate(`(heard.length = 0, send({ type: 'ui-request-render-data', messageId: 'mine' }))`)
    await until(view, `heard.some(({ messageId }) => messageId === 'mine')`)
    expect(await view.evaluate(`heard.find(({ messageId }) => messageId === 'mine')`)).toMatchObject({
      type: 'ui-lifecycle-iframe-render-data',
      payload: { renderData: { user: 'Ada', plan: 'pro', toolInput: { city: 'Zug' } } },
    })
    await page.context().close()
  })

  test('hears of a cancelled call, and of its end (R-324)', async () => {
    const page = await stage.page()
    await page.evaluate(`mount('listed', { bridge: { teardownTimeout: 200000 } }).then((mounted) => mounted.ready)`)
    const view = await viewFrame(page)
    await page.evaluate(`mounted.update({ cancelled: 'by the user' })`)
    await until(
      view,
      `heard.some(({ type, payload }) => type === 'ui-lifecycle-tool-cancelled' && payload.reason === 'by the user')`,
    )
    await view.evaluate(
      `addEventListener('message', ({ data }) => data.type === 'ui-lifecycle-teardown' && send({ type: 'notify', payload: { message: 'bye' } }))`,
    )
    await page.evaluate(
      `(window.logs = [], mounted.bridge.addEventListener('loggingmessage', ({ data }) => logs.push(data)), mounted.dispose())`,
    )
    await expect.poll(() => page.evaluate('logs')).toEqual(['bye'])
    await page.context().close()
  })
})

describe('a widget at a URL (R-316 R-317 R-321 R-323)', () => {
  const page = (url: string, more: object = {}) =>
    createUIResource({ uri, content: { type: 'externalUrl', iframeUrl: url }, encoding: 'text', ...more })

  test('runs in a frame of the View and speaks through it', async () => {
    const uiMetadata = { 'initial-render-data': { user: 'Ada' }, 'preferred-frame-size': ['600px', '321px'] }
    const shown = await show(page(`${elsewhereUrl}/widget?a=1`, { uiMetadata }))
    const view = await viewFrame(shown)
    await expect.poll(() => view.childFrames()[0]?.url()).toBe(`${elsewhereUrl}/widget?a=1&waitForRenderData=true`)
    const [inner = view] = view.childFrames()
    await until(
      inner,
      `globalThis.heard?.some(({ type, payload }) => type === 'ui-lifecycle-iframe-render-data' && payload.renderData.user === 'Ada')`,
    )
    expect(await inner.evaluate(`ask('tool', { toolName: 'add', params: { a: 20, b: 3 } })`)).toMatchObject({
      structuredContent: { sum: 23 },
    })
    await shown.waitForFunction(`mounted.element.shadowRoot.querySelector('iframe').getBoundingClientRect().height === 321`)
    await shown.context().close()
  })
})

describe('in opaque mode, without an origin', () => {
  const opaque = (): string => `sandbox: host.staticSandbox('${stage.served.handler.opaqueProxyUrl}')`
  const sum = (frame: Frame): Promise<unknown> => frame.evaluate(`ask('tool', { toolName: 'add', params: { a: 4, b: 5 } })`)

  test('a widget is told its data, and calls tools', async () => {
    const page = await show(html({ uiMetadata: { 'initial-render-data': { user: 'Ada' } } }), opaque())
    const view = await viewFrame(page)
    expect(await page.evaluate('mounted.ticket.mode')).toBe('opaque')
    expect(await view.evaluate('origin')).toBe('null')
    await until(view, `heard.some(({ payload }) => payload?.renderData?.user === 'Ada' && payload.renderData.toolInput)`)
    expect(await sum(view)).toMatchObject({ structuredContent: { sum: 9 } })
    expect(await view.evaluate('wrongSource')).toBe(0)
    await page.context().close()
  })

  test('a page of elsewhere runs in a frame of the View, and speaks through it', async () => {
    const content = { type: 'externalUrl', iframeUrl: `${elsewhereUrl}/widget` } as const
    const page = await show(createUIResource({ uri, content, encoding: 'text' }), opaque())
    const view = await viewFrame(page)
    await expect.poll(() => view.childFrames()[0]?.url()).toBe(`${elsewhereUrl}/widget`)
    const [inner = view] = view.childFrames()
    await until(inner, 'globalThis.ask')
    expect(await sum(inner)).toMatchObject({ structuredContent: { sum: 9 } })
    await page.context().close()
  })

  test('remote DOM is drawn', async () => {
    const script = `const text = document.createElement('ui-text'); text.setAttribute('content', 'Drawn'); root.append(text)`
    const content = { type: 'remoteDom', script, framework: 'react' } as const
    const page = await show(createUIResource({ uri, content, encoding: 'text' }), opaque())
    const view = await viewFrame(page)
    await expect.poll(() => view.evaluate(`document.querySelector('ui-text')?.shadowRoot.textContent`)).toBe('Drawn')
    await page.context().close()
  })
})

describe('remote DOM (R-315)', () => {
  // From the documentation of MCP-UI: a counter that asks its host when it is pressed.
  const script = `
    const stack = document.createElement('ui-stack')
    stack.setAttribute('direction', 'horizontal')
    const text = document.createElement('ui-text')
    text.setAttribute('content', 'Pressed 0 times </script>')
    const button = document.createElement('ui-button')
    button.setAttribute('label', 'Press me')
    let count = 0
    button.addEventListener('press', () => {
      text.setAttribute('content', 'Pressed ' + ++count + ' times')
      window.parent.postMessage({ type: 'tool', payload: { toolName: 'add', params: { a: count, b: 1 } } }, '*')
    })
    const fancy = document.createElement('fancy-badge')
    fancy.setAttribute('label', 'New')
    stack.append(text, button, fancy)
    root.appendChild(stack)
    console.debug === undefined && root.remove()`

  test.each(['react', 'webcomponents'] as const)('of %s is drawn in the View and acts through the gate', async (framework) => {
    const resource = createUIResource({ uri, content: { type: 'remoteDom', script, framework }, encoding: 'text' })
    const page = await show(
      resource,
      `handlers: { oncalltool: async (params) => { actions.push(params); return { content: [] } } }`,
    )
    const view = await viewFrame(page)
    const words = (name: string): Promise<string | null> =>
      view.evaluate(`document.querySelector('${name}').shadowRoot.textContent`)
    await expect.poll(() => words('ui-text')).toBe('Pressed 0 times </script>')
    await expect.poll(() => words('fancy-badge')).toBe('New')
    await view.locator('ui-button button').click()
    await expect.poll(() => words('ui-text')).toBe('Pressed 1 times')
    await until(page, 'actions.length === 1')
    expect(await page.evaluate('actions')).toMatchObject([{ name: 'add', arguments: { a: 1, b: 1 } }])
    expect(await view.evaluate(`getComputedStyle(document.querySelector('ui-stack').shadowRoot.firstChild).flexDirection`)).toBe(
      'row',
    )
    await page.context().close()
  })
})
