import type { Browser, FrameLocator, Page } from 'playwright-core'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { PATIENCE } from './open-studio.ts'

/** A Chromium for pages of a Studio that was started by the command. */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return openChromium(args)
}

/** A page of its own, which may take its time. */
export async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  return page
}

/** The address that calls a tool: `scriptUrl` is what `--json` prints for scripts. */
export function callUrl(scriptUrl: string, server: string, tool: string, input: object = {}, more = ''): string {
  return `${scriptUrl}&server=${server}&tool=${tool}&args=${encodeURIComponent(JSON.stringify(input))}${more}`
}

/** Waits until the View stands, and returns its document: a frame in the frame of the relay. */
export async function readyView(page: Page): Promise<FrameLocator> {
  await page.locator('mcp-app[stage="ready"]').waitFor()
  return page.frameLocator('mcp-app iframe').frameLocator('iframe')
}
