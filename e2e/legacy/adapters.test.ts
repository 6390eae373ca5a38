import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewFromLegacy } from '../../packages/casement/src/legacy/index.ts'
import { createUIResource, legacyProxyResponse, type UIResource } from '../../packages/casement/src/legacy/server/index.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { until } from '../host/stage.ts'
import { bundleScript } from '../lab/bundle.mjs'
import { PATIENCE } from '../lab/expression.mjs'
import { pageHtml } from '../lab/page-html.mjs'
import { startSite, type Site } from '../lab/site.mjs'
import { WIDGET } from './widgets.ts'

const here = new URL('./', import.meta.url)
const uri = 'ui://legacy/view'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openChromium()
  const serve = async (name: string, file: URL): Promise<void> => {
    const src = site.serve('host', `/${name}.js`, { body: await bundleScript(file), type: 'text/javascript' })
    site.serve('host', `/${name}`, { body: pageHtml({ src }) })
  }
  await serve('renderer', new URL('renderer-host.ts', here))
  for (const host of ['official-v2', 'official-v1', 'mcp-ui']) await serve(host, new URL(`../hosts/${host}.ts`, here))
  site.serve('sandbox', '/relay', { body: pageHtml({ script: await bundleScript(new URL('../hosts/relay.ts', here)) }) })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

async function open(url: string): Promise<Page> {
  const context = await browser.newContext()
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** The innermost frame, once it is there. */
async function innermost(page: Page, depth: number): Promise<Frame> {
  const find = (): Frame | undefined => {
    let frame: Frame | undefined = page.mainFrame()
    for (let level = 0; level < depth; level++) frame = frame?.childFrames()[0]
    return frame
  }
  await expect.poll(find).toBeTruthy()
  return find() as Frame
}

const raw = (htmlString: string, adapters?: object, more: object = {}): UIResource =>
  createUIResource({ uri, content: { type: 'rawHtml', htmlString }, encoding: 'text', ...(adapters && { adapters }), ...more })

describe('a widget of MCP-UI in hosts of MCP Apps, by our adapter (R-324)', () => {
  test.each([
    ['official-v2', 'direct', 1],
    ['official-v1', 'direct', 1],
    ['official-v2', 'relayed', 2],
    ['mcp-ui', 'relayed', 2],
  ] as const)('%s, %s', async (host, mount, depth) => {
    const { resource } = raw(WIDGET, { mcpApps: { enabled: true } })
    const label = mount === 'direct' ? 'app1' : 'host'
    const view = site.serve(label, '/view', { body: resource.text ?? '' })
    const query = new URLSearchParams({ mount, view, relay: site.url('sandbox', '/relay') })
    const page = await open(site.url('host', `/${host}?${query}`))
    const widget = await innermost(page, depth)
    await until(
      widget,
      `globalThis.heard?.some(({ type, payload }) => type === 'ui-lifecycle-iframe-render-data' && payload.renderData.toolOutput)`,
    )
    expect(await widget.evaluate('wrongSource')).toBe(0)
    await widget.evaluate(`ask('tool', { toolName: 'add', params: { a: 19, b: 23 } })`)
    await widget.evaluate(`ask('prompt', { prompt: 'What next?' })`)
    await widget.evaluate(`ask('link', { url: 'https://example.com/' })`)
    await widget.evaluate(`send({ type: 'notify', payload: { message: 'done' } })`)
    await widget.evaluate(`send({ type: 'ui-size-change', payload: { height: 432 } })`)
    await until(page, `host.arrivals.some(({ what, params }) => what === 'size' && params.height === 432)`)
    const arrivals = await page.evaluate<{ what: string; params: unknown }[]>('host.arrivals')
    const heard = (what: string): unknown => arrivals.find((arrival) => arrival.what === what)?.params
    expect(heard('call')).toMatchObject({ name: 'add', arguments: { a: 19, b: 23 } })
    expect(heard('message')).toMatchObject({ role: 'user', content: [{ type: 'text', text: 'What next?' }] })
    expect(heard('link')).toMatchObject({ url: 'https://example.com/' })
    expect(heard('log')).toBe('done')
    expect(await page.evaluate('host.problems')).toEqual([])
    await page.context().close()
  })
})

describe('what we make, in the renderer of @mcp-ui/client 5', () => {
  const show = async ({ resource }: UIResource, renderData?: object, proxy?: string): Promise<Page> => {
    site.serve('host', '/resource', { body: JSON.stringify({ resource, renderData, proxy }), type: 'application/json' })
    return open(site.url('host', '/renderer'))
  }

  test('HTML, as text and as blob, with metadata (R-315 R-322)', async () => {
    const uiMetadata = { 'preferred-frame-size': ['500px', '300px'], 'initial-render-data': { user: 'Ada' } }
    const page = await show(raw(WIDGET, undefined, { encoding: 'blob', uiMetadata }))
    const widget = await innermost(page, 1)
    await until(widget, `globalThis.heard?.some(({ payload }) => payload?.renderData?.user === 'Ada')`)
    expect(await page.locator('iframe').evaluate((frame) => [frame.clientWidth, frame.clientHeight])).toEqual([500, 300])
    expect(await widget.evaluate(`ask('tool', { toolName: 'add', params: { a: 1, b: 2 } })`)).toEqual({ sum: 3 })
    await page.context().close()
  })

  test('an address (R-316)', async () => {
    const iframeUrl = site.serve('app1', '/elsewhere', { body: WIDGET })
    const content = { type: 'externalUrl', iframeUrl, delivery: 'uri-list' } as const
    const page = await show(createUIResource({ uri, content, encoding: 'text' }))
    const widget = await innermost(page, 1)
    await until(widget, `globalThis.ask`)
    expect(await widget.evaluate(`ask('tool', { toolName: 'add', params: { a: 1, b: 2 } })`)).toEqual({ sum: 3 })
    await page.context().close()
  })

  describe('through our proxy (R-323)', () => {
    const serveProxy = async (label: string): Promise<string> => {
      const response = legacyProxyResponse({ hostOrigins: [new URL(site.url('host')).origin] })
      return site.serve(label, '/proxy', { body: await response.text(), headers: Object.fromEntries(response.headers) })
    }

    test('HTML runs without an origin, whatever flags are asked for', async () => {
      const page = await show(raw(WIDGET), { user: 'Ada' }, await serveProxy('sandbox'))
      const widget = await innermost(page, 2)
      await until(widget, `globalThis.heard?.some(({ payload }) => payload?.renderData?.user === 'Ada')`)
      expect(await widget.evaluate(`ask('tool', { toolName: 'add', params: { a: 1, b: 2 } })`)).toEqual({ sum: 3 })
      expect(await widget.evaluate('origin')).toBe('null')
      const flags = (await innermost(page, 1)).locator('iframe').getAttribute('sandbox')
      expect(await flags).toBe('allow-scripts')
      await page.context().close()
    })

    test('a page runs at its address', async () => {
      const iframeUrl = site.serve('app1', '/elsewhere', { body: WIDGET })
      const content = { type: 'externalUrl', iframeUrl, delivery: 'uri-list' } as const
      const page = await show(createUIResource({ uri, content, encoding: 'text' }), undefined, await serveProxy('sandbox'))
      const widget = await innermost(page, 2)
      await until(widget, `globalThis.ask`)
      expect(widget.url()).toBe(iframeUrl)
      expect(await widget.evaluate(`ask('tool', { toolName: 'add', params: { a: 1, b: 2 } })`)).toEqual({ sum: 3 })
      await page.context().close()
    })

    test('refuses to run on the origin of the host, or for other pages', async () => {
      const same = await serveProxy('host')
      site.serve('host', '/frame', { body: `<iframe src="${same}?contentType=rawhtml"></iframe>` })
      const page = await open(site.url('host', '/frame'))
      await page.frameLocator('iframe').getByText('must be loaded in a frame of another origin').waitFor()
      await page.context().close()
      expect(() => legacyProxyResponse({ hostOrigins: [] })).toThrow('hostOrigins')
      expect(() => legacyProxyResponse({ hostOrigins: ['https://a.example/path'] })).toThrow('https://a.example/path')
    })
  })

  test('remote DOM, with the words that our own View shows', async () => {
    const script = `
      const card = document.createElement('ui-stack')
      const text = document.createElement('ui-text')
      text.setAttribute('content', 'Pressed 0 times')
      const button = document.createElement('ui-button')
      button.setAttribute('label', 'Press me')
      let count = 0
      button.addEventListener('press', () => text.setAttribute('content', 'Pressed ' + ++count + ' times'))
      card.append(text, button)
      root.appendChild(card)`
    const resource = createUIResource({ uri, content: { type: 'remoteDom', script, framework: 'react' }, encoding: 'text' })
    const theirs = await show(resource)
    site.serve('app1', '/remote', { body: viewFromLegacy(resource.resource)?.html ?? '' })
    const ours = await open(site.url('app1', '/remote'))
    for (const page of [theirs, ours]) {
      await page.getByText('Pressed 0 times').waitFor()
      await page.getByRole('button', { name: 'Press me' }).click()
      await page.getByText('Pressed 1 times').waitFor()
      expect(await page.getByRole('button').allTextContents()).toEqual(['Press me'])
      await page.context().close()
    }
  })

  describe.each([
    ['our SDK', 'casement/view'],
    ['the official SDK', '@modelcontextprotocol/ext-apps'],
  ])('a View of MCP Apps on %s, by our adapter', (_name, sdk) => {
    const view = async (): Promise<string> => {
      const script = await bundleScript({
        code: `
          import { App } from '${sdk}'
          const app = window.app = new App({ name: 'view', version: '1.0.0' }, {})
          window.told = {}
          app.ontoolinput = (params) => { told.input = params.arguments }
          app.ontoolresult = (params) => { told.result = params }
          app.onhostcontextchanged = (params) => { told.context = { ...told.context, ...params } }
          app.connect().then(() => { told.host = app.getHostVersion().name })`,
        folder: here,
      })
      return `<!doctype html><html><body><div style="height:177px">A View</div><script>${script}</script></body></html>`
    }

    test('is told its data, and asks through the five actions', async () => {
      const renderData = { toolInput: { city: 'Zug' }, toolOutput: { sun: 7 }, theme: 'dark', plan: 'pro' }
      const page = await show(raw(await view(), { mcpUi: { enabled: true } }), renderData)
      const frame = await innermost(page, 1)
      await until(frame, 'globalThis.told?.result')
      expect(await frame.evaluate('told')).toMatchObject({
        host: 'mcp-ui',
        input: { city: 'Zug' },
        result: { structuredContent: { sun: 7 } },
        context: { theme: 'dark', 'mcpui.dev/render-data': { plan: 'pro' } },
      })
      const sum = `app.callServerTool({ name: 'add', arguments: { a: 2, b: 3 } })`
      expect(await frame.evaluate(sum)).toMatchObject({ structuredContent: { sum: 5 } })
      await frame.evaluate(`app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'What next?' }] })`)
      await frame.evaluate(`app.openLink({ url: 'https://example.com/' })`)
      expect(
        await frame.evaluate(`app.openLink({ url: 'ftp://example.com/' }).then((r) => r.isError === true, () => true)`),
      ).toBe(true)
      await frame.evaluate(`app.sendLog({ level: 'info', data: 'done' })`)
      await until(page, `actions.some(({ type }) => type === 'notify')`)
      const actions = await page.evaluate<{ type: string; payload: unknown }[]>('actions')
      expect(actions.map(({ type, payload }) => [type, payload])).toEqual([
        ['tool', { toolName: 'add', params: { a: 2, b: 3 } }],
        ['prompt', { prompt: 'What next?' }],
        ['link', { url: 'https://example.com/' }],
        ['link', { url: 'ftp://example.com/' }],
        ['notify', { message: 'done' }],
      ])
      await expect.poll(() => page.locator('iframe').evaluate((element) => element.style.height)).toMatch(/^1\d\dpx$/)
      await page.context().close()
    })
  })
})

describe('a widget of MCP-UI in ChatGPT, by our adapter', () => {
  // As in ChatGPT, the API exists before the document.
  const chatgpt = `<script>
    window.calls = []
    window.openai = {
      toolInput: { city: 'Zug' }, toolOutput: { sun: 7 }, theme: 'light', locale: 'en-US', displayMode: 'inline', maxHeight: 600,
      callTool: async (name, args) => { calls.push(['callTool', name, args]); return { structuredContent: { sum: args.a + args.b } } },
      sendFollowUpMessage: async (message) => { calls.push(['sendFollowUpMessage', message]) },
      openExternal: async (link) => { calls.push(['openExternal', link]) },
      notifyIntrinsicHeight: (height) => { calls.push(['notifyIntrinsicHeight', height]) },
    }
  </script>`

  test('speaks to window.openai', async () => {
    const { resource } = raw(WIDGET, { appsSdk: { enabled: true } })
    site.serve('app1', '/chatgpt', { body: chatgpt + (resource.text ?? '') })
    site.serve('host', '/frame', { body: `<iframe src="${site.url('app1', '/chatgpt')}"></iframe>` })
    const page = await open(site.url('host', '/frame'))
    const widget = await innermost(page, 1)
    await until(widget, `globalThis.heard?.some(({ payload }) => payload?.renderData?.toolOutput?.sun === 7)`)
    expect(await widget.evaluate(`ask('tool', { toolName: 'add', params: { a: 2, b: 3 } })`)).toEqual({
      structuredContent: { sum: 5 },
    })
    await widget.evaluate(`ask('prompt', { prompt: 'more' })`)
    await widget.evaluate(`ask('intent', { intent: 'book', params: {} })`)
    await widget.evaluate(`ask('link', { url: 'https://example.com/' })`)
    await widget.evaluate(`send({ type: 'ui-size-change', payload: { height: 99 } })`)
    await widget.evaluate(
      `Object.assign(openai, { theme: 'dark' }), dispatchEvent(new CustomEvent('openai:set_globals', { detail: {} }))`,
    )
    await until(widget, `heard.some(({ payload }) => payload?.renderData?.theme === 'dark')`)
    expect(await widget.evaluate('calls')).toEqual([
      ['callTool', 'add', { a: 2, b: 3 }],
      ['sendFollowUpMessage', { prompt: 'more' }],
      ['sendFollowUpMessage', { prompt: 'Intent: book. Parameters: {}' }],
      ['openExternal', { href: 'https://example.com/' }],
      ['notifyIntrinsicHeight', 99],
    ])
    await page.context().close()
  })
})
