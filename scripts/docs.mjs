// npm run docs: the documentation as a site in site/dist, which opens from a file.
import { join } from 'node:path'
import { runScript } from './run-script.mjs'
import { ensureBuild, ensureDependencies, root, say, seconds } from './setup.mjs'

await runScript(async () => {
  ensureDependencies()
  await ensureBuild()
  const start = performance.now()
  const { buildSite } = await import('../site/build-site.mjs')
  const pages = await buildSite(root, join(root, 'site/dist'))
  say(`docs: ${pages} pages in ${seconds(start)}, open site/dist/index.html`)
})
