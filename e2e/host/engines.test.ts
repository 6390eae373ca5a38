import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installedBrowsers, launchBrowser, type LabBrowser } from '../lab/browsers.mjs'
import { casementView, openHostStage, type HostStage } from './stage.ts'

// The View reports events that the page cannot see, by a message to the host's log.
const PROBE = `<h1>probe</h1><script>
  app.addEventListener('toolresult', () => app.sendLog({ level: 'info', data: {
    origin,
    stored: (() => { try { localStorage.a = 'kept'; return localStorage.a } catch (error) { return error.name } })(),
    context: app.getHostContext().displayMode,
  } }))
</script>`

// Knows only its parent, and reports the messages that it received.
const PLAIN = `<!doctype html><title>plain</title><body><script>
  const say = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const log = (data) => say({ method: 'notifications/message', params: { level: 'info', data } })
  addEventListener('message', ({ source, data }) => {
    if (source !== parent) return
    if (data.id === 0) say({ method: 'ui/notifications/initialized' })
    if (data.method === 'ui/notifications/tool-result') log(data.params.structuredContent)
  })
  say({ id: 0, method: 'ui/initialize', params: { protocolVersion: '2026-01-26', appInfo: { name: 'plain', version: '1' }, appCapabilities: {} } })
</script>`

describe.each(installedBrowsers())('mountApp in %s', (name) => {
  let stage: HostStage
  let browser: LabBrowser
  beforeAll(async () => {
    stage = await openHostStage({
      probe: { html: (await casementView('')).replace('</body>', `${PROBE}</body>`) },
      plain: { html: PLAIN },
    })
    browser = await launchBrowser(name)
  })
  afterAll(async () => {
    await browser?.close()
    await stage.close()
  })

  test('shows a View, feeds it, changes its mode, freezes it, and takes it away; what it says of the engine is true', async () => {
    const page = await browser.open(stage.served.hostOrigin)
    await page.evaluate(`void (window.logs = [], mount('probe', {
      input: { a: 1 },
      result: { content: [] },
      prepare: (bridge) => { bridge.onloggingmessage = ({ data }) => logs.push(data) },
    }))`)
    await page.waitFor(`window.mounted?.stage === 'ready' || window.mounted?.stage === 'failed'`, 60_000)
    expect(await page.evaluate('mounted.diagnosis ?? null')).toBe(null)
    await page.waitFor('logs.length > 0', 60_000)
    const ticket = await page.evaluate<{ mode: string; viewOrigin: string; capabilities: { storage: string } }>('mounted.ticket')
    expect(ticket).toMatchObject({ mode: 'served', capabilities: { storage: 'real' } })
    expect(await page.evaluate('logs[0]')).toEqual({ origin: ticket.viewOrigin, stored: 'kept', context: 'inline' })
    expect(await page.evaluate(`Promise.all([mounted.setDisplayMode('fullscreen'), mounted.setDisplayMode('inline')])`)).toEqual([
      'fullscreen',
      'inline',
    ])
    await page.evaluate('void mounted.freeze()')
    await page.waitFor(`mounted.stage === 'frozen'`, 30_000)
    await page.evaluate('mounted.thaw()')
    await page.waitFor(`mounted.stage === 'ready' && logs.length > 1`, 60_000)
    await page.evaluate('void mounted.dispose().then(() => (window.isGone = true))')
    await page.waitFor(`window.isGone && document.querySelector('#app').childElementCount === 0`, 30_000)
    await page.close()
  })

  test('a View that knows only its parent hears its host straight, and is heard through the relay', async () => {
    const page = await browser.open(stage.served.hostOrigin)
    await page.evaluate(`void (window.logs = [], window.ways = {}, mount('plain', {
      result: { content: [], structuredContent: { answer: 42 } },
      bridge: { trace: ({ path, message }) => { ways[message.method] = path } },
      prepare: (bridge) => { bridge.onloggingmessage = ({ data }) => logs.push(data) },
    }))`)
    await page.waitFor('logs.length > 0', 60_000)
    expect(await page.evaluate('logs')).toEqual([{ answer: 42 }])
    await page.evaluate(`void mounted.update({ hostContext: { locale: 'tlh' } })`)
    await page.waitFor(`ways['ui/notifications/host-context-changed']`, 60_000)
    expect(
      await page.evaluate(
        `[ways['ui/initialize'], ways['ui/notifications/host-context-changed'], ways['notifications/message']]`,
      ),
    ).toEqual(['relay', 'port', 'relay'])
    await page.close()
  })
})
