import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { casementView, openHostStage, until, viewFrame, type HostStage } from './stage.ts'
import { viewFrames } from '../view-frames.ts'

let stage: HostStage
beforeAll(async () => {
  const plain = await casementView('<h1>Hello ünïcode</h1>')
  stage = await openHostStage({
    plain: { html: plain },
    encoded: {
      html: plain,
      base64: true,
      mimeType: 'text/html; profile="mcp-app"',
      listed: { prefersBorder: true, permissions: { camera: {} } },
    },
    tall: { html: await casementView('<div id="box" style="height:333px">tall</div>') },
    loops: { html: await casementView('<p>will loop</p>') },
    leaves: { html: await casementView('<p>will reload</p>') },
    // It says nothing before its first picture.
    patient: {
      html: `<!doctype html><title>Patient</title><script>
        const say = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
        addEventListener('message', ({ data }) => data.id === 1 && say({ method: 'ui/notifications/initialized' }))
        const params = { protocolVersion: '2026-01-26', appInfo: { name: 'patient', version: '1.0.0' }, appCapabilities: {} }
        requestAnimationFrame(() => say({ id: 1, method: 'ui/initialize', params }))
      </script>`,
    },
    deaf: {
      html: await casementView(
        '<p>never says goodbye</p><script>addEventListener("load", () => { app.onteardown = () => new Promise(() => {}) })</script>',
      ),
    },
  })
})
afterAll(() => stage.close())

describe('mountApp in Chromium', () => {
  test('shows the view of a tool: three origins, data in order, tools of the server, teardown (R-024 R-079 R-083 R-085 R-200 R-210 R-211 R-218 R-270)', async () => {
    const page = await stage.page()
    await page.evaluate(`(async () => {
      const mounted = await mount('plain', { input: { city: 'Bern' }, result: client.callTool({ name: 'plain', arguments: {} }) })
      await mounted.ready
    })()`)
    const view = await viewFrame(page)
    expect(await view.textContent('h1')).toBe('Hello ünïcode')
    await until(view, 'told.some(([event]) => event === "toolresult")')
    expect(await view.evaluate('told.filter(([event]) => event.startsWith("tool"))')).toEqual([
      ['toolinput', { arguments: { city: 'Bern' } }],
      ['toolresult', { content: [{ type: 'text', text: 'result of plain' }] }],
    ])
    // Not all frames: the page prewarms a proxy when it is idle, and that has no address at first.
    const nested = [page.mainFrame(), view.parentFrame(), view]
    expect(new Set(nested.map((frame) => new URL(frame?.url() ?? '').origin)).size).toBe(3)
    const sum = `app.callServerTool({ name: 'add', arguments: { a: 2, b: 3 } }).then((r) => r.structuredContent)`
    expect(await view.evaluate(sum)).toEqual({ sum: 5 })
    expect(await page.evaluate(`mounted.element.shadowRoot.querySelector('iframe').getAttribute('sandbox')`)).toBe(
      'allow-scripts allow-same-origin',
    )
    expect(await page.evaluate(`log.filter(([event]) => event === 'step').map(([, { name }]) => name)`)).toEqual([
      'fetch',
      'mint',
      'proxy',
      'document',
      'initialize',
      'initialized',
      'input',
      'result',
    ])
    await page.evaluate('Promise.all([mounted.dispose(), mounted.dispose()])')
    await expect.poll(() => viewFrames(page)).toEqual([])
    expect(await page.evaluate(`document.querySelector('#app').childElementCount`)).toBe(0)
    expect(await page.evaluate(`log.filter(([event]) => event === 'stage').map(([, stage]) => stage)`)).toEqual([
      'handshaking',
      'ready',
      'closed',
    ])
    await page.context().close()
  })

  test('reads base64, equal media types and metadata of the listing (R-022 R-034 R-040 R-041 R-070 R-076 R-302 R-313)', async () => {
    const page = await stage.page()
    await page.evaluate(`mount('encoded', {}).then((mounted) => mounted.ready)`)
    expect(await (await viewFrame(page)).textContent('h1')).toBe('Hello ünïcode')
    const seen = `(() => { const root = mounted.element.shadowRoot; return [root.querySelector('dialog').dataset.border, root.querySelector('iframe').allow] })()`
    expect(await page.evaluate(seen)).toEqual(['true', 'camera'])
    expect(await page.evaluate('mounted.bridge.getCapabilities().sandbox')).toEqual({ permissions: { camera: {} } })
    await page.context().close()
  })

  test('is announced before its result exists: partials, input and result follow (R-093 R-212 R-214)', async () => {
    const page = await stage.page()
    await page.evaluate(`(async () => {
      window.pieces = new TransformStream()
      window.writer = pieces.writable.getWriter()
      window.result = Promise.withResolvers()
      const mounted = await mount('plain', { partial: pieces.readable, result: result.promise })
      await mounted.ready
    })()`)
    const view = await viewFrame(page)
    await page.evaluate(`writer.write('{"text": "Once upon')`)
    await until(view, `told.some(([event, params]) => event === 'toolinputpartial' && params.arguments.text === 'Once upon')`)
    await page.evaluate(`(writer.write(' a time"}'), writer.close())`)
    await until(view, `told.some(([event]) => event === 'toolinput')`)
    await page.evaluate(`result.resolve({ content: [{ type: 'text', text: 'done' }] })`)
    await until(view, `told.some(([event]) => event === 'toolresult')`)
    const order = await view.evaluate<[string, { arguments?: unknown }][]>('told')
    expect(order.filter(([event]) => event === 'toolinput')).toEqual([['toolinput', { arguments: { text: 'Once upon a time' } }]])
    expect(order.findLastIndex(([event]) => event === 'toolinputpartial')).toBeLessThan(
      order.findIndex(([event]) => event === 'toolinput'),
    )
    await page.context().close()
  })

  test('gives the frame the height of the content, up to its room, and no nonsense (R-164 R-168 R-174)', async () => {
    const page = await stage.page()
    await page.evaluate(`mount('tall', { containerDimensions: { width: 600, maxHeight: 500 } }).then((mounted) => mounted.ready)`)
    const view = await viewFrame(page)
    const height = `mounted.element.shadowRoot.querySelector('iframe').getBoundingClientRect().height`
    await page.waitForFunction(`${height} === 333`)
    await view.evaluate(`(box.style.height = '2000px')`)
    await page.waitForFunction(`${height} === 500`)
    await view.evaluate(`[NaN, -5, 1e9, '12', null].forEach((height) => app.sendSizeChanged({ height, width: height }))`)
    await view.evaluate(`(box.style.height = '120px')`)
    await page.waitForFunction(`${height} === 120`)
    expect(await view.evaluate('innerWidth')).toBe(598)
    await page.context().close()
  })

  test('tells the View of its surroundings (R-144 R-145 R-146 R-147 R-148 R-149 R-150 R-151 R-152 R-153 R-154)', async () => {
    const page = await stage.page({ locale: 'de-CH', timezoneId: 'Europe/Zurich', colorScheme: 'dark' })
    await page.evaluate(`(async () => {
      document.documentElement.style.colorScheme = 'light dark'
      const styles = host.hostStylesFrom(document.body)
      await (await mount('plain', { hostInfo: { name: 'chat', version: '3.1' }, hostContext: { styles } })).ready
    })()`)
    const context = await (await viewFrame(page)).evaluate<Record<string, unknown>>('app.getHostContext()')
    expect(context).toMatchObject({
      toolInfo: { tool: { name: 'plain' } },
      theme: 'dark',
      styles: { variables: { '--color-background-primary': expect.any(String) as unknown } },
      displayMode: 'inline',
      availableDisplayModes: ['inline', 'fullscreen', 'pip'],
      containerDimensions: { width: 598, maxHeight: 4000 },
      locale: 'de-CH',
      timeZone: 'Europe/Zurich',
      userAgent: 'chat/3.1',
      platform: 'web',
      deviceCapabilities: { touch: false, hover: true },
    })
    await page.context().close()
  })

  test('tells the View of a new width and a new theme, without loading it again (R-158 R-161 4.24)', async () => {
    const page = await stage.page()
    await page.evaluate(`mount('plain', {}).then((mounted) => mounted.ready)`)
    const view = await viewFrame(page)
    expect(await view.evaluate('app.getHostContext().containerDimensions')).toEqual({ width: 598, maxHeight: 4000 })
    await page.evaluate(`(document.querySelector('#app').style.width = '400px')`)
    await until(view, 'app.getHostContext().containerDimensions.width === 398')
    await page.evaluate(`mounted.update({ hostContext: { theme: 'dark' } })`)
    await until(view, `app.getHostContext().theme === 'dark'`)
    expect(await page.evaluate(`getComputedStyle(mounted.element.shadowRoot.querySelector('iframe')).colorScheme`)).toBe('dark')
    await page.context().close()
  })

  test('a View in an endless loop leaves the page alive, is noticed, and is removed (R-274 R-303)', async () => {
    const page = await stage.page()
    await page.evaluate(
      `mount('loops', { bridge: { teardownTimeout: 300 }, watch: { interval: 50, patience: 400 } }).then((mounted) => mounted.ready)`,
    )
    const view = await viewFrame(page)
    void view.evaluate('setTimeout(() => { for (;;); })').catch(() => {})
    await page.waitForFunction(`log.some(([event, alive]) => event === 'alive' && alive === false)`)
    // In the process of the View none of these would ever end.
    await page.evaluate(`(async () => { for (let tick = 0; tick < 50; tick++) await new Promise((done) => setTimeout(done)) })()`)
    await page.evaluate(`mounted.dispose()`)
    expect(await page.evaluate(`document.querySelector('#app').childElementCount`)).toBe(0)
    await page.context().close()
  })

  test('a View that never answers teardown is removed after its grace (R-272 R-274 4.42)', async () => {
    const page = await stage.page()
    await page.evaluate(`mount('deaf', { bridge: { teardownTimeout: 200 } }).then((mounted) => mounted.ready)`)
    await page.evaluate(`mounted.dispose()`)
    await expect.poll(() => viewFrames(page)).toEqual([])
    await page.context().close()
  })

  test('a View that asks to be closed is told, and goes (R-277 R-279); one host may ignore it (R-278)', async () => {
    const page = await stage.page()
    await page.evaluate(`mount('plain', { onrequestteardown: 'ignore' }).then((mounted) => mounted.ready)`)
    await (await viewFrame(page)).evaluate('app.requestTeardown()')
    await (await viewFrame(page)).evaluate('app.callServerTool({ name: "add", arguments: { a: 1, b: 1 } })')
    expect(await page.evaluate('mounted.stage')).toBe('ready')
    await page.evaluate(`mounted.dispose()`)
    await page.evaluate(`mount('plain', {}).then((mounted) => mounted.ready)`)
    await (await viewFrame(page)).evaluate('void app.requestTeardown()')
    await page.waitForFunction(`mounted.stage === 'closed' && document.querySelector('#app').childElementCount === 0`)
    await page.context().close()
  })

  test('a View that loads itself again is told everything again (R-123 R-227 4.31)', async () => {
    const page = await stage.page()
    await page.evaluate(`mount('leaves', { input: { a: 1 }, result: { content: [] } }).then((mounted) => mounted.ready)`)
    const view = await viewFrame(page)
    await view.evaluate('void setTimeout(() => location.reload())')
    await until(
      view,
      `globalThis.told?.some(([event]) => event === 'toolresult') && performance.getEntriesByType('navigation')[0].type === 'reload'`,
    )
    expect(await view.evaluate('told.map(([event]) => event).filter((event) => event.startsWith("tool"))')).toEqual([
      'toolinput',
      'toolresult',
    ])
    await page.context().close()
  })

  test('is not drawn while it loads with many others, nor at once when it is there before them, except for a View that waits to be', async () => {
    const page = await stage.page()
    const drawn = await page.evaluate(`(async () => {
      const { tools } = await client.listTools({})
      const show = (name, options) => {
        const container = document.querySelector('#app').appendChild(document.createElement('div'))
        const tool = tools.find((other) => other.name === name)
        const shown = host.mountApp(container, { client, sandbox, tool, pool: false, deadlines: patient, ...options })
        return Object.assign(shown, { frame: () => shown.element.shadowRoot.querySelector('iframe') })
      }
      const seen = []
      const note = (shown) => shown.events.on('stage', (stage) => stage === 'handshaking' && seen.push(shown.frame().className))
      const alone = show('plain')
      note(alone)
      await alone.ready
      // Three that stay on their way until the others are drawn.
      const { promise: others, resolve: letOthersCome } = Promise.withResolvers()
      const slow = ['tall', 'loops', 'plain'].map((name) => show(name, { sandbox: { open: (...asked) => others.then(() => sandbox.open(...asked)) } }))
      const [one, waits] = [show('plain'), show('patient')]
      note(one)
      const drawn = one.ready.then(() => {
        seen.push(one.frame().className)
        return new Promise((resolve) => new MutationObserver(resolve).observe(one.frame(), { attributeFilter: ['class'] }))
      })
      // Without what draws every View after three seconds, as soon as there is a frame.
      waits.events.on('step', ({ name }) => name === 'mint' && queueMicrotask(() => (waits.frame().style.animation = 'none')))
      await Promise.all([drawn, waits.ready])
      letOthersCome()
      await Promise.all(slow.map(({ ready }) => ready))
      return [...seen, getComputedStyle(one.frame()).visibility, waits.frame().className]
    })()`)
    expect(drawn).toEqual(['', 'undrawn', 'undrawn', 'visible', ''])
    await page.context().close()
  })

  test('an abort takes it away at any stage', async () => {
    const page = await stage.page()
    const outcome = await page.evaluate(`(async () => {
      const aborting = new AbortController()
      const mounted = await mount('plain', { signal: aborting.signal })
      aborting.abort()
      const error = await mounted.ready.catch((error) => error)
      await mounted.dispose()
      return [error.code, mounted.stage, document.querySelector('#app').childElementCount]
    })()`)
    expect(outcome).toEqual(['CLOSED', 'closed', 0])
    await page.context().close()
  })
})
