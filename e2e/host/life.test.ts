import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { casementView, openHostStage, until, viewFrame, type HostStage } from './stage.ts'

// The time that a prewarmed frame stays after the last View was closed, made short.
const HURRY = `(() => { const wait = setTimeout; window.setTimeout = (work, ms, ...rest) => wait(work, ms === 30_000 ? 50 : ms, ...rest) })()`

let stage: HostStage
beforeAll(async () => {
  stage = await openHostStage({
    probe: { html: await casementView('<p>probe</p>') },
    other: { html: await casementView('<p>other</p>') },
  })
})
afterAll(() => stage.close())

describe('the life of a mounted View in Chromium', () => {
  test('frozen it is a placeholder with its text; thawed it has its input, result and state again (R-227)', async () => {
    const page = await stage.page()
    await page.evaluate(
      `mount('probe', { input: { a: 1 }, result: { content: [{ type: 'text', text: 'Sunny in Bern' }] } }).then((mounted) => mounted.ready)`,
    )
    await (await viewFrame(page)).evaluate(`app.state('count', 0).set(7)`)
    await page.evaluate('mounted.freeze()')
    expect(await page.evaluate('[mounted.stage, mounted.bridge === undefined]')).toEqual(['frozen', true])
    await expect.poll(() => page.evaluate(`mounted.element.shadowRoot.querySelectorAll('iframe').length`)).toBe(0)
    await page.getByRole('button', { name: 'Show the view again' }).click()
    await page.evaluate('mounted.ready')
    const view = await viewFrame(page)
    await until(view, `told.some(([event]) => event === 'toolresult')`)
    expect(await view.evaluate('told.filter(([event]) => event.startsWith("tool"))')).toEqual([
      ['toolinput', { arguments: { a: 1 } }],
      ['toolresult', { content: [{ type: 'text', text: 'Sunny in Bern' }] }],
    ])
    const kept = `(async () => { const cell = app.state('count', 0); await cell.loaded; return [cell.get(), cell.where] })()`
    expect(await view.evaluate(kept)).toEqual([7, 'host'])
    await page.context().close()
  })

  test('frozen it can be a picture that the host has', async () => {
    const page = await stage.page()
    await page.evaluate(`mount('probe', {
      placeholder: ({ title }) => Object.assign(new Image(), { alt: 'Picture of ' + title, src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }),
    }).then((mounted) => mounted.ready).then(() => mounted.freeze())`)
    expect(await page.getByRole('img', { name: 'Picture of' }).count()).toBe(1)
    await page.context().close()
  })

  test('frozen by a listener of its ready stage, it is not reported as unresponsive', async () => {
    const page = await stage.page()
    await page.evaluate(`(async () => {
      window.first = await mount('probe', { watch: { interval: 1, patience: 1 } })
      const frozen = new Promise((resolve) => first.events.on('stage', (stage) => stage === 'ready' && resolve(first.freeze())))
      await first.ready
      await frozen
      // By the time a second View is ready, a watchdog that still runs would have reported the first.
      await (await mount('probe')).ready
    })()`)
    expect(await page.evaluate(`[first.stage, log.filter(([event]) => event === 'alive')]`)).toEqual(['frozen', []])
    await page.context().close()
  })

  test('put to sleep as soon as it is there, because it went out of sight while it loaded, it is not watched', async () => {
    const page = await stage.page()
    await page.evaluate(`(async () => {
      window.watches = 0
      const runtime = {
        now: () => performance.now(),
        after(ms, run) {
          if (ms === 54321) watches++
          const timer = setTimeout(run, ms)
          return () => {
            if (ms === 54321) watches--
            clearTimeout(timer)
          }
        },
      }
      window.seen = []
      const liveSet = host.createLiveSet(1, (_, tell) => (seen.push(tell), () => {}))
      // An answer ends one wait and begins the next, so what is counted is whether it is watched.
      const watch = { patience: 54321, interval: 54321 }
      await (await mount('probe', { liveSet, watch: false })).ready
      window.second = await mount('probe', { runtime, liveSet, watch })
      await second.ready
    })()`)
    await until(page, 'watches === 1')
    await page.evaluate(`(async () => {
      second.events.on('stage', (stage) => stage === 'loading' && seen.at(-1)(false))
      await second.reload()
    })()`)
    expect(await page.evaluate('[second.stage, watches]')).toEqual(['frozen', 0])
    await page.context().close()
  })

  test('a second View of an app gets the spare proxy of the first, and nothing is left a while after both are gone', async () => {
    const page = await stage.page()
    await page.evaluate(`window.announced = new Set()
      addEventListener('message', ({ source, data }) => data?.method === 'ui/notifications/sandbox-proxy-ready' && announced.add(source))`)
    await page.evaluate(`mount('probe').then((mounted) => mounted.ready)`)
    const spares = `document.querySelectorAll('body > div[inert] > iframe').length`
    await until(page, `${spares} === 1`)
    const spare = `document.querySelector('body > div[inert] > iframe')`
    await until(page, `announced.has(${spare}.contentWindow)`)
    // It has its size already, so that the next View does not wait for it.
    const sizes = `[${spare}.clientWidth, ${spare}.clientHeight]`
    expect(await page.evaluate(sizes)).toEqual([
      await page.evaluate(`mounted.element.shadowRoot.querySelector('iframe').clientWidth`),
      160,
    ])
    await page.evaluate(`${spare}.dataset.spare = 'yes'`)
    await page.evaluate('window.first = mounted')
    await page.evaluate(`mount('probe').then((mounted) => mounted.ready)`)
    expect(await page.evaluate(`mounted.element.shadowRoot.querySelector('iframe').dataset.spare`)).toBe('yes')
    expect(await page.evaluate(`mounted.element.shadowRoot.querySelector('iframe').style.width`)).toBe('')
    await until(page, `${spares} === 1`)
    await page.evaluate(`${HURRY}; Promise.all([first.dispose(), mounted.dispose()])`)
    await expect.poll(() => page.frames().length).toBe(1)
    await page.context().close()
  })

  test('Views that came at once leave a few spares, and one that came alone leaves one', async () => {
    const page = await stage.page()
    await page.evaluate(HURRY)
    await page.evaluate(`(async () => {
      const { tools } = await client.listTools()
      const tool = tools.find(({ name }) => name === 'probe')
      const options = { client, sandbox, tool, deadlines: patient }
      const show = () => host.mountApp(document.querySelector('#app').appendChild(document.createElement('div')), options)
      window.all = []
      // The page has the time to open and close spares when the test says so.
      const idle = []
      window.requestIdleCallback = (work) => idle.push(work)
      window.rest = () => idle.splice(0).forEach((work) => work())
      window.showMany = async (length) => {
        all.push(...(window.showed = Array.from({ length }, show)))
        await Promise.all(showed.map(({ ready }) => ready))
      }
      window.disposeAll = () => Promise.all(all.splice(0).map((each) => each.dispose()))
    })()`)
    const spares = `document.querySelectorAll('body > div[inert] > iframe')`
    const mark = `${spares}.forEach((frame) => (frame.dataset.spare = 'yes'))`
    const areThere = (count: number): Promise<void> => until(page, `rest() || ${spares}.length === ${count}`)
    await page.evaluate('showMany(1)')
    await areThere(1)
    await page.evaluate('showMany(3)')
    await areThere(3)
    await page.evaluate(mark)
    await page.evaluate('showMany(10)')
    const taken = `showed.filter(({ element }) => element.shadowRoot.querySelector('iframe').dataset.spare).length`
    expect(await page.evaluate(taken)).toBe(3)
    await areThere(8)
    await page.evaluate(mark)
    // One that comes alone leaves one, and that is one of those.
    await page.evaluate('showMany(1)')
    expect(await page.evaluate(`[rest(), ...${spares}].map((frame) => frame?.dataset.spare)`)).toEqual([undefined, 'yes'])
    await page.evaluate('disposeAll()')
    await expect.poll(() => page.frames().length).toBe(1)
    // Nor is anything left where they go while spares are being opened.
    await page.evaluate('showMany(4)')
    await until(page, `rest() || ${spares}.length > 0`)
    await page.evaluate('disposeAll()')
    await expect.poll(() => page.frames().length).toBe(1)
    await page.context().close()
  })

  test('a result that names a view of its own is shown in it, where the host wants that', async () => {
    const page = await stage.page()
    const result = `{ content: [{ type: 'text', text: 'done' }], _meta: { 'dev.casement/result-ui': { resourceUri: 'ui://stage/other' } } }`
    await page.evaluate(`(async () => {
      const mounted = await mount('probe', { resultUi: true })
      await mounted.ready
      mounted.update({ result: ${result} })
      await mounted.ready
    })()`)
    await expect.poll(async () => (await viewFrame(page)).evaluate('document.body.innerText')).toContain('other')
    await until(await viewFrame(page), `told.some(([event]) => event === 'toolresult')`)
    await page.evaluate(`(async () => { await mounted.dispose(); await (await mount('probe', { result: ${result} })).ready })()`)
    await expect.poll(async () => (await viewFrame(page)).evaluate('document.body.innerText')).toBe('probe')
    await page.context().close()
  })

  test('beyond the limit those out of sight are frozen, and come back when scrolled to', async () => {
    const page = await stage.page({ viewport: { width: 800, height: 400 } })
    await page.evaluate(`(async () => {
      const { tools } = await client.listTools()
      const tool = tools.find(({ name }) => name === 'probe')
      window.live = host.createLiveSet(2)
      window.all = Array.from({ length: 4 }, () => {
        const container = document.createElement('div')
        container.style = 'height: 900px'
        document.querySelector('#app').append(container)
        return host.mountApp(container, { client, tool, sandbox, app: 'a', deadlines: patient, liveSet: live, result: { content: [] } })
      })
      await Promise.all(all.map(({ ready }) => ready))
    })()`)
    await page.waitForFunction(`all.filter(({ stage }) => stage === 'ready').length === 2`)
    await page.evaluate(`all[3].element.scrollIntoView()`)
    await page.waitForFunction(`all[3].stage === 'ready'`)
    await page.waitForFunction(`live.live === 2`)
    expect(await page.evaluate(`all.map(({ stage }) => stage)`)).toEqual(['ready', 'frozen', 'frozen', 'ready'])
    await page.context().close()
  })

  test('a View that is being opened counts towards the limit, so that another is frozen before it is ready', async () => {
    const page = await stage.page()
    const order = await page.evaluate(`(async () => {
      const observers = []
      const liveSet = host.createLiveSet(1, (_, onchange) => (observers.push(onchange), () => {}))
      const first = await mount('probe', { liveSet })
      await first.ready
      observers[0](false)
      const order = []
      first.events.on('stage', (stage) => order.push('first ' + stage))
      const second = await mount('probe', { liveSet })
      second.events.on('stage', (stage) => order.push('second ' + stage))
      await second.ready
      return order
    })()`)
    expect(order).toEqual(['first frozen', 'second handshaking', 'second ready'])
    await page.context().close()
  })

  test('a proxy that was warmed is taken over alive; a prefetched resource is not read again', async () => {
    const page = await stage.page()
    const proxies: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/proxy/')) proxies.push(request.url())
    })
    const seen = await page.evaluate(`(async () => {
      const { tools } = await client.listTools()
      const tool = tools.find(({ name }) => name === 'probe')
      const [resource] = await host.prefetchResources(client, tools)
      const pool = host.createFramePool()
      const ticket = await sandbox.open({ app: 'a', ...resource })
      await pool.warm(ticket)
      const warm = document.querySelector('iframe')
      reads.length = 0
      const mounted = host.mountApp(document.querySelector('#app'), { client, tool, sandbox, app: 'a', deadlines: patient, pool })
      await mounted.ready
      const same = mounted.element.shadowRoot.querySelector('iframe') === warm
      const size = pool.size
      await mounted.dispose()
      pool.dispose()
      return { reads, size, same }
    })()`)
    expect(seen).toEqual({ reads: [], size: 0, same: true })
    expect(proxies).toHaveLength(1)
    await page.context().close()
  })

  test('R-276 200 mounts and disposals leave nothing in the document and no listener on the window', async () => {
    const page = await stage.page()
    await page.evaluate(`(async () => {
      const { tools } = await client.listTools()
      const tool = tools.find(({ name }) => name === 'probe')
      const listening = new Set()
      for (const [name, how] of [['addEventListener', 'add'], ['removeEventListener', 'delete']]) {
        const original = window[name]
        window[name] = function (type, receive, ...rest) { if (this === window || this === undefined) listening[how](receive); return original.call(this, type, receive, ...rest) }
      }
      ${HURRY}
      for (let cycle = 0; cycle < 200; cycle++) {
        const mounted = host.mountApp(document.querySelector('#app'), { client, tool, sandbox, app: 'a', deadlines: patient })
        // Most go at once; of twenty, four get a step further each: read, minted, a proxy, a document.
        if (cycle % 40 === 0) await mounted.ready
        else await new Promise((resolve) => {
          let left = (cycle % 20) - 15
          if (left <= 0) return resolve()
          mounted.events.on('step', () => --left === 0 && resolve())
        })
        await mounted.dispose()
      }
      window.left = () => ({ listening: listening.size, elements: document.querySelector('#app').childElementCount, frames: frames.length })
    })()`)
    // A View that is unmounted half-way ends a moment later.
    await expect.poll(() => page.evaluate('left()')).toEqual({ listening: 0, elements: 0, frames: 0 })
    await page.context().close()
  })

  test('opaque mode: the same View through the static proxy, and the host knows it', async () => {
    const page = await stage.page()
    await page.evaluate(
      `mount('probe', { sandbox: host.staticSandbox('${stage.served.handler.opaqueProxyUrl}'), input: {} }).then((mounted) => mounted.ready)`,
    )
    const view = await viewFrame(page)
    await until(view, `told.some(([event]) => event === 'toolinput')`)
    expect(await view.evaluate('origin')).toBe('null')
    expect(await page.evaluate('mounted.ticket.mode')).toBe('opaque')
    await page.context().close()
  })
})
