import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ViteDevServer } from 'vite'
import type { ViewInput } from './find-views.ts'
import { pathFrom } from './view-settings.ts'
import { withPolicy } from './view-policy.ts'

const DEV_PAGE_ATTRIBUTE = 'data-casement-dev-server'

/** Puts a page for each View where a build would put it. It loads everything from Vite, and so changes as its sources do. */
export function serveViews(server: ViteDevServer, views: readonly ViewInput[]): void {
  const write = async (): Promise<void> => {
    const origin = originOf(server)
    const folder = resolve(server.config.root, server.config.build.outDir)
    await mkdir(folder, { recursive: true })
    for (const view of views) {
      // Vite transforms pages one at a time.
      const file = resolve(folder, `${view.name}.html`)
      // Atomic, so that concurrent readers get the complete file or none.
      await writeFile(`${file}.new`, await devPage(server, view, origin))
      await rename(`${file}.new`, file)
      server.config.logger.info(`  casement: ${view.name}.html loads from ${origin}, with hot reload`)
    }
  }
  const failed = (error: unknown): void =>
    server.config.logger.error(`casement: ${error instanceof Error ? error.message : String(error)}`)
  const rewrite = (file: string): void => {
    if (views.some((view) => view.file === file)) void write().catch(failed)
  }
  // Vitest creates a server that never listens; its Views are the built ones.
  server.httpServer?.once('listening', () => void write().catch(failed))
  server.watcher.on('change', rewrite)
}

function originOf({ httpServer, config }: ViteDevServer): string {
  const address = httpServer?.address()
  const port = typeof address === 'object' && address ? address.port : config.server.port
  return `${config.server.https ? 'https' : 'http'}://localhost:${port}`
}

/** The page as Vite serves it, with full addresses: it is shown on another origin. */
async function devPage(server: ViteDevServer, { file }: ViewInput, origin: string): Promise<string> {
  const path = `/${pathFrom(server.config.root, file)}`
  const html = await server.transformIndexHtml(path, await readFile(file, 'utf8'))
  const from = new URL(path, origin)
  const full = html
    .replaceAll(
      /(<(?:script|link|img)\b[^>]*?\s(?:src|href)=")(\.{0,2}\/[^"]*)"/g,
      (_all, before: string, address: string) => `${before}${new URL(address, from).href}"`,
    )
    .replaceAll(
      /(\bfrom\s*|\bimport\s*\(?\s*)(["'])(\/[^"']+)\2/g,
      (_all, before: string, quote: string, address: string) => `${before}${quote}${origin}${address}${quote}`,
    )
  const socket = origin.replace(/^http/, 'ws')
  return withPolicy(withNotice(full, origin), { resourceDomains: [origin], connectDomains: [origin, socket] })
}

/**
 * Adds a script that replaces the page with an explanation when its modules cannot be loaded, which means that Vite has stopped. The
 * attribute marks the page as one of Vite's for tools that see only the HTML.
 */
function withNotice(html: string, origin: string): string {
  const message = `This is Vite's development page, and Vite is not running at ${origin}. Start it again, or build the View with: vite build`
  const script = `<script ${DEV_PAGE_ATTRIBUTE}="${origin}">addEventListener('error', ({ target }) => {
  if (target instanceof HTMLScriptElement && target.src.startsWith(${JSON.stringify(`${origin}/`)})) document.body.textContent = ${JSON.stringify(message)}
}, true)</script>`
  return html.replace(/<head\b[^>]*>|$/i, (head) => head + script)
}
