import { readFileSync } from 'node:fs'
import { serveSandbox } from 'casement/sandbox/node'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Fields } from '../static/fields.ts'

/** Sends a request of a page to the server that is examined. */
export type AskServer = (method: string, params: Fields) => Promise<unknown>

/** The doctor's own host page, in a browser. */
export interface HostStage {
  /** Opens the page, in which `window.doctor` mounts Views. With `refusing`, what the host answers to handshakes comes as an error. */
  open(size: { readonly width: number; readonly height: number }, options?: { readonly refusing?: boolean }): Promise<Page>
  close(): Promise<void>
}

const asset = (name: string): string => readFileSync(new URL(`../../dist/page/${name}.js`, import.meta.url), 'utf8')

const HTML = (script: string): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Doctor</title>
<style>:root{color-scheme:light dark}body{margin:0;display:flex;flex-wrap:wrap;gap:8px;align-items:start}</style>
<body><script>${script}</script>`

/** The browser settings from which the host page detects theme and locale. */
export type UserSettings = Pick<BrowserContextOptions, 'colorScheme' | 'locale'>

/** The settings of the stage. */
export interface StageSettings extends UserSettings {
  /** True to give Views the looser policy of the reference host. */
  readonly isPolicyLoose?: boolean
}

/** Serves the page and the sandbox on loopback. Everything opened later shares one profile, as the tabs of a user do. */
export async function openHostStage(
  browser: Browser,
  askServer: AskServer,
  { isPolicyLoose = false, ...settings }: StageSettings = {},
): Promise<HostStage> {
  const script = asset('host-page').replaceAll('</script', '<\\/script')
  const served = await serveSandbox({
    ...(isPolicyLoose && { policy: { preset: 'compat' as const } }),
    page: () =>
      new Response(HTML(script), { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Origin-Agent-Cluster': '?1' } }),
  })
  const context = await browser.newContext({ colorScheme: 'light', ...settings })
  await prepare(context, askServer)
  return {
    async open(size, { refusing = false } = {}) {
      const page = await context.newPage()
      await page.setViewportSize(size)
      if (refusing) await page.addInitScript({ content: asset('refuse-handshake') })
      await page.goto(served.hostOrigin)
      return page
    },
    async close() {
      await context.close()
      await served.close()
    },
  }
}

/** Where the documents in a page's frames went, as `navigate` events tell it before they are gone. */
export interface Navigation {
  readonly url: string
  readonly type: string
}

const navigations = new WeakMap<Page, Navigation[]>()

/** The navigations inside of a page's Views. */
export const navigationsOf = (page: Page): readonly Navigation[] => navigations.get(page) ?? []

async function prepare(context: BrowserContext, askServer: AskServer): Promise<void> {
  await context.addInitScript({ content: asset('inside-view') })
  await context.exposeBinding('tellDoctor', ({ page, frame }, { navigates: url, type }: { navigates: string; type: string }) => {
    // Only a frame inside of the proxy is a View.
    if (!frame.parentFrame()?.parentFrame()) return
    const known = navigations.get(page) ?? []
    navigations.set(page, [...known, { url, type }])
  })
  await context.exposeFunction('askServer', async (method: string, params: Fields) => {
    try {
      return { result: await askServer(method, params) }
    } catch (error) {
      const { message, code } = error as { message: string; code?: unknown }
      return { error: { message, ...(typeof code === 'number' && { code }) } }
    }
  })
}
