import { createServer, type Server } from 'node:http'
import { createServer as createConnectionServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Frame } from 'playwright-core'
import { Stage, viewReporting } from './stage.ts'

let stage: Stage
let canary: Server
let canaryUrl: string
const asked: string[] = []
beforeAll(async () => {
  stage = await Stage.open({}, 0, ['--use-fake-device-for-media-stream'])
  canary = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/html' }).end('<p>elsewhere')
  })
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  canaryUrl = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`
})
afterAll(async () => {
  canary.close()
  await stage.close()
})

const found = async (html: string, params: object = {}): Promise<unknown> => {
  const view = await stage.mountOpaque({ html, ...params })
  const { value, error } = await view.wait('test/result')
  await view.page.context().close()
  return error ?? value
}

const payload = (name: string): string =>
  `<script>
    new Image().src = '${canaryUrl}/image-${encodeURIComponent(name)}'
    fetch('${canaryUrl}/fetch-${encodeURIComponent(name)}').catch(() => {}).finally(() => {
      const params = { name: ${JSON.stringify(name)}, storage: typeof localStorage.getItem, mode: document.compatMode }
      parent.postMessage({ jsonrpc: '2.0', method: 'test/prefix', params }, '*')
    })
  </script>`

// Each stands where a wrapper that looks for a place to put its policy would go wrong.
const PREFIXES: Readonly<Record<string, string>> = {
  nothing: '',
  'a doctype': '<!doctype html>',
  'an old doctype': '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">',
  'a byte order mark': '\uFEFF<!doctype html>',
  'a comment': '<!-- x --><!doctype html>',
  'an empty comment': '<!-->',
  'an odd comment': '<!--><script></script>--!><!bogus><?xml version="1.0"?>',
  'a closed head': '</head><body>',
  'a closed document': '</html></body></head>',
  'a policy of its own': `<meta http-equiv="Content-Security-Policy" content="default-src *; script-src * 'unsafe-inline'">`,
  'a base': '<base href="https://evil.example/"><base target="_top">',
  'a script end': '</script></style></title></textarea></template></noscript>',
  'an attribute end': `">'>`,
  'a foreign element': '<svg><style></style></svg><math><mtext></mtext></math>',
  'a template': '<template><head></template>',
  'a null byte': '\0',
  'white space': '\n\t \f\r',
  'a table': '<table><select>',
  'a head with a manifest': '<html manifest="https://evil.example/m"><head profile="x">',
}
const DOCUMENTS: readonly string[] = [
  `<frameset><frame src="CANARY/frame"></frameset>`,
  `<plaintext><script src="CANARY/s"></script>`,
  `<script src="CANARY/s">`,
  `<style>@import url(CANARY/i)`,
  `<meta http-equiv="refresh" content="0;url=CANARY/refresh">`,
  `<img src="CANARY/img"><link rel="stylesheet" href="CANARY/css">`,
  `<iframe srcdoc="<img src=CANARY/nested>"></iframe><object data="CANARY/o"></object><embed src="CANARY/e">`,
  `<form action="CANARY/form" method="post"><input name="x"></form><script>document.forms[0].submit()</script>`,
  `<a href="CANARY/link">x</a><script>document.links[0].click()</script>`,
  `<script>location.href = 'CANARY/location'</script>`,
  `<script>location.href = URL.createObjectURL(new Blob(['<img src=CANARY/blob>'], { type: 'text/html' }))</script>`,
  `<script>navigator.sendBeacon('CANARY/beacon'); new WebSocket('ws' + 'CANARY/socket'.slice(4)); new EventSource('CANARY/events')</script>`,
]

describe('opaque mode in Chromium', () => {
  test('runs a View without an origin: it reaches nothing around it, and storage answers from memory (R-101, 4.5)', async () => {
    const html = viewReporting(`(() => {
      localStorage.setItem('a', '1'); localStorage.b = '2'; sessionStorage.c = '3'
      document.cookie = 'x=1; path=/'; document.cookie = 'y=2'; document.cookie = 'x=; max-age=0'
      return {
        origin, local: [localStorage.a, localStorage.length, Object.keys(localStorage)], session: sessionStorage.getItem('c'),
        cookie: document.cookie, proxy: attempt(() => parent.document), host: attempt(() => top.document),
      }
    })()`)
    const expected = {
      origin: 'null',
      local: ['1', 2, ['a', 'b']],
      session: '3',
      cookie: 'y=2',
      proxy: 'threw SecurityError',
      host: 'threw SecurityError',
    }
    expect(await found(html)).toEqual(expected)
    // Per View instance: nothing of the first is left for the second.
    expect(await found(html)).toEqual(expected)
  })

  test('R-089 enforces the restrictive default without metadata, and the declared domains with it', async () => {
    asked.length = 0
    const html = viewReporting(`fetch('${canaryUrl}/declared').then((r) => r.status, String)`)
    expect(await found(html)).toBe('TypeError: Failed to fetch')
    expect(await found(html, { csp: {} })).toBe('TypeError: Failed to fetch')
    expect(asked).toEqual([])
    expect(await found(html, { csp: { connectDomains: [canaryUrl] } })).toBe(200)
    expect(asked).toEqual(['/declared'])
  })

  test('R-088 uses the sandbox flags of the host, except those with which the View would be the proxy', async () => {
    const view = await stage.mountOpaque({
      html: viewReporting('origin'),
      sandbox: 'allow-scripts allow-same-origin allow-forms allow-top-navigation',
    })
    expect(await view.wait('test/result')).toEqual({ value: 'null' })
    expect(await view.proxy().evaluate(`document.querySelector('iframe').getAttribute('sandbox')`)).toBe(
      'allow-scripts allow-forms',
    )
    await view.page.context().close()
  })

  test('R-074 sets the inner allow attribute from the permissions that the browser gives a View without an origin', async () => {
    const permissions = { camera: {}, microphone: {}, geolocation: {} }
    // Chromium refuses with either name. A missing device would be a NotFoundError.
    const html = viewReporting(`Promise.all([
      new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve('granted'), ({ message }) => resolve(message))),
      navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'granted', ({ name }) => /^(NotAllowed|Security)Error$/.test(name) ? 'refused' : name),
      navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'granted', ({ name }) => /^(NotAllowed|Security)Error$/.test(name) ? 'refused' : name),
    ])`)
    const page = await stage.hostPage()
    await page.context().grantPermissions(['camera', 'microphone', 'geolocation'])
    await page.context().setGeolocation({ latitude: 46, longitude: 7 })
    const view = await stage.mountOpaque({ html, permissions }, { allow: 'camera; microphone; geolocation' }, page)
    expect(await view.wait('test/result')).toEqual({ value: ['granted', 'refused', 'refused'] })
    expect(await view.proxy().evaluate(`document.querySelector('iframe').allow`)).toBe('geolocation *')
    await page.context().close()
  })

  test('no prefix gets in front of the policy and our script', async () => {
    asked.length = 0
    const page = await stage.hostPage()
    const names = Object.keys(PREFIXES)
    for (const name of names) void stage.mountOpaque({ html: PREFIXES[name] + payload(name) }, {}, page)
    const results = `heard.flatMap(({ message }) => message.method === 'test/prefix' ? [message.params] : [])`
    await page.waitForFunction(`${results}.length === ${names.length}`)
    const seen = await page.evaluate<{ name: string; storage: string; mode: string }[]>(results)
    const byName = seen.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
    expect(byName).toEqual(names.map((name) => ({ name, storage: 'function', mode: 'CSS1Compat' })))
    expect(asked).toEqual([])
    await page.context().close()
  })

  test('no document gets anything out', async () => {
    asked.length = 0
    const page = await stage.hostPage()
    for (const html of DOCUMENTS) void stage.mountOpaque({ html: html.replaceAll('CANARY', canaryUrl) }, {}, page)
    // Each View has loaded, or was closed because it left.
    const isDone = async (proxy: Frame): Promise<boolean> => {
      const frames = await proxy.evaluate(`document.querySelector('#feel')?.querySelectorAll('iframe').length`)
      const states = await Promise.all(proxy.childFrames().map((frame) => frame.evaluate('document.readyState')))
      return frames === states.length && states.every((state) => state === 'complete')
    }
    const done = (): Promise<boolean[]> => Promise.all(page.mainFrame().childFrames().map(isDone))
    await expect.poll(done).toEqual(DOCUMENTS.map(() => true))
    // A request that is allowed shows that the canary sings, and that the others had their time.
    const html = viewReporting(`fetch('${canaryUrl}/later').then(() => 'done')`)
    const later = await stage.mountOpaque({ html, csp: { connectDomains: [canaryUrl] } }, {}, page)
    await later.wait('test/result')
    expect(asked).toEqual(['/later'])
    await page.context().close()
  })

  test('a navigation to a foreign host sends nothing, though Chromium may connect before it is blocked', async () => {
    const received: string[] = []
    const server = createConnectionServer((socket) => socket.on('data', (data) => received.push(String(data))).resume())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const page = await stage.hostPage()
    for (const leave of [
      `location.href = '${url}'`,
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '${url}' }))`,
    ]) {
      const html = viewReporting(`(() => { addEventListener('load', () => setTimeout(() => { ${leave} })); return 1 })()`)
      const view = await stage.mountOpaque({ html }, {}, page)
      await view.wait(leave.startsWith('location') ? 'dev.casement/sandbox/stopped' : 'dev.casement/sandbox/view-report')
    }
    // A request that is allowed comes after whatever the others would have sent.
    const html = viewReporting(`fetch('${canaryUrl}/later').then(() => 'done')`)
    await (await stage.mountOpaque({ html, csp: { connectDomains: [canaryUrl] } }, {}, page)).wait('test/result')
    expect(received).toEqual([])
    await page.context().close()
    server.close()
  })

  test.each([
    ['once it has loaded', (leave: string) => `addEventListener('load', () => setTimeout(() => { ${leave} }))`],
    ['before it has loaded', (leave: string) => leave],
  ])('a View that leaves for a declared frame domain %s is closed: who is in there cannot be known', async (_, when) => {
    const leave = `(() => { ${when(`location.href = '${canaryUrl}/frame'`)}; return 1 })()`
    const view = await stage.mountOpaque({ html: viewReporting(leave), csp: { frameDomains: [canaryUrl] } })
    expect(await view.wait('dev.casement/sandbox/stopped')).toEqual({ reason: 'navigated' })
    await expect.poll(() => view.proxy().childFrames().length).toBe(0)
    await view.page.context().close()
  })

  test('tells each violation once', async () => {
    const view = await stage.mountOpaque({ html: viewReporting(`fetch('${canaryUrl}/x').catch(String)`) })
    await view.wait('test/result')
    await view.wait('dev.casement/sandbox/view-report')
    await view.say({ jsonrpc: '2.0', method: 'x' })
    expect((await view.heard()).filter(({ message }) => message.method?.endsWith('view-report'))).toHaveLength(1)
    await view.page.context().close()
  })
})
