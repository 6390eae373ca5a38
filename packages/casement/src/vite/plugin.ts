import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { buildView } from './build-view.ts'
import { serveViews } from './dev-server.ts'
import { findViews } from './find-views.ts'
import type { FoundUrl } from './found-url.ts'
import { inlineWorkers } from './inline-workers.ts'
import type { CasementViteOptions } from './options.ts'
import { recorderTags } from './recorder-tags.ts'
import { scanSource } from './scan-source.ts'
import { viewSettings } from './view-settings.ts'

const SOURCE = /\.([cm]?[jt]sx?|vue|svelte|astro|css|scss|sass|less|styl|pcss)$/
const SCRIPT = /\.[cm]?[jt]sx?$|\.(vue|svelte)$/

/**
 * Builds each View into one HTML file that needs nothing beside it, and says what it still loads from elsewhere. In development, it
 * puts pages into the same place that load from Vite, so that a host shows them with hot reload.
 */
export function casement(options: CasementViteOptions = {}): Plugin {
  const found = new Map<string, FoundUrl[]>()
  let root = process.cwd()
  let serving = false
  return {
    name: 'casement',
    enforce: 'pre',
    config(user, { command }) {
      serving = command === 'serve'
      root = resolve(user.root ?? root)
      return viewSettings(findViews(root, options.views), user, serving)
    },
    configResolved(config) {
      root = config.root
    },
    transform(code, id) {
      if (/\0|[\\/]node_modules[\\/]|\?/.test(id) || !SOURCE.test(id)) return undefined
      found.set(id, scanSource(id, code))
      const changed = !serving && SCRIPT.test(id) ? inlineWorkers(id, code) : undefined
      return changed === undefined ? undefined : { code: changed, map: null }
    },
    transformIndexHtml: {
      order: 'pre',
      handler(html, { filename }) {
        found.set(filename, scanSource(filename, html))
        return recorderTags(options.recorder)
      },
    },
    configureServer: (server) => serveViews(server, findViews(root, options.views)),
    generateBundle: {
      order: 'post',
      handler(_output, bundle) {
        const { logger } = this.environment.config
        const views = findViews(root, options.views)
        // The other Views of a project have separate bundles.
        const modules = new Set(this.getModuleIds())
        const seen = [...found].flatMap(([id, urls]) => (modules.has(id) ? urls : []))
        const { fileName, source, used, line } = buildView({ bundle, root, views, seen, external: options.external ?? [] })
        for (const name of used) delete bundle[name]
        this.emitFile({ type: 'asset', fileName, source })
        logger.info(line)
      },
    },
  }
}
