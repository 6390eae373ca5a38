import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireTrace } from '../../packages/casement/src/host/index.ts'
import { officialView, openHostStage, until, viewFrame, type HostStage } from './stage.ts'

const pageWith = (script: string): string => `<!doctype html><title>View</title><body><script>${script}</script>`

// Stores the received messages.
const STOCK = `
  window.told = []
  window.add = (app, b = 2) => app.callServerTool({ name: 'add', arguments: { a: 1, b } }).then((result) => result.structuredContent.sum)
  window.open = async () => {
    const app = new App({ name: 'stock', version: '1.0.0' }, {}, { autoResize: false })
    app.ontoolinput = ({ arguments: given }) => told.push(given)
    app.ontoolresult = ({ structuredContent }) => told.push(structuredContent)
    await app.connect()
    return app
  }
  open().then((app) => { window.app = app })`

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
    stock: { html: await officialView(STOCK) },
    patient: { html: pageWith(`${BY_HAND}\nhello(0)`) },
    // Does not wait for anything, and asks before it may.
    hasty: { html: pageWith(`${BY_HAND}\nhello(0); ask(1); ready(); ask(2)`) },
    // Writes its page anew before it speaks, and our listeners with it.
    rewritten: {
      html: pageWith(
        `onload = () => setTimeout(() => { document.open(); document.write(${JSON.stringify(pageWith(`${BY_HAND}\nhello(0)`)).replaceAll('</', String.raw`<\/`)}); document.close() })`,
      ),
    },
    // Gets hold of the port, and speaks there.
    thief: {
      html: pageWith(`${BY_HAND}
        const { start } = MessagePort.prototype
        MessagePort.prototype.start = function () { window.stolen = this; start.call(this) }
        hello(0)`),
    },
  })
})
afterAll(() => stage.close())

async function show(tool: string, bridge = '', options = ''): Promise<{ page: Page; view: Frame }> {
  const page = await stage.page()
  await page.evaluate(`window.passed = []
    mount('${tool}', { input: { a: 1 }, result: { content: [], structuredContent: { b: 2 } }, bridge: { trace: (entry) => passed.push(entry), ${bridge} }, ${options} })`)
  return { page, view: await viewFrame(page) }
}

// These come whenever there is something to tell, or to see whether the View is alive.
const ANY_TIME = new Set(['ui/notifications/host-context-changed', 'ping'])

/**
 * The messages between host and View on one route: methods, and whether a message was a response. Messages of the sandbox are
 * left out.
 */
const passed = async (page: Page, direction: WireTrace['direction'], path: WireTrace['path']): Promise<string[]> =>
  (await page.evaluate<WireTrace[]>('passed'))
    .filter((entry) => entry.path === path && entry.direction === direction)
    .map(({ message }) => (message as { method?: string }).method ?? 'answer')
    .filter((method) => !ANY_TIME.has(method) && !method.startsWith('dev.casement/'))
/** The host uses the relay until it knows that the other end listens on the port, which can take longer than the first calls. */
async function untilStraight(page: Page, view: Frame, call: string): Promise<void> {
  await expect
    .poll(async () => {
      await view.evaluate(call)
      return passed(page, 'to-view', 'port')
    })
    .toContain('answer')
}
const close = (page: Page): Promise<void> => page.context().close()

describe('a View that knows only its parent', () => {
  test.each([
    ['served', () => ''],
    ['opaque', () => `sandbox: host.staticSandbox('${stage.served.handler.opaqueProxyUrl}')`],
  ])('%s: hears its host past the relay once it has introduced itself, and is heard through it', async (mode, sandbox) => {
    const { page, view } = await show('stock', '', sandbox())
    await until(view, 'window.app && told.length === 2')
    expect(await page.evaluate('mounted.ticket.mode')).toBe(mode)
    expect(await view.evaluate('told')).toEqual([{ a: 1 }, { b: 2 }])
    expect((await passed(page, 'to-view', 'relay'))[0]).toBe('answer')
    await untilStraight(page, view, 'add(app)')
    expect(await view.evaluate(`add(app)`)).toBe(3)
    expect(await passed(page, 'from-view', 'relay')).toContain('tools/call')
    expect(await passed(page, 'from-view', 'port')).toEqual([])
    const sums = await view.evaluate('Promise.all(Array.from({ length: 40 }, (_, b) => add(app, b)))')
    expect(sums).toEqual(Array.from({ length: 40 }, (_, b) => 1 + b))
    await close(page)
  })

  test('cannot tell by which way a message of its parent came', async () => {
    const { page, view } = await show('patient')
    await until(view, 'answered(0)')
    await view.evaluate('ready()')
    await until(view, `told('ui/notifications/tool-result')`)
    await untilStraight(page, view, 'ask(1)')
    await until(view, 'heard.filter(({ data }) => data.id === 1).length > 0')
    const senders = await view.evaluate<{ origin: string; isParent: boolean }[]>('heard')
    expect(new Set(senders.map(({ isParent, origin }) => `${isParent} ${origin}`))).toEqual(
      new Set([`true http://sandbox.casement.localhost:${stage.served.port}`]),
    )
    // Nothing but what the specification lists: the port itself comes by unseen.
    expect(await view.evaluate(`heard.every(({ data }) => data.jsonrpc === '2.0')`)).toBe(true)
    await close(page)
  })

  test('R-093 that does not wait for its answer hears it first all the same, and everything after it in its order', async () => {
    const { page, view } = await show('hasty')
    await until(view, `answered(0) && answered(1) && answered(2) && told('ui/notifications/tool-result')`)
    // By one way or the other, in the order in which it was said.
    const said = (await page.evaluate<WireTrace[]>('passed')).filter(({ direction }) => direction === 'to-view')
    const names = said.map(
      ({ message }) => (message as { method?: string; id?: number }).method ?? String((message as { id?: number }).id),
    )
    await expect
      .poll(() => view.evaluate(`heard.slice(0, ${names.length}).map(({ data }) => data.method ?? String(data.id))`))
      .toEqual(names)
    expect(names[0]).toBe('0')
    expect(names.indexOf('ui/notifications/tool-input')).toBeLessThan(names.indexOf('ui/notifications/tool-result'))
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

  test('that loads its page anew is told everything again', async () => {
    const { page, view } = await show('stock')
    await until(view, 'window.app && told.length === 2')
    await view.evaluate(`(window.isOld = true, location.reload())`)
    await until(view, '!window.isOld && window.app && told.length === 2')
    expect(await view.evaluate(`add(app)`)).toBe(3)
    await close(page)
  })

  test('that has written its page anew, without our script, hears everything through the relay', async () => {
    const { page, view } = await show('rewritten')
    await until(view, 'window.answered?.(0)')
    await view.evaluate('ready()')
    await until(view, `told('ui/notifications/tool-result')`)
    await view.evaluate('ask(1)')
    await until(view, 'answered(1)')
    expect(await passed(page, 'to-view', 'port')).toEqual([])
    await close(page)
  })

  test('that speaks at the port is not heard there, and hears its host through the relay from then on', async () => {
    const { page, view } = await show('thief')
    await until(view, 'answered(0)')
    await view.evaluate('ready()')
    await until(view, `told('ui/notifications/tool-result') && window.stolen`)
    await view.evaluate(
      `stolen.postMessage(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'add', arguments: { a: 1, b: 1 } } }))`,
    )
    // Until the host has noticed, it may answer at the port.
    await expect
      .poll(async () => {
        await view.evaluate('ask(8)')
        return (await passed(page, 'to-view', 'relay')).length
      })
      .toBeGreaterThan(1)
    expect(await view.evaluate('answered(7)')).toBe(false)
    expect(await passed(page, 'from-view', 'port')).toEqual([])
    await close(page)
  })

  test('in a host that takes no ports it hears everything through the relay', async () => {
    const { page, view } = await show('stock', 'directPort: false')
    await until(view, 'window.app && told.length === 2')
    expect(await view.evaluate(`add(app)`)).toBe(3)
    expect(await passed(page, 'to-view', 'port')).toEqual([])
    await close(page)
  })
})
