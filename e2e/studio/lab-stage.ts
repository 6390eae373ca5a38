import type { Entry, ViewState } from '@casement/gateway/api'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import * as z from 'zod'
import { bundleScript } from '../lab/bundle.mjs'
import { callLink, openStudio, type OpenStudio } from './open-studio.ts'

/** The Studio with a server of Views to look at. */
export interface LabStage {
  readonly url: string
  readonly complaints: readonly string[]
  /** Opens the Studio, runs the tool and waits until its View is ready. */
  showView(options?: BrowserContextOptions & { readonly tool?: string }): Promise<Page>
  /** The stored state of the View on a page, as the gateway has it. */
  stateOf(page: Page): Promise<ViewState>
  close(): Promise<void>
}

const CSP = { connectDomains: ['https://api.example.com', 'https://*'] }

/** Opens the stage. */
export async function openLabStage(): Promise<LabStage> {
  const script = await bundleScript(new URL('lab-view.ts', import.meta.url))
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lab</title><body><script>${script}</script></body></html>`
  const studio = await openStudio({ builtIn: { lab: createMcpHandler(() => labServer(html)) } })
  return {
    url: studio.url,
    complaints: studio.complaints,
    async showView({ tool = 'look', ...options } = {}) {
      const page = await studio.page(options)
      await page.goto(callLink(studio, 'lab', tool, { seats: 3 }))
      await page.waitForSelector('mcp-app:is([stage=ready], [stage=failed])')
      // A reload or remount before that shows another state.
      await vi.waitFor(async () => expect(await callOf(studio, page)).toMatchObject({ status: 'done' }))
      return page
    },
    stateOf: async (page) => studio.store.readState((await callOf(studio, page))?.id ?? ''),
    close: () => studio.close(),
  }
}

/** The call that a page began with, as the gateway has it. */
async function callOf(studio: OpenStudio, page: Page): Promise<Entry | undefined> {
  const id = new URL(page.url()).hash.slice('#/'.length)
  return (await studio.store.readConversation(id))?.entries[0]
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

/** The frame of the View itself, inside the frame of the proxy. */
export const viewOf = (page: Page, within = 'mcp-app'): FrameLocator =>
  page.locator(within).locator('iframe').contentFrame().locator('iframe').contentFrame()

/** Opens a tab of the dock, which stands beside the conversation or over it. */
export async function openTab(page: Page, title: string): Promise<void> {
  const tab = page.getByRole('tab', { name: title, exact: true })
  if (!(await tab.isVisible())) await page.getByRole('button', { name: 'Inspect this View' }).click()
  await tab.click()
}
