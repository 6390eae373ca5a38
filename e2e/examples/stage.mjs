// Shows the built examples in our host: a server over stdio, the official client, the sandbox and a Chromium, all real.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { serveSandbox } from 'casement/sandbox/node'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { answerPage } from '../lab/answer-page.mjs'
import { shownViews } from '../lab/shown-views.mjs'
import { bundleScript } from '../lab/bundle.mjs'

/**
 * @typedef {object} Showing
 * @property {string} tool
 * @property {Record<string, unknown>} [input]
 * @property {readonly string[]} [pieces] The arguments as a model writes them, piece by piece.
 * @property {'light' | 'dark'} [theme]
 *
 * @typedef {object} ExampleStage
 * @property {(name: string | URL, options?: { width?: number, height?: number, scale?: number }) => Promise<ExamplePage>} open
 * @property {() => Promise<import('playwright-core').Page>} page An empty page.
 * @property {() => Promise<void>} close
 *
 * @typedef {object} ExamplePage
 * @property {import('playwright-core').Page} page
 * @property {import('@modelcontextprotocol/client').Client} client
 * @property {(showing: Showing) => Promise<import('playwright-core').Frame>} show
 * @property {string[]} errors Whatever any console complained about.
 * @property {() => Promise<void>} close
 */

const tokens = readFileSync(new URL('../../packages/studio/src/web/design/tokens.css', import.meta.url), 'utf8')

const PATIENCE = 60_000

/** @param {string} script */
const pageHtml = (script) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Examples</title>
<style>${tokens}
body{margin:0;background:var(--color-background-primary);color:var(--color-text-primary);font:14px/1.5 var(--font-sans)}
section+section{border-top:1px solid var(--color-border-secondary)}</style><body><script>${script}</script></body></html>`

/**
 * A client of a server that is started for it: a built example by its name, or any other by its file.
 * @param {string | URL} which
 */
export async function connectServer(which) {
  const server = fileURLToPath(
    typeof which === 'string' ? new URL(`../../examples/${which}/dist/server.js`, import.meta.url) : which,
  )
  const client = new Client({ name: 'examples', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server], stderr: 'inherit' }))
  return client
}

/**
 * Opens the stage. Close it in the end.
 * @returns {Promise<ExampleStage>}
 */
export async function openExampleStage() {
  const html = pageHtml(await bundleScript(new URL('host-page.ts', import.meta.url)))
  const browser = await openChromium()
  return {
    async open(name, { width = 640, height = 800, scale = 1 } = {}) {
      const client = await connectServer(name)
      const served = await serveSandbox({
        page: (request) =>
          new URL(request.url).pathname === '/rpc'
            ? answerPage(client, request)
            : new Response(html, { headers: { 'Content-Type': 'text/html', 'Origin-Agent-Cluster': '?1' } }),
      })
      const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale })
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE)
      /** @type {string[]} */
      const errors = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      page.on('pageerror', (error) => errors.push(String(error)))
      await page.goto(served.hostOrigin)
      return {
        page,
        client,
        errors,
        async show(showing) {
          const before = new Set(await shownViews(page))
          await page.evaluate(`show(${JSON.stringify(showing)})`)
          // The page knows that it is ready; another process reports that its frame exists.
          for (;;) {
            const frame = (await shownViews(page)).find((candidate) => !before.has(candidate))
            if (frame) return frame
          }
        },
        async close() {
          await context.close()
          await served.close()
          await client.close()
        },
      }
    },
    async page() {
      const page = await browser.newPage()
      page.setDefaultTimeout(PATIENCE)
      return page
    },
    close: () => browser.close(),
  }
}
