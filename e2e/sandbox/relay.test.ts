import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Mounted, Stage, viewReporting } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await Stage.open()
})
afterAll(() => stage.close())

const listening = (script = ''): string =>
  viewReporting(
    `'listening'`,
    `<script>
      const post = (message, ports) => parent.postMessage(message, '*', ports)
      addEventListener('message', ({ data, origin }) => post({ jsonrpc: '2.0', method: 'test/echo', params: { data, origin } }))
      ${script}
    </script>`,
  )
const methods = async (view: Mounted): Promise<(string | undefined)[]> =>
  (await view.heard()).map(({ message }) => message.method)
const close = (view: Mounted): Promise<void> => view.page.context().close()

describe('the relay in Chromium', () => {
  test('R-090 carries requests, responses and notifications both ways, as text to the host and objects to the View', async () => {
    const view = await stage.mount({
      html: listening(`
        post({ jsonrpc: '2.0', id: 0, method: 'ui/initialize', params: { a: 1 } })
        post({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })`),
    })
    await view.wait('test/result')
    expect((await view.heard()).slice(1, 4).map(({ message }) => message)).toEqual([
      { jsonrpc: '2.0', id: 0, method: 'ui/initialize', params: { a: 1 } },
      // The relay's own word: a View without a port may be spoken to past it.
      { jsonrpc: '2.0', method: 'dev.casement/sandbox/downlink', params: {} },
      { jsonrpc: '2.0', method: 'ui/notifications/initialized' },
    ])
    const answer = { jsonrpc: '2.0', id: 0, result: { ok: true } }
    await view.say(answer)
    expect(await view.wait('test/echo')).toEqual({
      data: answer,
      origin: `http://sandbox.casement.localhost:${stage.served.port}`,
    })
    await close(view)
  })

  test('R-091 4.34 drops reserved messages of the View and of the host', async () => {
    const view = await stage.mount({
      html: listening(`
        for (const method of ['ui/notifications/sandbox-proxy-ready', 'ui/notifications/sandbox-resource-ready', 'dev.casement/sandbox/navigated'])
          post({ jsonrpc: '2.0', method, params: { html: 'evil' } })`),
    })
    await view.wait('test/result')
    await view.say({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params: { html: 'again' } })
    await view.say({ jsonrpc: '2.0', method: 'dev.casement/sandbox/anything' })
    await view.say({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: {} })
    expect(await view.wait('test/echo')).toMatchObject({ data: { method: 'ui/notifications/tool-result' } })
    const heard = await methods(view)
    expect(heard.filter((method) => method === 'ui/notifications/sandbox-proxy-ready')).toHaveLength(1)
    expect(heard).not.toContain('dev.casement/sandbox/navigated')
    expect(heard.filter((method) => method === 'dev.casement/sandbox/dropped')).toHaveLength(3)
    await close(view)
  })

  test('R-092 asks nothing of its own: what it sends by itself are notifications', async () => {
    const view = await stage.mount({ html: viewReporting(`(console.log('x'), Promise.reject(new Error('y')), 1)`) })
    await view.wait('dev.casement/sandbox/view-report')
    expect((await view.heard()).filter(({ message }) => message.id !== undefined)).toEqual([])
    await close(view)
  })

  test('R-099 accepts messages only from the host and the View: other frames and a second host message have no effect', async () => {
    const view = await stage.mount({ html: listening() })
    await view.wait('test/result')
    const forged = { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { forged: true } }
    const again = { jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params: { url: 'https://evil.example/' } }
    // From the host's own window: only the port counts once there is one. From a foreign frame: never.
    await view.page.evaluate(`(() => {
      const proxy = frames[0]
      for (const message of [${JSON.stringify(forged)}, ${JSON.stringify(again)}]) {
        proxy.postMessage(message, '*')
        proxy.frames[0].postMessage(message, '*')
      }
      const stranger = document.createElement('iframe')
      stranger.srcdoc = '<script>parent.frames[0].postMessage(' + JSON.stringify(${JSON.stringify(forged)}) + ', "*"); parent.done = true</scr' + 'ipt>'
      document.body.append(stranger)
    })()`)
    await view.page.waitForFunction('window.done')
    await view.say({ jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { real: true } })
    await view.page.waitForFunction(`heard.some(({ message }) => message.params?.data?.params?.real)`)
    const echoes = (await view.heard())
      .filter(({ message }) => message.method === 'test/echo')
      .map(({ message }) => message.params)
    // A host can always post into a grandchild; the View tells it from its proxy by the source. Through the relay came one.
    const proxied = echoes.filter((echo) => String(echo?.['origin']).includes('//sandbox.'))
    expect(proxied).toHaveLength(1)
    await close(view)
  })

  test('R-099 hears no stranger without a port either, neither before the View is there nor after', async () => {
    const page = await stage.hostPage()
    // Of the host's own origin, so that only the source tells it from the host.
    const stranger = `<script>setInterval(() => {
      for (let index = 0; index < parent.length; index++) {
        const params = { html: 'evil', url: 'https://evil.example/' }
        parent[index].postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params }, '*')
        parent[index].postMessage({ jsonrpc: '2.0', method: 'forged' }, '*')
      }
    })</script>`
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: ${JSON.stringify(stranger)} }))`,
    )
    const view = await stage.mount({ html: listening() }, { port: false }, page)
    await view.wait('test/result')
    await view.say({ jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { real: true } })
    await page.waitForFunction(`heard.some(({ message }) => message.params?.data?.params?.real)`)
    const said = (await view.heard()).map(({ message }) => (message.params?.['data'] as { method?: string } | undefined)?.method)
    expect(said.filter((method) => method === 'forged')).toEqual([])
    await close(view)
  })

  test('passes a port on with ui/initialize, so that View and host can talk without it', async () => {
    const view = await stage.mount({
      html: listening(`
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => port1.postMessage(data + ' and back')
        post({ jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: {} }, [port2])
        post({ jsonrpc: '2.0', method: 'ui/notifications/other' }, [new MessageChannel().port1])`),
    })
    await view.wait('test/result')
    const carried = (await view.heard())
      .filter(({ by, message }) => by === 'port' && message.method?.startsWith('ui/'))
      .map(({ message, ports }) => [message.method, ports])
    expect(carried.slice(0, 2)).toEqual([
      ['ui/initialize', 1],
      ['ui/notifications/other', 0],
    ])
    const answer = `new Promise((resolve) => { carried[0].onmessage = ({ data }) => resolve(data); carried[0].postMessage('there') })`
    expect(await view.page.evaluate(answer)).toBe('there and back')
    await close(view)
  })

  test('refuses what is no plain JSON, and tells a View that asked', async () => {
    const view = await stage.mount({
      html: listening(`
        post({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { big: 1n } })
        post(JSON.parse('{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"__proto__":{}}}'))
        post('{"jsonrpc":"2.0","id":"text","method":"tools/call","params":{}}')
        post({ 'dev.casement/tap': { kind: 'x', big: 1n } })
        post({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { text: 'x'.repeat(11 * 1024 * 1024) } })`),
    })
    await view.page.waitForFunction(`heard.filter(({ message }) => message.method === 'test/echo').length === 3`)
    const refused = (await view.heard()).filter(({ message }) => message.method === 'test/echo')
    expect(refused.map(({ message }) => message.params?.['data'])).toMatchObject(
      [7, 8, 9].map((id) => ({ id, error: { code: -32600 } })),
    )
    expect(await methods(view)).not.toContain('tools/call')
    await close(view)
  })

  test('ends a flood instead of passing it on, and the host stays responsive', async () => {
    const view = await stage.mount({
      html: viewReporting(
        `'flooding'`,
        `<script>
          const flood = () => { for (let i = 0; i < 3000; i++) parent.postMessage({ jsonrpc: '2.0', method: 'x' }, '*') }
          addEventListener('message', () => setInterval(flood), { once: true })
        </script>`,
      ),
    })
    await view.wait('test/result')
    // Ten thousand at once and one each millisecond come through before it is one. A busy machine is too slow to carry more than
    // that, so the proxy's clock stands still.
    await view.proxy().evaluate('((at) => { performance.now = () => at })(performance.now())')
    await view.say({ jsonrpc: '2.0', method: 'test/go' })
    const count = (method: string): Promise<number> =>
      view.page.evaluate(`heard.filter(({ message }) => message.method === '${method}').length`)
    expect(await view.wait('dev.casement/sandbox/stopped')).toEqual({ reason: 'flood' })
    expect(await count('x')).toBeGreaterThan(5000)
    expect(await count('x')).toBeLessThanOrEqual(10_000)
    await expect.poll(() => view.proxy().childFrames().length).toBe(0)
    expect(await count('dev.casement/sandbox/stopped')).toBe(1)
    await close(view)
  })

  test('notes a second document in the frame, and still relays for the app', async () => {
    const html = viewReporting(
      `'loaded'`,
      `<script>if (!sessionStorage.again) { sessionStorage.again = 1; addEventListener('load', () => setTimeout(() => location.reload())) }</script>`,
    )
    const view = await stage.mount({ html, app: 'reloader' })
    expect(await view.wait('dev.casement/sandbox/navigated')).toEqual({})
    await view.page.waitForFunction(`heard.filter(({ message }) => message.method === 'test/result').length === 2`)
    await close(view)
  })

  test('ends the View when the host says goodbye', async () => {
    const view = await stage.mount({ html: listening() })
    await view.wait('test/result')
    await view.page.evaluate('hostPort.postMessage(null)')
    await expect.poll(() => view.proxy().childFrames().length).toBe(0)
    await close(view)
  })

  test('does not fail on a message for a View whose frame is gone, as while a page takes both frames away', async () => {
    const view = await stage.mount({ html: listening() })
    await view.wait('test/result')
    const errors: string[] = []
    view.page.on('pageerror', ({ message }) => errors.push(message))
    await view.proxy().evaluate(`document.querySelector('iframe').remove()`)
    await view.say({ jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: {} })
    await view.page.evaluate('hostPort.postMessage(null)')
    expect(await view.wait('dev.casement/sandbox/stopped')).toEqual({ reason: 'closed' })
    expect(errors).toEqual([])
    await close(view)
  })

  test('tells what went wrong in a View from its first moment on, as its own word', async () => {
    const view = await stage.mount({
      html: `<!doctype html><script>console.warn('early', { a: 1 }); nope()</script><img src="data:image/png,x"><script>Promise.reject(new Error('later'))</script>`,
    })
    await view.page.waitForFunction(
      `heard.filter(({ message }) => message.method === 'dev.casement/sandbox/view-report').length >= 4`,
    )
    const told = (await view.heard()).flatMap(({ message }) => (message.method?.endsWith('view-report') ? [message.params] : []))
    expect(told.toSorted((a, b) => String(a?.['kind']).localeCompare(String(b?.['kind'])))).toMatchObject([
      { kind: 'console', level: 'warn', message: 'early {"a":1}' },
      { kind: 'error', message: 'Uncaught ReferenceError: nope is not defined', line: 1 },
      { kind: 'rejection', message: 'Error: later' },
      { kind: 'resource', tag: 'img' },
    ])
    expect(JSON.stringify(told)).not.toContain('/view/')
    await close(view)
  })
})

describe('the self-test of the proxy (R-100)', () => {
  test('refuses to run in a tab', async () => {
    const page = await stage.hostPage()
    await page.goto(stage.handler.opaqueProxyUrl)
    expect(await page.textContent('body')).toContain('top-level')
    await page.context().close()
  })

  test('refuses to run on the origin of its host (R-082)', async () => {
    const page = await stage.hostPage()
    const body = await (await stage.handler.fetch(new Request(stage.handler.opaqueProxyUrl))).text()
    await page.route('**/same-origin-proxy', (route) => route.fulfill({ contentType: 'text/html', body }))
    const view = await stage.show(`${stage.served.hostOrigin}/same-origin-proxy`, { params: { html: 'x' } }, page)
    expect(await view.wait('dev.casement/sandbox/refused')).toEqual({ reason: 'same-origin' })
    expect(await methods(view)).not.toContain('ui/notifications/sandbox-proxy-ready')
    await close(view)
  })

  test('refuses to run without an origin of its own', async () => {
    const page = await stage.hostPage()
    const ticket = await stage.ticket({ html: 'x' })
    await stage.show(ticket.proxyUrl, { sandboxAttribute: 'allow-scripts' }, page)
    await expect.poll(() => page.frames()[1]?.textContent('body')).toContain('opaque-proxy')
    await page.context().close()
  })

  test('is not framed by another page at all: frame-ancestors is exact at both levels', async () => {
    const page = await stage.hostPage()
    const ticket = await stage.ticket({ html: viewReporting('1') })
    const served: number[] = []
    page.on('response', (response) => /\/(?:proxy|view)\//.test(response.url()) && served.push(response.status()))
    await page.goto(`http://127.0.0.1:${stage.served.port}/`)
    await page.evaluate(
      `document.body.innerHTML = '<iframe src="${ticket.proxyUrl}"></iframe><iframe src="${ticket.viewUrl}"></iframe>'`,
    )
    await expect
      .poll(() => page.frames().map((frame) => frame.url()))
      .toEqual([`http://127.0.0.1:${stage.served.port}/`, 'chrome-error://chromewebdata/', 'chrome-error://chromewebdata/'])
    await expect.poll(() => served).toEqual([200, 200])
    await page.context().close()
  })
})
