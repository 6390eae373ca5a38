import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContextOptions, type FrameLocator, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { createGateway, LOCAL_USER, type Gateway, type GatewayOptions, type UserStore } from '../../packages/gateway/src/index.ts'
import { ask } from '../../packages/gateway/src/test-support/ask.ts'
import { putDatabase } from '../../packages/gateway/src/test-support/created-database.ts'
import { localhostRoutes } from '../../packages/studio/src/command/localhost-page.ts'
import { renewRoute } from '../../packages/studio/src/command/renew-route.ts'
import type { ModelChoice } from '../../packages/studio/src/model/chat-protocol.ts'
import { chatRoute } from '../../packages/studio/src/model/chat-route.ts'
import { CHROMIUM_ARGS, findChromium } from '../../scripts/browser.mjs'
import { root } from '../../scripts/setup.mjs'

/** The Studio behind a real gateway, and a Chromium. */
export interface OpenStudio {
  readonly url: string
  readonly gateway: Gateway
  /** The stored data of the Studio's user. */
  readonly store: UserStore
  readonly browser: Browser
  /** Errors and warnings of the Studio's own pages. Errors of Views are up to the tests. */
  readonly complaints: string[]
  page(options?: BrowserContextOptions): Promise<Page>
  close(): Promise<void>
}

/** How long a page may take for something: a red test should mean a fault, not a busy machine. */
export const PATIENCE = 60_000

/** The options of a Studio for a test. */
export interface StudioOptions extends Omit<Partial<GatewayOptions>, 'model' | 'routes'> {
  readonly model?: ModelChoice
  /** Further arguments of the command line of Chromium. */
  readonly chromium?: readonly string[]
}

/** How one of the published example servers is started. */
export function publishedServer(name: string): { command: string; args: string[] } {
  const program = fileURLToPath(new URL('index.js', import.meta.resolve(`@modelcontextprotocol/server-${name}`)))
  return { command: process.execPath, args: [program, '--stdio'] }
}

/** Opens a Studio and a browser. */
export async function openStudio({ model, chromium: chromiumArgs = [], ...options }: StudioOptions): Promise<OpenStudio> {
  const own = mkdtempSync(join(tmpdir(), 'casement-studio-'))
  const dataDir = options.dataDir ?? join(own, 'data')
  if (!existsSync(join(dataDir, 'store'))) await putDatabase(dataDir)
  // A copy, because a build may run during a test.
  const pages = join(own, 'pages')
  cpSync(`${root}/packages/studio/dist/web`, pages, { recursive: true })
  const gateway = await createGateway({
    port: 0,
    pages,
    ...options,
    dataDir,
    ...(model && { model: { id: model.id, provider: model.provider } }),
    routes: [chatRoute(model), renewRoute(), ...localhostRoutes()],
  })
  await gateway.ready
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...CHROMIUM_ARGS, ...chromiumArgs],
    timeout: PATIENCE,
  })
  const complaints: string[] = []
  return {
    url: gateway.url,
    gateway,
    store: gateway.store.as(LOCAL_USER),
    browser,
    complaints,
    async page(context) {
      const made = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...context })
      // As the user does with the printed link. Playwright does not resolve the name on its own.
      const [cookie = ''] = (await ask(gateway.port, `/${new URL(gateway.link()).search}`)).headers['set-cookie'] ?? []
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      await made.addCookies([{ name, value, url: gateway.url, httpOnly: true, sameSite: 'Strict' }])
      const page = await made.newPage()
      page.setDefaultTimeout(PATIENCE)
      const isOurs = (place: string): boolean => place.startsWith(gateway.url)
      page.on('console', (message) => {
        if (/error|warning/.test(message.type()) && isOurs(message.location().url)) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.stack ?? String(error)))
      return page
    },
    async close() {
      await browser.close()
      await gateway.close()
      rmSync(own, { recursive: true, maxRetries: 10 })
    },
  }
}

/** The View of a call, inside the frame of the proxy. */
export const viewOf = (page: Page, index = 0): FrameLocator =>
  page.locator('mcp-app').nth(index).locator('iframe').contentFrame().locator('iframe').contentFrame()

/** Waits until so many Views show. */
export async function viewsReady(page: Page, count = 1): Promise<void> {
  await expect.poll(() => page.locator('mcp-app[stage="ready"]').count()).toBe(count)
}

/** The address of a call, as a script has it: the call runs at once. */
export const callLink = ({ gateway }: OpenStudio, server: string, tool: string, args: object = {}, more = ''): string =>
  `${gateway.scriptUrl}&server=${server}&tool=${tool}&args=${encodeURIComponent(JSON.stringify(args))}${more}`
