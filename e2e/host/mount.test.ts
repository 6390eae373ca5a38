import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { casementView, openHostStage, viewFrame, type HostStage } from './stage.ts'

let stage: HostStage
beforeAll(async () => {
  const plain = await casementView('<h1>Hello ünïcode</h1>')
  stage = await openHostStage({
    plain: { html: plain },
    encoded: { html: plain, base64: true, mimeType: 'text/html; profile="mcp-app"', meta: { prefersBorder: true } },
  })
}, 120_000)
afterAll(() => stage.close())

describe('mountApp in Chromium', { timeout: 60_000 }, () => {
  test('shows the view of a tool: three origins, data in order, tools of the server, teardown (R-024 R-079 R-085 R-210 R-211 R-218 R-270)', async () => {
    const page = await stage.page()
    await page.evaluate(`(async () => {
      const mounted = await mount('plain', { input: { city: 'Bern' }, result: client.callTool({ name: 'plain', arguments: {} }) })
      await mounted.ready
    })()`)
    const view = await viewFrame(page)
    expect(await view.textContent('h1')).toBe('Hello ünïcode')
    await view.waitForFunction('told.some(([event]) => event === "toolresult")')
    expect(await view.evaluate('told.filter(([event]) => event.startsWith("tool"))')).toEqual([
      ['toolinput', { arguments: { city: 'Bern' } }],
      ['toolresult', { content: [{ type: 'text', text: 'result of plain' }] }],
    ])
    expect(new Set(page.frames().map((frame) => new URL(frame.url()).origin)).size).toBe(3)
    expect(
      await view.evaluate(`app.callServerTool({ name: 'add', arguments: { a: 2, b: 3 } }).then((r) => r.structuredContent)`),
    ).toEqual({
      sum: 5,
    })
    expect(await page.evaluate(`mounted.element.shadowRoot.querySelector('iframe').getAttribute('sandbox')`)).toBe(
      'allow-scripts allow-same-origin',
    )
    await page.evaluate('Promise.all([mounted.dispose(), mounted.dispose()])')
    await expect.poll(() => page.frames().length).toBe(1)
    expect(await page.evaluate(`document.querySelector('#app').childElementCount`)).toBe(0)
    expect(await page.evaluate(`log.filter(([event]) => event === 'stage').map(([, stage]) => stage)`)).toEqual([
      'handshaking',
      'ready',
      'closed',
    ])
    await page.context().close()
  })
})
