import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { applyEdits, type Edit } from './edits.ts'
import { OLD_PACKAGES } from './known-modules.ts'
import { migrateSource, PARSED } from './migrate-source.ts'
import type { Note } from './notes.ts'
import { aliasManifest, majorOf, migrateManifest } from './package-manifest.ts'

/** A file that changes, or that something is left to do in. */
export interface MigratedFile {
  /** From the folder, with slashes. */
  readonly path: string
  /** As it is; undefined for a file that is made. */
  readonly before: string | undefined
  readonly after: string
  readonly edits: readonly Edit[]
  readonly notes: readonly Note[]
}

/** The planned changes of a migration. Nothing is written. */
export interface Migration {
  /** Absolute. */
  readonly folder: string
  /** In order. */
  readonly files: readonly MigratedFile[]
}

const SKIPPED = /^(node_modules|dist|build|out|coverage|\..+)$/
// Text in which nothing is executed, and binary formats.
const NOT_READ =
  /\.(d\.[cm]?ts|md|mdx|txt|lock|map|png|jpe?g|gif|webp|avif|ico|svg|woff2?|ttf|pdf|zip|gz|wasm|mp[34]|webm)$|(^|\/)(package(-lock)?\.json|pnpm-lock\.yaml)$/
const MAX_BYTES = 2_000_000
const OLD_PACKAGE = /@modelcontextprotocol\/ext-apps|@mcp-ui\//
const OLD = new RegExp(`${OLD_PACKAGE.source}|openai`)
const APP_FILE = 'casement-app'

/** Plans the migration of a project. */
export async function migrateFolder(folder: string): Promise<Migration> {
  const root = resolve(folder)
  const paths = await filesBelow(root)
  const texts = await Promise.all(
    paths.filter((path) => !NOT_READ.test(path)).map(async (path) => ({ path, text: await readText(join(root, path)) })),
  )
  const old = texts.filter(({ path, text }) => (PARSED.test(path) ? OLD : OLD_PACKAGE).test(text))
  const uiServerMajor = await uiServerMajors(root, paths)
  const home = appHome(old.filter(({ path, text }) => migrateSource(path, text).needsApp).map(({ path }) => path))
  const migrated = old.map(({ path, text }) => {
    const options = { appModule: moduleFrom(path, home), uiServerMajor: uiServerMajor(path) }
    const { edits, notes } = migrateSource(path, text, options)
    return { path, before: text, after: applyEdits(text, edits), edits, notes }
  })
  const files = migrated.filter(({ edits, notes }) => edits.length + notes.length > 0)
  const manifests = await migrateManifests(root, paths, migrated)
  const made = home === undefined ? [] : [await appFile(root, home, paths)]
  return { folder: root, files: [...files, ...made, ...manifests].toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
}

/** A text, or an empty one for what is too long to be source code or is not text. */
async function readText(path: string): Promise<string> {
  const { size } = await stat(path)
  const text = size > MAX_BYTES ? '' : await readFile(path, 'utf8')
  return text.includes('\0') ? '' : text
}

/** The major version of `@mcp-ui/server` for a file: that of the nearest package.json which names one. */
async function uiServerMajors(root: string, paths: readonly string[]): Promise<(path: string) => number | undefined> {
  const manifests = paths.filter((path) => /(^|\/)package\.json$/.test(path))
  const majors = await Promise.all(
    manifests.map(async (path) => {
      const major = majorOf(await readFile(join(root, path), 'utf8'), '@mcp-ui/server')
      return { folder: path.slice(0, -'package.json'.length), major }
    }),
  )
  const known = majors.filter(({ major }) => major !== undefined).toSorted((a, b) => b.folder.length - a.folder.length)
  return (path) => known.find(({ folder }) => path.startsWith(folder))?.major
}

async function filesBelow(root: string, folder = ''): Promise<string[]> {
  const entries = (await readdir(join(root, folder), { withFileTypes: true })).filter(({ name }) => !SKIPPED.test(name))
  const inside = entries.map(async (entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    return entry.isDirectory() ? filesBelow(root, path) : [path]
  })
  return (await Promise.all(inside)).flat()
}

/** The innermost folder around all files that need the App. */
function appHome(paths: readonly string[]): string | undefined {
  const [first, ...others] = paths.map((path) => dirname(path))
  if (first === undefined) return undefined
  let home = first
  while (others.some((folder) => home !== '.' && folder !== home && !folder.startsWith(`${home}/`))) home = dirname(home)
  return home
}

function moduleFrom(path: string, home = '.'): string {
  const way = relative(dirname(path), home).split(sep).join('/')
  return `${way === '' ? '.' : way.startsWith('.') ? way : `./${way}`}/${APP_FILE}`
}

async function appFile(root: string, home: string, paths: readonly string[]): Promise<MigratedFile> {
  const extension = paths.some((path) => /\.tsx?$/.test(path)) ? 'ts' : 'js'
  const manifest = await readFile(join(root, 'package.json'), 'utf8').catch(() => '{}')
  const { name = 'app', version = '1.0.0' } = JSON.parse(manifest) as { name?: string; version?: string }
  const after = `import { App } from 'casement/view'
import { openAnyHost } from 'casement/view/openai'

/** The connection to the host, whether it knows MCP Apps or only window.openai. */
export const app = new App({ name: ${JSON.stringify(name)}, version: ${JSON.stringify(version)} }, {}, { open: openAnyHost })

await app.connect()
`
  return { path: `${home === '.' ? '' : `${home}/`}${APP_FILE}.${extension}`, before: undefined, after, edits: [], notes: [] }
}

/** Plans npm aliases in every package.json. Nothing is written. */
export async function aliasFolder(folder: string): Promise<Migration> {
  const root = resolve(folder)
  const version = await ownVersion()
  const files = await editManifests(root, await filesBelow(root), (text) => aliasManifest(text, version))
  return { folder: root, files }
}

async function editManifests(
  root: string,
  paths: readonly string[],
  editsOf: (text: string) => readonly Edit[],
): Promise<MigratedFile[]> {
  const manifests = await Promise.all(
    paths
      .filter((path) => /(^|\/)package\.json$/.test(path))
      .map(async (path) => {
        const before = await readFile(join(root, path), 'utf8')
        const edits = editsOf(before)
        return { path, before, after: applyEdits(before, edits), edits, notes: [] }
      }),
  )
  return manifests.filter(({ edits }) => edits.length > 0)
}

async function migrateManifests(root: string, paths: readonly string[], files: readonly MigratedFile[]): Promise<MigratedFile[]> {
  const kept = new Set(OLD_PACKAGES.filter((name) => files.some(({ after }) => new RegExp(`['"]${name}['"/]`).test(after))))
  const version = await ownVersion()
  return editManifests(root, paths, (text) => migrateManifest(text, version, kept))
}

async function ownVersion(): Promise<string> {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
