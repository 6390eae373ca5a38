import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { applyEdits, type Edit } from './edits.ts'
import { OLD_PACKAGES } from './known-modules.ts'
import { migrateSource } from './migrate-source.ts'
import type { Note } from './notes.ts'
import { migrateManifest } from './package-manifest.ts'

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

/** What a migration would do. Nothing is written. */
export interface Migration {
  /** Absolute. */
  readonly folder: string
  /** In order. */
  readonly files: readonly MigratedFile[]
}

const SKIPPED = /^(node_modules|dist|build|out|coverage|\..+)$/
const READ = /\.([cm]?[jt]sx?|vue|svelte|html?)$/
const OLD = /@modelcontextprotocol\/ext-apps|@mcp-ui\/|openai/
const APP_FILE = 'casement-app'

/** Looks through a project and says what moving it to Casement changes. */
export async function migrateFolder(folder: string): Promise<Migration> {
  const root = resolve(folder)
  const paths = await filesBelow(root)
  const texts = await Promise.all(
    paths
      .filter((path) => READ.test(path) && !path.endsWith('.d.ts'))
      .map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  )
  const old = texts.filter(({ text }) => OLD.test(text))
  const home = appHome(old.filter(({ path, text }) => migrateSource(path, text).needsApp).map(({ path }) => path))
  const files = old.flatMap(({ path, text }) => {
    const { edits, notes } = migrateSource(path, text, { appModule: moduleFrom(path, home) })
    return edits.length + notes.length === 0 ? [] : [{ path, before: text, after: applyEdits(text, edits), edits, notes }]
  })
  const manifests = await migrateManifests(root, paths, files)
  const made = home === undefined ? [] : [await appFile(root, home, paths)]
  return { folder: root, files: [...files, ...made, ...manifests].toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
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

async function migrateManifests(root: string, paths: readonly string[], files: readonly MigratedFile[]): Promise<MigratedFile[]> {
  const kept = new Set(OLD_PACKAGES.filter((name) => files.some(({ after }) => new RegExp(`['"]${name}['"/]`).test(after))))
  const version = await ownVersion()
  const manifests = await Promise.all(
    paths
      .filter((path) => /(^|\/)package\.json$/.test(path))
      .map(async (path) => {
        const before = await readFile(join(root, path), 'utf8')
        const edits = migrateManifest(before, version, kept)
        return { path, before, after: applyEdits(before, edits), edits, notes: [] }
      }),
  )
  return manifests.filter(({ edits }) => edits.length > 0)
}

async function ownVersion(): Promise<string> {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
