import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SandboxOptions } from '../../packages/casement/src/sandbox/index.ts'
import { serveSandbox, type ServedSandbox } from '../../packages/casement/src/sandbox/node/index.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { answerPage } from '../lab/answer-page.mjs'
import { bundleScript } from '../lab/bundle.mjs'
import { shownViews } from '../lab/shown-views.mjs'
import { openMcp, type ToolView } from './mcp-server.ts'

// Shorter than the timeout of a test, so that the error names the condition that was not met.
const PATIENCE = 120_000
const folder = new URL('./', import.meta.url)

/** A host page with `mountApp`, a sandbox, an MCP server and a Chromium, all real. */
export interface HostStage {
  readonly served: ServedSandbox
  /** Opens the host page. `window.mount(tool, options)` mounts into `#app` and returns what `mountApp` does. */
  page(options?: BrowserContextOptions): Promise<Page>
  close(): Promise<void>
}

const PAGE = (script: string): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title>
<style>body{margin:0;font:16px system-ui}#app{width:600px}</style>
<p>A page with a chat in it. <input id="composer" aria-label="Message"></p><div id="app"></div><p id="below">Below</p><div style="height:3000px"></div>
${script}`

/** Opens the stage with these tools on its server. */
export async function openHostStage(
  views: Readonly<Record<string, ToolView>>,
  options: Partial<SandboxOptions> & { page?: (request: Request) => Response | undefined | Promise<Response | undefined> } = {},
): Promise<HostStage> {
  const { page: pages, ...sandbox } = options
  const mcp = await openMcp(views)
  const script = await bundleScript(new URL('page.ts', folder))
  const html = PAGE(`<script>${script}</script>`)
  const served = await serveSandbox({
    // Addresses change with the hour otherwise, in the middle of a test as well.
    ttl: 31_536_000,
    ...sandbox,
    async page(request) {
      if (new URL(request.url).pathname === '/rpc') return answerPage(mcp.client, request)
      return (
        (await pages?.(request)) ?? new Response(html, { headers: { 'Content-Type': 'text/html', 'Origin-Agent-Cluster': '?1' } })
      )
    },
  })
  // A test that uses another browser needs none.
  let launching: Promise<Browser> | undefined
  const browser = (): Promise<Browser> => (launching ??= openChromium())
  return {
    served,
    async page(context) {
      const inside = await (await browser()).newContext(context)
      inside.setDefaultTimeout(PATIENCE)
      const opened = await inside.newPage()
      await opened.goto(served.hostOrigin)
      return opened
    },
    async close() {
      await (await launching)?.close()
      await served.close()
      await mcp.close()
    },
  }
}

/** The frame of the View: the third from the outside in. */
export async function viewFrame(page: Page): Promise<Frame> {
  let found: Frame | undefined
  await expect.poll(async () => (found = (await shownViews(page))[0])?.url()).toBeTruthy()
  return found as Frame
}

/** Waits for something to become true. Not by `waitForFunction`: it polls with eval, which the policy of a View forbids. */
export async function until(frame: Frame | Page, expression: string): Promise<void> {
  await expect.poll(() => frame.evaluate(`Boolean(${expression})`)).toBe(true)
}

/** Waits until the View has the keyboard focus. The browser's main process tells the page when that is so. */
export async function untilFocused(page: Page, view: Frame): Promise<void> {
  await until(page, `mounted.element.shadowRoot.activeElement?.localName === 'iframe'`)
  await until(view, 'document.hasFocus()')
}

/** A View on our own SDK that shows received messages as text, and can be driven through `window.app`. */
export async function casementView(body = '', before = ''): Promise<string> {
  const script = await bundleScript({
    code: `
      import { App } from 'casement/view'
      const app = window.app = new App({ name: 'probe', version: '1.0.0' }, { availableDisplayModes: window.MODES ?? ['inline', 'fullscreen', 'pip'], ...window.DECLARED })
      window.told = []
      for (const event of ['toolinput', 'toolinputpartial', 'toolresult', 'toolcancelled', 'hostcontextchanged'])
        app.addEventListener(event, (params) => window.told.push([event, params]))
      app.onteardown = () => { window.parent.postMessage({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'goodbye' } }, '*'); return {} }
      app.connect().then(() => { document.body.dataset.connected = 'yes' })`,
    folder,
  })
  return `<!doctype html><html><head><title>Probe</title>${before}<style>body{margin:0;font:16px system-ui}</style></head><body>${body}<script>${script}</script></body></html>`
}

/** A View on the official SDK: what runs in it knows its `App`. */
export async function officialView(script: string): Promise<string> {
  // It logs every message.
  const code = `import { App } from '@modelcontextprotocol/ext-apps'\nconsole.debug = () => {}\n${script}`
  return `<!doctype html><title>View</title><body><script>${await bundleScript({ code, folder })}</script>`
}
