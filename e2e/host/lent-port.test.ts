import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireTrace } from '../../packages/casement/src/host/index.ts'
import { bundleScript } from '../lab/bundle.mjs'
import { openHostStage, until, viewFrame, type HostStage } from './stage.ts'

const folder = new URL('./', import.meta.url)
const pageWith = (script: string): string => `<!doctype html><title>View</title><body><script>${script}</script>`

/** A View on the official SDK that keeps what it was told. */
const official = async (): Promise<string> =>
  pageWith(
    await bundleScript({
      code: `
        import { App } from '@modelcontextprotocol/ext-apps'
        console.debug = () => {}
        window.told = []
        window.add = (app, b = 2) => app.callServerTool({ name: 'add', arguments: { a: 1, b } }).then((result) => result.structuredContent.sum)
        window.open = async () => {
          const app = new App({ name: 'stock', version: '1.0.0' }, {}, { autoResize: false })
          app.ontoolinput = ({ arguments: given }) => told.push(given)
          app.ontoolresult = ({ structuredContent }) => told.push(structuredContent)
          await app.connect()
          return app
        }
        open().then((app) => { window.app = app })`,
      folder,
    }),
  )

const INTRODUCTION = `{ protocolVersion: '2026-01-26', appInfo: { name: 'hand', version: '1' }, appCapabilities: {} }`
const BY_HAND = `
  window.heard = []
  window.post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  window.hello = (id) => post({ id, method: 'ui/initialize', params: ${INTRODUCTION} })
  window.ready = () => post({ method: 'ui/notifications/initialized' })
  window.ask = (id) => post({ id, method: 'tools/call', params: { name: 'add', arguments: { a: 1, b: id } } })
  window.answered = (id) => heard.some(({ data }) => data.id === id && !data.method)
  window.told = (method) => heard.some(({ data }) => data.method === method)
  addEventListener('message', ({ data, source, origin }) => heard.push({ data, origin, isParent: source === parent }))`

let stage: HostStage
beforeAll(async () => {
  stage = await openHostStage({
    stock: { html: await official() },
    patient: { html: pageWith(`${BY_HAND}\nhello(0)`) },
    hasty: { html: pageWith(`${BY_HAND}\nhello(0); ready()`) },
  })
})
afterAll(() => stage.close())

async function show(tool: string, options = ''): Promise<{ page: Page; view: Frame }> {
  const page = await stage.page()
  await page.evaluate(`window.passed = []
    mount('${tool}', { input: { a: 1 }, result: { content: [], structuredContent: { b: 2 } }, bridge: { trace: (entry) => passed.push(entry), ${options} } })`)
  return { page, view: await viewFrame(page) }
}

// These come whenever there is something to tell.
const ANY_TIME = new Set(['dev.casement/sandbox/view-report', 'ui/notifications/host-context-changed'])
const passed = async (page: Page, path: WireTrace['path']): Promise<string[]> =>
  (await page.evaluate<WireTrace[]>('passed'))
    .filter((entry) => entry.path === path)
    .map(({ message }) => (message as { method?: string }).method ?? 'answer')
    .filter((method) => !ANY_TIME.has(method))
const close = (page: Page): Promise<void> => page.context().close()

describe('a View that knows only its parent', () => {
  test('speaks past the relay once its handshake is answered, and is told everything', async () => {
    const { page, view } = await show('stock')
    await until(view, 'window.app && told.length === 2')
    expect(await view.evaluate('told')).toEqual([{ a: 1 }, { b: 2 }])
    expect(await view.evaluate(`add(app)`)).toBe(3)
    expect(await passed(page, 'relay')).toEqual(['ui/initialize', 'answer'])
    const direct = await passed(page, 'port')
    expect(direct.slice(0, 3)).toEqual([
      'ui/notifications/initialized',
      'ui/notifications/tool-input',
      'ui/notifications/tool-result',
    ])
    expect(direct).toContain('tools/call')
    const sums = await view.evaluate('Promise.all(Array.from({ length: 40 }, (_, b) => add(app, b)))')
    expect(sums).toEqual(Array.from({ length: 40 }, (_, b) => 1 + b))
    await close(page)
  })

  test('hears from its parent, and can tell it from others, whichever way a message came', async () => {
    const { page, view } = await show('patient')
    await until(view, 'answered(0)')
    await view.evaluate('ready()')
    await until(view, `told('ui/notifications/tool-result')`)
    const senders = await view.evaluate<{ origin: string; isParent: boolean }[]>('heard')
    expect(await passed(page, 'port')).toContain('ui/notifications/tool-result')
    expect(new Set(senders.map(({ isParent, origin }) => `${isParent} ${origin}`))).toEqual(
      new Set([`true http://sandbox.casement.localhost:${stage.served.port}`]),
    )
    // As adapters do: a message is handed on under the name of its sender.
    await view.evaluate(`(() => {
      const { data, origin, source } = new MessageEvent('message', { data: 'again', origin: 'x', source: parent })
      heard.push({ data, origin, isParent: source === parent, is: new MessageEvent('message') instanceof MessageEvent })
    })()`)
    expect(await view.evaluate('heard.at(-1)')).toEqual({ data: 'again', origin: 'x', isParent: true, is: true })
    expect(await view.evaluate(`[parent === window, parent === top, parent.closed, parent.length]`)).toEqual([
      false,
      false,
      false,
      1,
    ])
    expect(await view.evaluate(`(() => { try { return parent.document } catch (error) { return error.name } })()`)).toBe(
      'SecurityError',
    )
    await close(page)
  })

  test('what is meant for somebody else, or is no JSON, is left to the browser and the relay', async () => {
    const { page, view } = await show('patient')
    await until(view, 'answered(0)')
    await view.evaluate('ready()')
    await view.evaluate(`(() => {
      parent.postMessage({ jsonrpc: '2.0', id: 1, method: 'ping' }, 'https://elsewhere.example')
      parent.postMessage({ jsonrpc: '2.0', id: 2, method: 'ping', params: { big: 1n } }, '*')
      parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready' }, '*')
      parent.postMessage({ jsonrpc: '2.0', id: 3, method: 'ping' }, { targetOrigin: '*' })
      ask(4)
    })()`)
    await until(view, 'answered(2) && answered(3) && answered(4)')
    expect(await view.evaluate(`heard.find(({ data }) => data.id === 2).data.error.message`)).toBe(
      'The message is not plain JSON',
    )
    expect(await view.evaluate('answered(1)')).toBe(false)
    expect(await passed(page, 'relay')).toContain('dev.casement/sandbox/dropped')
    await close(page)
  })

  test('something long goes through the relay, which has a process of its own to look at it, and nothing overtakes it', async () => {
    const { page, view } = await show('patient')
    await until(view, 'answered(0)')
    await view.evaluate(`(() => {
      ready()
      ask(1)
      post({ id: 2, method: 'tools/call', params: { name: 'add', arguments: { text: 'x'.repeat(60 << 20) } } })
      ask(3)
    })()`)
    await until(view, 'answered(1) && answered(2) && answered(3)')
    expect(await view.evaluate(`heard.find(({ data }) => data.id === 2).data.error.message`)).toBe('The message is too long')
    expect(await passed(page, 'port')).toContain('tools/call')
    expect(await passed(page, 'relay')).toContain('tools/call')
    await close(page)
  })

  test('one that does not wait for the answer keeps to the relay and loses nothing', async () => {
    const { page, view } = await show('hasty')
    await until(view, `answered(0) && told('ui/notifications/tool-result')`)
    await view.evaluate('ask(1)')
    await until(view, 'answered(1)')
    expect(await passed(page, 'port')).toEqual([])
    await close(page)
  })

  test('a second app on its page joins in, and the first goes on', async () => {
    const { page, view } = await show('stock')
    await until(view, 'window.app && told.length === 2')
    await view.evaluate(`open().then((app) => { window.second = app })`)
    await until(view, 'window.second')
    for (const app of ['app', 'second']) expect(await view.evaluate(`add(${app})`)).toBe(3)
    await close(page)
  })

  test('in a host that takes no port it goes on through the relay', async () => {
    const { page, view } = await show('stock', 'directPort: false')
    await until(view, 'window.app && told.length === 2')
    expect(await view.evaluate(`add(app)`)).toBe(3)
    expect(await passed(page, 'port')).toEqual([])
    await close(page)
  })
})
