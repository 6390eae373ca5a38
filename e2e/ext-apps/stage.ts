import { createServer, type Server } from 'node:http'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { build, type BuildOptions } from 'esbuild'
import type { Browser, Frame, Page } from 'playwright-core'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { root } from '../../scripts/setup.mjs'
import { bundleScript } from '../lab/bundle.mjs'
import { PATIENCE } from '../lab/expression.mjs'
import { pageHtml } from '../lab/page-html.mjs'
import { startSite, type Site } from '../lab/site.mjs'

/** The packages that `@modelcontextprotocol/ext-apps` stands for in turn. */
export const PACKAGES = {
  'official 2.0': '@modelcontextprotocol/ext-apps',
  'official 1.7': 'ext-apps-v1',
  ours: '@casement/ext-apps',
} as const
export type PackageName = keyof typeof PACKAGES
export type Sdk = 1 | 2

/** One side that is written for a version of the SDK, and the package that it is compiled with. */
export interface Side {
  readonly from: PackageName
  readonly sdk: Sdk
}

export interface Shown {
  readonly page: Page
  readonly view: Frame
  readonly errors: readonly string[]
}

export interface Stage {
  /** Opens the host page, which shows the View that the server serves. */
  show(view: PackageName, host: Side, server: Side): Promise<Shown>
  /** Opens the host page with a tool of the server at this URL. */
  showTool(host: Side, server: string, tool: string): Promise<Shown>
  close(): Promise<void>
}

type Handle = (request: Request, readView: () => string) => Promise<Response>

// The second name is that of 1.7 in this repository, which the sources for SDK 1 are typed against.
const aliasFor = (name: PackageName): Record<string, string> => ({
  '@modelcontextprotocol/ext-apps': PACKAGES[name],
  'ext-apps-v1': PACKAGES[name],
})
const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const bundling: BuildOptions = { bundle: true, format: 'esm', target: 'es2022', logLevel: 'silent' }

async function bundlePage(entry: string, from: PackageName): Promise<string> {
  const result = await build({
    ...bundling,
    entryPoints: [file(entry)],
    alias: aliasFor(from),
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    supported: { 'inline-script': false },
  })
  return result.outputFiles[0]?.text ?? ''
}

/** Bundles a server into a file below node_modules, from where it finds the SDK. */
async function loadServer({ from, sdk }: Side, folder: string): Promise<Handle> {
  const outfile = join(folder, `server-${from.replaceAll(' ', '-')}-${sdk}.mjs`)
  const external = ['@modelcontextprotocol/server', '@modelcontextprotocol/sdk', 'zod']
  await build({
    ...bundling,
    entryPoints: [file(`server-sdk-${sdk}.ts`)],
    alias: aliasFor(from),
    platform: 'node',
    external,
    outfile,
  })
  const { handle } = (await import(pathToFileURL(outfile).href)) as { handle: Handle }
  return handle
}

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Expose-Headers': '*',
  'Access-Control-Allow-Methods': '*',
}

/** Serves the MCP server that `current` returns to pages of any origin. */
async function serveMcp(current: () => (request: Request) => Promise<Response>): Promise<{ url: string; server: Server }> {
  const respond = async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS') return new Response(undefined, { status: 204, headers: CORS })
    const response = await current()(request)
    return new Response(response.body, { status: response.status, headers: { ...Object.fromEntries(response.headers), ...CORS } })
  }
  const server = createServer((incoming, outgoing) => void getRequestListener(respond)(incoming, outgoing))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` }
}

/** A browser, a site and an MCP server. Close it in the end. */
export async function openStage(): Promise<Stage> {
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'ext-apps-'))
  const site: Site = await startSite()
  const browser: Browser = await openChromium()
  let handle: (request: Request) => Promise<Response>
  const mcp = await serveMcp(() => handle)
  const sandbox = site.serve('sandbox', '/relay', {
    body: pageHtml({ script: await bundleScript(new URL('../hosts/relay.ts', import.meta.url)) }),
  })
  const pages = new Map<string, Promise<string>>()
  const bundled = (entry: string, from: PackageName): Promise<string> => {
    const key = `${entry} ${from}`
    const known = pages.get(key) ?? bundlePage(entry, from)
    pages.set(key, known)
    return known
  }

  const showTool: Stage['showTool'] = async (host, server, tool) => {
    const script = await bundled(`host-sdk-${host.sdk}.ts`, host.from)
    const src = site.serve('host', '/host.js', { body: script, type: 'text/javascript' })
    site.serve('host', '/', { body: `<!doctype html><title>host</title><body><script type="module" src="${src}"></script>` })
    const page = await browser.newPage()
    page.setDefaultTimeout(PATIENCE)
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(`${site.url('host', '/')}?${new URLSearchParams({ server, tool, sandbox })}`)
    return { page, view: await viewFrame(page), errors }
  }

  return {
    async show(view, host, server) {
      const handleRequest = await loadServer(server, folder)
      const script = await bundled('view.ts', view)
      const html = `<!doctype html><title>View</title><body style="margin: 0"><script type="module">${script}</script>`
      handle = (request) => handleRequest(request, () => html)
      return showTool(host, mcp.url, 'weather')
    },
    showTool,
    async close() {
      await browser.close()
      await site.close()
      mcp.server.closeAllConnections()
      mcp.server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The frame of the View, inside the frame of the proxy. */
async function viewFrame(page: Page): Promise<Frame> {
  const outer = await (await page.waitForSelector('iframe', { state: 'attached' })).contentFrame()
  const inner = await (await outer!.waitForSelector('iframe', { state: 'attached' })).contentFrame()
  return inner!
}
