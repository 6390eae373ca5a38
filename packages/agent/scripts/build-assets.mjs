// Builds the Views of `casement mcp` into dist/views, and copies the documentation that `search_docs` searches into dist/docs.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))
const views = join(folder, 'src/views')
const stamp = join(folder, '.cache/views.json')
const VIEWS = ['doctor', 'render']
/** The guides and references for users of the packages. Pages about the project itself are left out. */
const PAGES =
  'agents ai-sdk build conformance deployment doctor doctor-catalogue examples gateway host legacy lifecycle migrate policy protocol real-hosts sandbox-recipes security server server-fetch studio testing trace view'.split(
    ' ',
  )

/** @returns {Promise<string[]>} the files, relative to the package */
export async function buildAssets() {
  const files = VIEWS.map((name) => `dist/views/${name}.html`)
  const inputs = hashInputs()
  const isCurrent = existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs
  if (!isCurrent || !files.every((file) => existsSync(join(folder, file)))) await buildViews()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, inputs)
  mkdirSync(join(folder, 'dist/docs'), { recursive: true })
  for (const page of PAGES) copyFileSync(join(folder, '../../docs', `${page}.md`), join(folder, 'dist/docs', `${page}.md`))
  return [...files, ...PAGES.map((page) => `dist/docs/${page}.md`)]
}

async function buildViews() {
  const { createBuilder } = await import('vite')
  const { casement } = await import('casement/vite')
  const named = Object.fromEntries(VIEWS.map((name) => [name, `${name}/index.html`]))
  const builder = await createBuilder({
    configFile: false,
    root: views,
    logLevel: 'warn',
    plugins: [casement({ views: named })],
    build: { outDir: join(folder, 'dist/views'), emptyOutDir: true },
  })
  await builder.buildApp()
}

function hashInputs() {
  const hash = createHash('sha256')
  const library = join(folder, '../casement/dist')
  const files = [fileURLToPath(import.meta.url), ...[views, join(library, 'view'), join(library, 'vite')].flatMap(filesBelow)]
  for (const file of files) hash.update(relative(folder, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * @param {string} place
 * @returns {string[]}
 */
function filesBelow(place) {
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => !/\.(map|tsbuildinfo)$|\.d\.ts$/.test(name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(place, entry.name)) : [join(place, entry.name)]))
}
