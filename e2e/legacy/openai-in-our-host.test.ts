import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHostStage, until, viewFrame, type HostStage } from '../host/stage.ts'
import { OPENAI_WIDGET } from './widgets.ts'

const YES = `policies: { isActive: () => true, consent: { ask: async () => true } }`
// As a ChatGPT app lists its tool: the template under its own key, and nothing of MCP Apps.
const TOOL = `{ name: 'add', _meta: { 'openai/outputTemplate': 'ui://stage/widget', 'openai/widgetAccessible': true } }`
const RESULT = { content: [{ type: 'text', text: 'sunny' }], structuredContent: { sun: 7 }, _meta: { trace: 'a' } }

let stage: HostStage
beforeAll(async () => {
  stage = await openHostStage({ widget: { html: OPENAI_WIDGET, mimeType: 'text/html+skybridge' } })
})
afterAll(() => stage.close())

async function show(options = '') {
  const page = await stage.page()
  await page.evaluate(`(async () => {
    window.did = []
    const mounted = await mount('widget', { tool: ${TOOL}, ${YES}, ${options} })
    await mounted.ready
  })()`)
  return { page, view: await viewFrame(page) }
}

/** The state that the View reports: the frame of the previous View may be listed for a moment longer. */
const afresh = async (page: Page, expression: string): Promise<unknown> =>
  (await viewFrame(page)).evaluate(expression).catch(() => undefined)

describe('a ChatGPT app in our host', () => {
  test('finds window.openai from its first line, and its data as they come (R-326)', async () => {
    const { page, view } = await show(
      `input: { city: 'Zug' }, hostContext: { theme: 'dark', locale: 'de-CH', platform: 'mobile' }`,
    )
    expect(await view.evaluate('atStart')).toEqual({ theme: 'string', toolOutput: null, call: 'function' })
    await until(view, 'openai.toolInput')
    await page.evaluate(`mounted.update({ result: ${JSON.stringify(RESULT)} })`)
    await until(view, 'openai.toolOutput')
    expect(await view.evaluate(`JSON.parse(JSON.stringify(openai))`)).toMatchObject({
      theme: 'dark',
      locale: 'de-CH',
      displayMode: 'inline',
      maxHeight: 4000,
      userAgent: {
        device: { type: 'mobile' },
        capabilities: { hover: expect.any(Boolean), touch: expect.any(Boolean) },
      },
      safeArea: { insets: { top: 0, right: 0, bottom: 0, left: 0 } },
      view: { mode: 'inline', params: null },
      toolInput: { city: 'Zug' },
      toolOutput: { sun: 7 },
      toolResponseMetadata: { trace: 'a', mcp_tool_result: RESULT },
      widgetState: null,
    })
    expect(await view.textContent('#out')).toBe('{"sun":7}')
    expect(await view.evaluate('changes')).toContainEqual(['toolOutput', 'toolResponseMetadata'])
    await page.context().close()
  })

  test('calls tools, writes follow-ups, opens links and closes itself, all through the gate', async () => {
    const { page, view } = await show(`handlers: {
      onmessage: async ({ content }) => { did.push(['message', content[0].text]); return {} },
      onopenlink: async ({ url }) => { did.push(['link', url]); return {} },
    }`)
    await view.evaluate(`void addEventListener('openai:tool_response', ({ detail }) => { window.response = detail })`)
    expect(await view.evaluate(`openai.callTool('add', { a: 2, b: 3 })`)).toMatchObject({
      structuredContent: { sum: 5 },
      result: '5',
    })
    expect(await view.evaluate('response')).toMatchObject({ name: 'add', args: { a: 2, b: 3 } })
    expect(await view.evaluate(`openai.callTool('for-the-model', {}).catch((error) => 'refused')`)).toBe('refused')
    await view.evaluate(`openai.sendFollowUpMessage({ prompt: 'more', scrollToBottom: false })`)
    await view.evaluate(`openai.openExternal({ href: 'https://example.com/', redirectUrl: false })`)
    expect(await view.evaluate(`openai.openExternal({ href: 'javascript:1' }).catch((error) => error.message)`)).toContain(
      'refused',
    )
    expect(await page.evaluate('did')).toEqual([
      ['message', 'more'],
      ['link', 'https://example.com/'],
    ])
    await view.evaluate('openai.setOpenInAppUrl({ href: "https://example.com/" })')
    expect(await view.evaluate(`openai.requestCheckout({}).catch((error) => error.message)`)).toContain(
      'does not support checkout',
    )
    await view.evaluate('openai.requestClose()')
    await page.waitForFunction(`mounted.stage === 'closed'`)
    await page.context().close()
  })

  test('calls only the tools that the keys of ChatGPT allow (R-204, R-326)', async () => {
    const tools = [
      { name: 'add', _meta: { 'openai/widgetAccessible': true, 'openai/visibility': 'private' } },
      { name: 'for-the-model', _meta: { 'openai/widgetAccessible': false } },
      { name: 'widget', _meta: { 'openai/visibility': 'public' } },
    ]
    const { page, view } = await show(`bridge: { tools: ${JSON.stringify(tools)} }`)
    const call = (name: string): Promise<unknown> =>
      view.evaluate(`openai.callTool('${name}', { a: 2, b: 3 }).then(() => 'called', () => 'refused')`)
    expect([await call('add'), await call('for-the-model'), await call('widget')]).toEqual(['called', 'refused', 'refused'])
    await page.context().close()
  })

  test('runs in opaque mode as well', async () => {
    const sandbox = `sandbox: host.staticSandbox('${stage.served.handler.opaqueProxyUrl}')`
    const { page, view } = await show(`${sandbox}, input: { city: 'Zug' }, result: ${JSON.stringify(RESULT)}`)
    expect(await view.evaluate('[origin, atStart.call]')).toEqual(['null', 'function'])
    await until(view, 'openai.toolInput?.city === "Zug" && openai.toolOutput?.sun === 7')
    expect(await view.evaluate(`openai.callTool('add', { a: 2, b: 3 })`)).toMatchObject({ structuredContent: { sum: 5 } })
    await view.evaluate('openai.setWidgetState({ count: 4 })')
    await page.evaluate('mounted.reload()')
    await expect.poll(() => afresh(page, 'openai.widgetState?.count')).toBe(4)
    await page.context().close()
  })

  test('changes how it is shown: height, display mode, modal and back', async () => {
    const { page, view } = await show()
    const height = `mounted.element.shadowRoot.querySelector('iframe').getBoundingClientRect().height`
    await page.waitForFunction(`${height} === 111`)
    await view.evaluate('openai.notifyIntrinsicHeight(234)')
    await page.waitForFunction(`${height} === 234`)
    expect(await view.evaluate(`openai.requestDisplayMode({ mode: 'pip' })`)).toEqual({ mode: 'pip' })
    await until(view, `openai.displayMode === 'pip'`)
    expect(await view.evaluate(`openai.requestModal({ title: 'Details', params: { id: 7 } })`)).toEqual({ mode: 'modal' })
    expect(await view.evaluate('openai.view')).toEqual({ mode: 'modal', params: { id: 7 } })
    expect(await page.evaluate('mounted.displayMode')).toBe('fullscreen')
    await view.evaluate('openai.requestClose()')
    await until(view, `openai.view.mode === 'inline'`)
    expect(await page.evaluate('mounted.displayMode')).toBe('inline')
    expect(await view.evaluate(`openai.requestModal({ template: 'ui://other' }).catch((error) => error.message)`)).toContain(
      'template',
    )
    await page.context().close()
  })

  test('keeps its state over its lives, and the model sees the part that is meant for it', async () => {
    const { page, view } = await show(`handlers: { onupdatemodelcontext: async (params) => { did.push(params); return {} } }`)
    await view.evaluate(`openai.setWidgetState({ modelContent: { selected: 3 }, privateContent: { scroll: 40 }, imageIds: [] })`)
    expect(await view.evaluate('openai.widgetState.privateContent')).toEqual({ scroll: 40 })
    await expect.poll(() => page.evaluate('did.map(({ structuredContent }) => structuredContent)')).toEqual([{ selected: 3 }])
    await view.evaluate(`openai.setWidgetState({ count: 4 })`)
    await expect.poll(() => page.evaluate('did.at(-1).structuredContent')).toEqual({ count: 4 })
    await page.evaluate('mounted.reload()')
    await expect.poll(() => afresh(page, 'openai.widgetState?.count')).toBe(4)
    await page.context().close()
  })

  test('handles files within the view', async () => {
    const { page, view } = await show()
    const text = `(async () => {
      const { fileId } = await openai.uploadFile(new File(['hello'], 'a.txt', { type: 'text/plain' }))
      const { downloadUrl } = await openai.getFileDownloadUrl({ fileId })
      return [downloadUrl.slice(0, 5), await openai.getFileDownloadUrl({ fileId: 'other' }).catch((error) => error.message)]
    })()`
    expect(await view.evaluate(text)).toEqual(['blob:', 'No file other was uploaded in this view'])
    const chooser = page.waitForEvent('filechooser')
    const chosen = view.evaluate(`openai.selectFiles()`)
    await (await chooser).setFiles([{ name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('hi') }])
    expect(await chosen).toMatchObject([{ fileName: 'b.txt', mimeType: 'text/plain', fileId: expect.any(String) as string }])
    await page.context().close()
  })
})
