import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveCasementHost } from '../../packages/conformance/src/adapters/serve-casement.ts'
import { serveMcpUiHost, serveOfficialHost } from '../../packages/conformance/src/adapters/serve-others.ts'
import type { HostUnderTest } from '../../packages/conformance/src/adapters/host-under-test.ts'
import type { HostDriver } from '../../packages/conformance/src/host-target/driver.ts'
import { startTestServer, type TestServer } from '../../packages/conformance/src/host-target/test-server.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { viewFrames } from '../view-frames.ts'

// By raw messages: what is driven here is the host, by nothing but what docs/conformance.md says of a driver.
const VIEW = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>View</title></head><body><script>
const say = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
addEventListener('message', ({ data }) => {
  if (data.id === 1 && data.result) {
    say({ method: 'ui/notifications/initialized', params: {} })
    say({ id: 2, method: 'ui/message', params: { role: 'user', content: [{ type: 'text', text: 'from the View' }] } })
  }
  if (data.method === 'ui/notifications/host-context-changed') document.title = data.params.theme
  if (data.method === 'ui/resource-teardown') say({ id: data.id, result: {} })
})
say({ id: 1, method: 'ui/initialize', params: { protocolVersion: '2026-01-26', appInfo: { name: 'view', version: '1' }, appCapabilities: {} } })
</script></body></html>`

let host: HostUnderTest
let server: TestServer
let browser: Browser
let page: Page
beforeAll(async () => {
  host = await serveCasementHost()
  server = await startTestServer({ html: VIEW })
  browser = await openChromium()
  page = await browser.newPage()
  await page.goto(host.url)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await host?.close()
})

const drive = <Name extends keyof HostDriver>(name: Name, ...args: Parameters<HostDriver[Name]>): ReturnType<HostDriver[Name]> =>
  page.evaluate(`conformanceHost.${name}(...${JSON.stringify(args)})`) as ReturnType<HostDriver[Name]>
const said = async (): Promise<unknown[]> => (await drive('getConversation')).flatMap(({ content }) => content).map(textOf)
const textOf = (block: unknown): unknown => (block as { text?: unknown }).text
const titles = (): Promise<string[]> => Promise.all(page.frames().map((frame) => frame.title()))

test('another runner can drive our host by what is documented of its driver', { timeout: 120_000 }, async () => {
  await expect(drive('callTool', 'show', {})).rejects.toThrow('nothing is shown')
  await drive('sendMessage', 'before')
  await drive('displayTestApp', { server: server.url, tool: 'show', input: {} })
  await expect.poll(said).toEqual(['before', 'from the View'])
  await drive('sendMessage', 'after')
  expect(await said()).toEqual(['before', 'from the View', 'after'])
  expect((await drive('getConversationContext')).tools).toContain('show')
  expect(await drive('callTool', 'show', {})).toHaveProperty('content')
  await drive('changeHostContext', { theme: 'dark' })
  await expect.poll(titles).toContain('dark')

  await drive('confirmAction', false)
  await drive('resetEnvironment')
  expect(await said()).toEqual([])
  await expect.poll(() => viewFrames(page)).toEqual([])
  await expect(drive('callTool', 'show', {})).rejects.toThrow('nothing is shown')
  await drive('displayTestApp', { server: server.url, tool: 'show', input: {} })
  // The user says yes again, as in the beginning.
  await expect.poll(said).toEqual(['from the View'])
})

test.each([
  ['official', serveOfficialHost],
  ['mcp-ui', serveMcpUiHost],
])('the driver of %s has a View that is ready when it says so', { timeout: 120_000 }, async (_, serve) => {
  const other = await serve()
  const its = await browser.newPage()
  try {
    await its.goto(other.url)
    await its.evaluate(`(window.said = [], addEventListener('message', ({ data }) => said.push(data.method)))`)
    const app = JSON.stringify({ server: server.url, tool: 'show', input: {} })
    expect(await its.evaluate(`conformanceHost.displayTestApp(${app}).then(() => [...said])`)).toContain(
      'ui/notifications/initialized',
    )
  } finally {
    await its.close()
    await other.close()
  }
})
