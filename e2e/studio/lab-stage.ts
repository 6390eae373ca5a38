import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import * as z from 'zod'
import { createGateway } from '../../packages/gateway/src/index.ts'
import { CHROMIUM_ARGS, findChromium } from '../../scripts/browser.mjs'
import { root } from '../../scripts/setup.mjs'
import { bundleScript } from '../lab/bundle.mjs'

/** The Studio behind a real gateway with a real server, and a Chromium. */
export interface LabStage {
  readonly url: string
  /** Opens the Studio, runs the tool and waits until its View is ready. */
  showView(options?: BrowserContextOptions & { readonly tool?: string }): Promise<Page>
  close(): Promise<void>
}

const CSP = { connectDomains: ['https://api.example.com', 'https://*'] }

/** Opens the stage. */
export async function openLabStage(): Promise<LabStage> {
  const script = await bundleScript(new URL('lab-view.ts', import.meta.url))
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lab</title><body><script>${script}</script></body></html>`
  const gateway = await createGateway({
    port: 0,
    pages: `${root}/packages/studio/dist/web`,
    builtIn: { lab: createMcpHandler(() => labServer(html)) },
  })
  await gateway.ready
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS })
  return {
    url: gateway.url,
    showView: ({ tool = 'look', ...options } = {}) => showView(browser, gateway.url, tool, options),
    async close() {
      await browser.close()
      await gateway.close()
    },
  }
}

function labServer(html: string): McpServer {
  const server = new McpServer({ name: 'lab', version: '1.0.0' })
  const mimeType = 'text/html;profile=mcp-app'
  const show = (name: string, uri: string, ui: Record<string, unknown>): void => {
    server.registerTool(
      name,
      { description: 'Shows something', inputSchema: z.object({}).loose(), _meta: { ui: { resourceUri: uri } } },
      () => ({
        content: [{ type: 'text', text: 'shown' }],
        structuredContent: { shown: name },
      }),
    )
    server.registerResource(name, uri, { mimeType }, () => ({ contents: [{ uri, mimeType, text: html, _meta: { ui } }] }))
  }
  show('look', 'ui://lab/look', { csp: CSP })
  show('look-with-domain', 'ui://lab/domain', { domain: 'mine.claudemcpcontent.com' })
  server.registerTool('add', { description: 'Adds', inputSchema: z.object({ a: z.number(), b: z.number() }) }, ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
  }))
  return server
}

async function showView(browser: Browser, url: string, tool: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...options })
  const page = await context.newPage()
  await page.goto(`${url}/?server=lab&tool=${tool}&args=${encodeURIComponent('{"seats":3}')}`)
  await page.waitForSelector('mcp-app:is([stage=ready], [stage=failed])')
  return page
}

/** The frame of the View itself, inside the frame of the proxy. */
export const viewOf = (page: Page, within = 'mcp-app'): ReturnType<Page['frameLocator']> =>
  page.locator(within).locator('iframe').contentFrame().locator('iframe').contentFrame()

/** Opens a tab of the dock. */
export async function openTab(page: Page, title: string): Promise<void> {
  const dock = page.getByRole('complementary', { name: 'Inspector' })
  if (!(await dock.isVisible())) await page.getByRole('button', { name: 'Inspect this View' }).click()
  await dock.getByRole('tab', { name: title, exact: true }).click()
}
