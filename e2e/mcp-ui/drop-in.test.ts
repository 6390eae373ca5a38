import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { root } from '../../scripts/setup.mjs'
import { until } from '../host/stage.ts'
import { bundleScript } from '../lab/bundle.mjs'
import { PATIENCE } from '../lab/expression.mjs'
import { pageHtml } from '../lab/page-html.mjs'
import { startSite, type Site } from '../lab/site.mjs'
import { WIDGET } from '../legacy/widgets.ts'
import { bundleApp, compileApp } from './alias.ts'
import { CLIENT_5, CLIENT_7, SERVER_5, SERVER_6, VIEW_6 } from './apps.ts'
import { frameWith } from './frame-with.ts'

interface Resource {
  readonly type: string
  readonly resource: {
    readonly uri: string
    readonly mimeType: string
    readonly text?: string
    readonly blob?: string
    readonly _meta?: Record<string, unknown>
  }
}

const CLIENTS_5 = { official: 'mcp-ui-client-5', ours: '@casement/mcp-ui-client' } as const
const SERVERS_5 = { official: 'mcp-ui-server-5', ours: '@casement/mcp-ui-server-5' } as const
const CLIENTS_7 = { official: '@mcp-ui/client', ours: '@casement/mcp-ui-client' } as const
const SERVERS_6 = { official: '@mcp-ui/server', ours: '@casement/mcp-ui-server' } as const
const SIDES = ['official', 'ours'] as const
const GRID = SIDES.flatMap((client) => SIDES.map((server) => ({ client, server })))

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openChromium()
  const serve = async (name: string, code: string, installed: string): Promise<void> => {
    const body = await bundleApp(code, { '@mcp-ui/client': installed })
    site.serve('host', `/${name}`, {
      body: pageHtml({ src: site.serve('host', `/${name}.js`, { body, type: 'text/javascript' }) }),
    })
  }
  for (const side of SIDES) {
    await serve(`client-5-${side}`, CLIENT_5, CLIENTS_5[side])
    await serve(`client-7-${side}`, CLIENT_7, CLIENTS_7[side])
  }
  site.serve('sandbox', '/relay', {
    body: pageHtml({ script: await bundleScript(new URL('../hosts/relay.ts', import.meta.url)) }),
  })
  site.serve('sandbox', '/proxy', { body: readFileSync(join(root, 'packages/casement/dist/sandbox-proxy.html'), 'utf8') })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

async function openPage(path: string): Promise<Page> {
  const context = await browser.newContext()
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  await page.goto(site.url('host', path))
  await page.locator('body[data-ready=yes]').waitFor({ state: 'attached' })
  return page
}

async function serverModule<T>(code: string, installed: string): Promise<T> {
  const module = await bundleApp(code, { '@mcp-ui/server': installed }, 'node')
  return (await import(`data:text/javascript;base64,${Buffer.from(module).toString('base64')}`)) as T
}

describe.each([
  ['a host for @mcp-ui/client 5', CLIENT_5, '@mcp-ui/client', CLIENTS_5],
  ['a host for @mcp-ui/client 7', CLIENT_7, '@mcp-ui/client', CLIENTS_7],
  ['a server for @mcp-ui/server 5', SERVER_5, '@mcp-ui/server', SERVERS_5],
  ['a server for @mcp-ui/server 6', SERVER_6, '@mcp-ui/server', SERVERS_6],
  ['a View for @mcp-ui/server 6', VIEW_6, '@mcp-ui/server', SERVERS_6],
])('%s', (_, code, name, packages) => {
  test.each(SIDES)('compiles with the %s package', (side) => {
    expect(compileApp(code, { [name]: packages[side] })).toEqual([])
  })
})

describe.each(GRID)('version 5: client $client, server $server', ({ client, server }) => {
  let resources: Record<string, Resource>
  beforeAll(async () => {
    const module = await serverModule<{ resources(widget: string, url: string): typeof resources }>(SERVER_5, SERVERS_5[server])
    resources = module.resources(WIDGET, site.serve('app1', '/elsewhere', { body: WIDGET }))
  })
  const show = async (name: string, settings: object = {}): Promise<Page> => {
    const page = await openPage(`/client-5-${client}`)
    await page.evaluate(`show(${JSON.stringify(resources[name])}, ${JSON.stringify(settings)})`)
    return page
  }

  test('raw HTML: all actions, their responses and errors', async () => {
    const page = await show('raw')
    const widget = await frameWith(page, 'globalThis.ask')
    expect(await widget.evaluate(`ask('tool', { toolName: 'add', params: { a: 19, b: 23 } })`)).toEqual({ sum: 42 })
    expect(await widget.evaluate(`ask('prompt', { prompt: 'What next?' })`)).toEqual({ status: 'prompt done' })
    expect(await widget.evaluate(`ask('link', { url: 'https://example.com/' })`)).toEqual({ status: 'link done' })
    expect(await widget.evaluate(`ask('intent', { intent: 'book', params: { seat: 4 } })`)).toEqual({ status: 'intent done' })
    expect(await widget.evaluate(`ask('notify', { message: 'saved' })`)).toEqual({ status: 'notify done' })
    expect(await widget.evaluate(`ask('link', { url: 'ftp://a' }).catch((error) => error.message)`)).toBe('no such links')
    expect(await page.evaluate('actions.map(({ type, messageId, payload }) => [type, messageId, payload])')).toEqual([
      ['tool', 'message-1', { toolName: 'add', params: { a: 19, b: 23 } }],
      ['prompt', 'message-2', { prompt: 'What next?' }],
      ['link', 'message-3', { url: 'https://example.com/' }],
      ['intent', 'message-4', { intent: 'book', params: { seat: 4 } }],
      ['notify', 'message-5', { message: 'saved' }],
      ['link', 'message-6', { url: 'ftp://a' }],
    ])
    const received = `heard.filter(({ type }) => type === 'ui-message-received').map(({ messageId }) => messageId)`
    expect(await widget.evaluate(received)).toEqual([1, 2, 3, 4, 5, 6].map((count) => `message-${count}`))
    await page.context().close()
  })

  test('metadata: precedence, preferred size and render data', async () => {
    const page = await show('raw', { renderData: { plan: 'pro' } })
    const [all, ui] = JSON.parse((await page.locator('body').getAttribute('data-metadata')) ?? '') as unknown[]
    const data = { plan: 'basic', user: 'Grace' }
    expect(ui).toEqual({ 'preferred-frame-size': ['510px', '310px'], 'initial-render-data': data })
    expect(all).toMatchObject({ owner: 'shop 2' })
    const widget = await frameWith(page, `globalThis.heard?.some(({ payload }) => payload?.renderData)`)
    const told = `heard.find(({ payload }) => payload?.renderData).payload.renderData`
    expect(await widget.evaluate(told)).toEqual({ plan: 'pro', user: 'Grace' })
    const frame = page.locator('iframe.widget')
    expect(await frame.evaluate(({ style }: HTMLElement) => [style.width, style.height])).toEqual(['510px', '310px'])
    expect(await page.evaluate('loads > 0 && frame === document.querySelector("iframe")')).toBe(true)
    await widget.evaluate(`send({ type: 'ui-request-render-data', messageId: 'again' })`)
    await until(widget, `heard.some(({ messageId, payload }) => messageId === 'again' && payload.renderData.plan === 'pro')`)
    await page.context().close()
  })

  test.each([
    [true, ['400px', '333px']],
    [{ height: true }, ['510px', '333px']],
    [undefined, ['510px', '310px']],
  ])('auto-resize %j', async (autoResize, expected) => {
    const page = await show('raw', { autoResize })
    const widget = await frameWith(page, 'globalThis.ask')
    await widget.evaluate(`send({ type: 'ui-size-change', payload: { width: 400, height: 333 } })`)
    // The response to a later message proves that the size was handled.
    await widget.evaluate(`ask('notify', { message: 'sized' })`)
    const frame = page.locator('iframe.widget')
    expect(await frame.evaluate(({ style }: HTMLElement) => [style.width, style.height])).toEqual(expected)
    await page.context().close()
  })

  test('a page by its URL, at its own origin', async () => {
    const page = await show('page', { renderData: { plan: 'pro' } })
    const widget = await frameWith(page, 'globalThis.ask')
    expect(widget.url()).toBe(site.url('app1', '/elsewhere?waitForRenderData=true'))
    expect(await widget.evaluate('origin')).toBe(site.url('app1'))
    await until(widget, `heard.some(({ payload }) => payload?.renderData?.plan === 'pro')`)
    expect(await widget.evaluate(`ask('tool', { toolName: 'add', params: { a: 1, b: 2 } })`)).toEqual({ sum: 3 })
    await page.context().close()
  })

  // The official renderer also passes the messages of its remote DOM thread to onUIAction.
  test('remote DOM', async () => {
    const page = await show('remote')
    const shown = client === 'official' ? page.mainFrame() : await frameWith(page, `document.querySelector('ui-button')`)
    await shown.getByText('Pressed 0 times').waitFor()
    await shown.getByRole('button', { name: 'Press me' }).click()
    await shown.getByText('Pressed 1 times').waitFor()
    await expect
      .poll(() => page.evaluate(`actions.filter(({ type }) => type === 'tool').map(({ payload }) => payload)`))
      .toEqual([{ toolName: 'press', params: { count: 1 } }])
    await page.context().close()
  })
})

describe.each(GRID)('versions 7 and 6: client $client, server $server', ({ client, server }) => {
  let resources: Record<string, Resource>
  let constants: unknown[]
  beforeAll(async () => {
    const view = await bundleApp(VIEW_6, { '@mcp-ui/server': SERVERS_6[server] })
    const html = `<!doctype html><html><head><title>Shop</title></head><body><div style="height:240px">Shop</div><script>console.log = console.debug = () => {};${view}</script></body></html>`
    const module = await serverModule<{
      resources(view: string, widget: string): typeof resources
      meta: object
      mimeType: string
    }>(SERVER_6, SERVERS_6[server])
    resources = module.resources(html, WIDGET)
    constants = [module.mimeType, module.meta]
  })
  const show = async (name: string, proxy: string): Promise<Page> => {
    const { uri, mimeType, text, blob } = resources[name]?.resource ?? { uri: '', mimeType: '' }
    const page = await openPage(`/client-7-${client}`)
    const html = text ?? Buffer.from(blob ?? '', 'base64').toString('utf8')
    const settings = { proxy: site.url('sandbox', proxy), uri, mimeType, text: html, theme: 'dark' }
    await page.evaluate(`show(${JSON.stringify(settings)})`)
    return page
  }

  test.each(['/relay', '/proxy'])('a View of type text/html;profile=mcp-app, through %s', async (proxy) => {
    expect(resources['view']?.resource.mimeType).toBe('text/html;profile=mcp-app')
    expect(constants).toEqual(['text/html;profile=mcp-app', { 'ui/resourceUri': 'ui://shop/view' }])
    const page = await show('view', proxy)
    const view = await frameWith(page, 'globalThis.connected && globalThis.told.result')
    expect(await view.evaluate('told')).toMatchObject({ input: { topic: 'basil' }, result: { price: 3 } })
    expect(await view.evaluate('app.getHostContext().theme')).toBe('dark')
    expect(await view.evaluate('app.getHostVersion().name')).toBe('MCP-UI Host')
    const call = `app.callServerTool({ name: 'add', arguments: { a: 19, b: 23 } }).then((r) => r.structuredContent)`
    expect(await view.evaluate(call)).toEqual({ sum: 42 })
    await view.evaluate(`app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'What next?' }] })`)
    await view.evaluate(`app.openLink({ url: 'https://example.com/' })`)
    await view.evaluate(`app.sendLog({ level: 'info', data: 'saved' })`)
    await view.evaluate(`app.sendSizeChanged({ width: 400, height: 333 })`)
    expect(await view.evaluate(`experiment('x/clipboard/write', { text: 'hello' })`)).toEqual({ written: 'hello' })
    const arrivals = await page.evaluate<[string, unknown][]>('arrivals')
    expect(arrivals).toEqual(
      expect.arrayContaining([
        ['tool', { name: 'add', args: { a: 19, b: 23 } }],
        ['message', { role: 'user', content: [{ type: 'text', text: 'What next?' }] }],
        ['link', 'https://example.com/'],
        ['log', { level: 'info', data: 'saved' }],
        ['size', { width: 400, height: 333 }],
        ['fallback', { method: 'x/clipboard/write', params: { text: 'hello' } }],
      ]),
    )
    expect(await page.locator('iframe').evaluate(({ style }: HTMLElement) => style.height)).toBe('333px')
    expect(await page.evaluate('problems')).toEqual([])
    await page.context().close()
  })

  test('a widget of MCP-UI with the adapter for MCP Apps', async () => {
    const page = await show('widget', '/relay')
    const widget = await frameWith(page, 'globalThis.ask')
    await until(widget, `heard.some(({ payload }) => payload?.renderData?.toolInput?.topic === 'basil')`)
    await widget.evaluate(`ask('tool', { toolName: 'add', params: { a: 1, b: 2 } })`)
    await widget.evaluate(`ask('link', { url: 'https://example.com/' })`)
    await until(page, `arrivals.some(([kind, value]) => kind === 'link' && value === 'https://example.com/')`)
    expect(await page.evaluate(`arrivals.find(([kind]) => kind === 'tool')`)).toEqual([
      'tool',
      { name: 'add', args: { a: 1, b: 2 } },
    ])
    await page.context().close()
  })
})
