import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { root } from '../../scripts/setup.mjs'
import { until } from '../host/stage.ts'
import { PATIENCE } from '../lab/expression.mjs'
import { pageHtml } from '../lab/page-html.mjs'
import { startSite, type Site } from '../lab/site.mjs'
import { WIDGET } from '../legacy/widgets.ts'
import { bundleApp } from './alias.ts'
import { CLIENT_5, CLIENT_7, VIEW_6 } from './apps.ts'
import { frameWith } from './frame-with.ts'

const OURS = { '@mcp-ui/client': '@casement/mcp-ui-client', '@mcp-ui/server': '@casement/mcp-ui-server' }

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openChromium()
  for (const [name, code] of [
    ['client-5', CLIENT_5],
    ['client-7', CLIENT_7],
  ] as const) {
    const src = site.serve('host', `/${name}.js`, { body: await bundleApp(code, OURS), type: 'text/javascript' })
    site.serve('host', `/${name}`, { body: pageHtml({ src }) })
  }
  const element = readFileSync(join(root, 'packages/mcp-ui-client/dist/ui-resource-renderer.wc.js'), 'utf8')
  const src = site.serve('host', '/element.js', { body: element, type: 'text/javascript' })
  site.serve('host', '/element', {
    body: `<!doctype html><body data-ready="yes"><script type="module" src="${src}"></script></body>`,
  })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

async function open(path: string): Promise<Page> {
  const context = await browser.newContext()
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  await page.goto(site.url('host', path))
  await page.locator('body[data-ready=yes]').waitFor({ state: 'attached' })
  return page
}

const block = (mimeType: string, text: string): object => ({ type: 'resource', resource: { uri: 'ui://shop/1', mimeType, text } })
const show = async (mimeType: string, text: string, settings: object = {}): Promise<Page> => {
  const page = await open('/client-5')
  await page.evaluate(`show(${JSON.stringify(block(mimeType, text))}, ${JSON.stringify(settings)})`)
  return page
}

test('UIResourceRenderer shows a View of type text/html;profile=mcp-app, whose requests are actions', async () => {
  const script = await bundleApp(VIEW_6, OURS)
  const html = `<!doctype html><body>Shop<script>console.log = console.debug = () => {};${script}</script></body>`
  const page = await show('text/html;profile=mcp-app', html, { renderData: { toolInput: { topic: 'basil' }, theme: 'dark' } })
  const view = await frameWith(page, 'globalThis.connected && globalThis.told.input')
  expect(await view.evaluate('told.input')).toEqual({ topic: 'basil' })
  const call = `app.callServerTool({ name: 'add', arguments: { a: 19, b: 23 } }).then((r) => r.structuredContent)`
  expect(await view.evaluate(call)).toEqual({ sum: 42 })
  await view.evaluate(`app.openLink({ url: 'https://example.com/' })`)
  expect(await page.evaluate('actions.map(({ type, payload }) => [type, payload])')).toEqual([
    ['tool', { toolName: 'add', params: { a: 19, b: 23 } }],
    ['link', { url: 'https://example.com/' }],
  ])
  await page.context().close()
})

test('HTML has no origin, whatever flags the host passes, and cannot leave its frame', async () => {
  const permissions = 'allow-same-origin allow-top-navigation allow-popups-to-escape-sandbox allow-forms'
  const page = await show('text/html', WIDGET, { permissions })
  const widget = await frameWith(page, 'globalThis.ask')
  expect(await page.locator('iframe.widget').getAttribute('sandbox')).toBe('allow-scripts allow-forms')
  expect(await widget.evaluate('origin')).toBe('null')
  expect(await widget.evaluate(`(localStorage.setItem('a', 'b'), localStorage.getItem('a'))`)).toBe('b')
  site.serve('app1', '/elsewhere', { body: WIDGET })
  const blocked = `new Promise((resolve) => { addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective)); fetch(${JSON.stringify(site.url('app1', '/elsewhere'))}).catch(() => {}) })`
  expect(await widget.evaluate(blocked)).toBe('connect-src')
  await widget.evaluate(`void (location.href = ${JSON.stringify(site.url('app1', '/elsewhere'))})`)
  // The proxy removes a widget that tried to navigate; the page it named is never shown.
  await expect.poll(() => page.frames().length).toBe(2)
  expect(page.frames().filter((frame) => frame.url().includes('elsewhere'))).toEqual([])
  await page.context().close()
})

test('a page of the host’s own origin runs without it', async () => {
  const page = await show('text/uri-list', site.serve('host', '/own', { body: WIDGET }))
  const widget = await frameWith(page, 'globalThis.ask')
  expect(await widget.evaluate('origin')).toBe('null')
  expect(await widget.evaluate(`ask('tool', { toolName: 'add', params: { a: 1, b: 2 } })`)).toEqual({ sum: 3 })
  await page.context().close()
})

test('a type that is not supported is named', async () => {
  const page = await show('text/html+skybridge', '<p>')
  await page.getByText('Unsupported resource type.').waitFor()
  expect(page.frames().length).toBe(1)
  await page.context().close()
})

test('AppRenderer refuses a proxy of its own origin, and says so', async () => {
  const page = await open('/client-7')
  const settings = {
    proxy: site.url('host', '/own'),
    uri: 'ui://a',
    mimeType: 'text/html;profile=mcp-app',
    text: '<p>',
    theme: 'dark',
  }
  await page.evaluate(`show(${JSON.stringify(settings)})`)
  await page.getByText('has the origin of this page').waitFor()
  expect(await page.evaluate('problems[0]')).toContain('Serve it from another origin')
  await page.context().close()
})

test('the web component shows a resource and dispatches its actions', async () => {
  const page = await open('/element')
  const { resource } = block('text/html', WIDGET) as { resource: object }
  await page.evaluate(`customElements.whenDefined('ui-resource-renderer').then(() => {
    globalThis.actions = []
    const element = document.createElement('ui-resource-renderer')
    element.addEventListener('onUIAction', ({ detail }) => actions.push(detail))
    element.setAttribute('resource', ${JSON.stringify(JSON.stringify(resource))})
    element.htmlProps = { iframeRenderData: { plan: 'pro' }, autoResizeIframe: true }
    document.body.append(element)
  })`)
  const widget = await frameWith(page, `globalThis.heard?.some(({ payload }) => payload?.renderData?.plan === 'pro')`)
  await widget.evaluate(`send({ type: 'ui-size-change', payload: { height: 321 } })`)
  await widget.evaluate(`ask('notify', { message: 'saved' })`)
  await until(page, `actions.some(({ type, payload }) => type === 'notify' && payload.message === 'saved')`)
  expect(await page.locator('iframe').evaluate(({ style }: HTMLElement) => style.height)).toBe('321px')
  await page.context().close()
})
