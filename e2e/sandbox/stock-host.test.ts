import { describe, expect, test } from 'vitest'
import { OPAQUE_PROXY_SCRIPT } from '../../packages/casement/src/sandbox/generated/proxy-scripts.ts'
import { proxyPage } from '../../packages/casement/src/sandbox/documents/proxy-page.ts'
import { installedBrowsers } from '../lab/browsers.mjs'
import { bundleScript } from '../lab/bundle.mjs'
import { pageHtml } from '../lab/page-html.mjs'
import { useLab } from '../lab/use-lab.ts'

const folder = new URL('.', import.meta.url)

// A host as its author would write it from the official package's documentation: nothing in it knows of Casement.
const hostCode = (proxyUrl: string, viewUrl: string): string => `
  import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
  const said = (window.said = [])
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  document.body.append(frame)
  const bridge = (window.bridge = new AppBridge(null, { name: 'stock', version: '1' }, { openLinks: {}, serverTools: {}, logging: {} }))
  bridge.onerror = (error) => said.push('error ' + error)
  bridge.onloggingmessage = ({ data }) => said.push('log ' + data)
  bridge.oncalltool = async ({ name }) => (said.push('call ' + name), { content: [{ type: 'text', text: 'called' }] })
  bridge.onsandboxready = async () => {
    said.push('ready')
    const html = await (await fetch(${JSON.stringify(viewUrl)})).text()
    await bridge.sendSandboxResourceReady({ html, sandbox: 'allow-scripts allow-same-origin allow-forms', csp: {}, permissions: {} })
  }
  bridge.oninitialized = async () => {
    said.push('initialized')
    await bridge.sendToolInput({ arguments: { city: 'Bern' } })
    await bridge.sendToolResult({ content: [{ type: 'text', text: 'sunny' }] })
  }
  bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow)).then(() => {
    frame.src = ${JSON.stringify(proxyUrl)}
  })`

const VIEW = `
  import { App } from '@modelcontextprotocol/ext-apps'
  const app = new App({ name: 'view', version: '1' }, {})
  const log = (data) => app.sendLog({ level: 'info', data })
  app.ontoolinput = ({ arguments: { city } }) => log('input ' + city)
  app.ontoolresult = async ({ content }) => {
    localStorage.setItem('seen', content[0].text)
    const answer = await app.callServerTool({ name: 'forecast', arguments: {} })
    await log(['result', localStorage.seen, answer.content[0].text, self.origin].join(' '))
  }
  app.onteardown = async () => ({})
  app.connect()`

describe.each(installedBrowsers())('the static proxy file under a host of the official AppBridge 2.0.4 in %s', (name) => {
  const lab = useLab(name)

  test('R-080 R-085 R-087 R-090 shows a stock View by plain window messages: handshake, data, calls, storage, teardown', async () => {
    const { site, browser } = lab
    const proxy = site.serve('sandbox', '/sandbox-proxy.html', { body: proxyPage(OPAQUE_PROXY_SCRIPT) })
    const script = await bundleScript({ code: VIEW, folder })
    const viewUrl = site.serve('host', '/view.html', { body: pageHtml({ script }) })
    const host = await bundleScript({ code: hostCode(proxy, viewUrl), folder })
    const page = await browser.open(site.serve('host', '/', { body: pageHtml({ script: host }) }))
    await page.waitFor(`window.said?.some((line) => line.startsWith('log result'))`)
    expect(await page.evaluate('said')).toEqual([
      'ready',
      'initialized',
      'log input Bern',
      'call forecast',
      'log result sunny called null',
    ])
    await page.evaluate(`void bridge.teardownResource({}).then(() => said.push('gone'))`)
    await page.waitFor(`said.at(-1) === 'gone'`)
    // The official View tries whether it may use eval, and Firefox writes down that it may not.
    expect((await page.consoleErrors()).filter((text) => !text.includes('JavaScript eval'))).toEqual([])
    await page.close()
  })

  test('R-079 holds a View in an origin without a name that reaches nothing', async () => {
    const { site, browser } = lab
    const proxy = site.serve('sandbox', '/sandbox-proxy.html', { body: proxyPage(OPAQUE_PROXY_SCRIPT) })
    const canary = site.serve('canary', '/x', { body: 'x', headers: { 'access-control-allow-origin': '*' } })
    const html = `<!-- --><script>(async () => {
      const attempt = (run) => { try { return String(run()) } catch { return 'threw' } }
      localStorage.kept = 'in memory'
      document.cookie = 'a=b'
      const value = {
        origin: self.origin, proxy: attempt(() => parent.document.title), host: attempt(() => top.document.title),
        fetched: await fetch('${canary}').then(() => 'out', () => 'stopped'), storage: localStorage.getItem('kept'), cookie: document.cookie,
      }
      parent.postMessage({ jsonrpc: '2.0', method: 'test/result', params: { value } }, '*')
    })()</script>`
    const script = `
      const frame = document.createElement('iframe')
      frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
      const proxyOrigin = ${JSON.stringify(new URL(proxy).origin)}
      addEventListener('message', ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== proxyOrigin) return
        if (data.method === 'test/result') window.result = data.params.value
        if (data.method === 'ui/notifications/sandbox-proxy-ready')
          frame.contentWindow.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params: { html: ${JSON.stringify(html).replaceAll('</', '<\\/')} } }, proxyOrigin)
      })
      frame.src = ${JSON.stringify(proxy)}
      document.body.append(frame)`
    const page = await browser.open(site.serve('host', '/plain', { body: pageHtml({ script }) }))
    await page.waitFor('window.result !== undefined')
    expect(await page.evaluate('result')).toEqual({
      origin: 'null',
      proxy: 'threw',
      host: 'threw',
      fetched: 'stopped',
      storage: 'in memory',
      cookie: 'a=b',
    })
    await page.close()
  })
})
