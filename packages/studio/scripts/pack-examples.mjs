// npm pack: puts the built examples into dist/examples, each bundled with what it needs, so that `npx casement` has them too.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const examples = fileURLToPath(new URL('../../../examples', import.meta.url))
const out = fileURLToPath(new URL('../dist/examples', import.meta.url))

const names = readdirSync(examples).filter((name) => existsSync(join(examples, name, 'dist/app.js')))

rmSync(out, { recursive: true, force: true })
await build({
  entryPoints: names.map((name) => ({ in: join(examples, name, 'dist/app.js'), out: `${name}/app` })),
  outdir: out,
  bundle: true,
  splitting: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // The dependencies of this package are installed with it, and must exist only once.
  external: ['casement', 'casement/*', '@modelcontextprotocol/*'],
  logLevel: 'warning',
})
for (const name of names) {
  const folder = join(examples, name, 'dist')
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.html')))
    cpSync(join(folder, file), join(out, name, file))
}
