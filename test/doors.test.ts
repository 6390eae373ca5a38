import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../scripts/setup.mjs'
import { bundle, codeEntries } from './entries.ts'
import { importsOf, sourcesBelow } from './module-imports.ts'

interface Doors {
  /** Other folders of the library. */
  readonly folders: readonly string[]
  /** Modules from elsewhere. A type may come from anywhere that is installed; this is about what runs. */
  readonly modules?: readonly RegExp[]
}

/**
 * Which folder of the library may open which. Read it top to bottom and you have read the architecture. A folder inside another
 * has a line of its own where it may do more.
 */
const library: Record<string, Doors> = {
  protocol: { folders: [] },
  view: { folders: ['protocol'], modules: [/^react$/, /^vue$/, /^svelte(\/|$)/, /^solid-js(\/|$)/] },
  host: { folders: ['protocol', 'host/server/legacy-views.ts'], modules: [/^react$/] },
  // The one file that lets the past in, on demand, so that a View from before MCP Apps is mounted like any other.
  'host/server/legacy-views.ts': { folders: ['protocol', 'host', 'legacy'] },
  sandbox: { folders: ['protocol'] },
  'sandbox/node': { folders: ['protocol', 'sandbox'], modules: [/^node:/] },
  server: { folders: ['protocol'], modules: [/^node:/, /^@modelcontextprotocol\/server(\/|$)/] },
  legacy: { folders: ['protocol'] },
  'legacy/frame': { folders: ['protocol', 'legacy'] },
  'legacy/server': { folders: ['protocol', 'legacy'], modules: [/^node:/] },
  testing: { folders: ['protocol', 'view', 'host', 'sandbox/node', 'server'], modules: [/^node:/, /^vitest(\/browser)?$/] },
  create: { folders: ['protocol'], modules: [/^node:/] },
  launcher: { folders: ['create'], modules: [/^node:/] },
  vite: { folders: ['protocol', 'view', 'sandbox', 'server'], modules: [/^node:/, /^vite$/] },
}

const source = join(root, 'packages/casement/src')
const OURS = /^(@casement\/|casement(\/|$))/

describe('inside the library', () => {
  test.each(readdirSync(source))('%s opens only the doors it has', (folder) => {
    expect(Object.keys(library), 'every folder needs a line in the table').toContain(folder)
    const wrong = sourcesBelow(join(source, folder)).flatMap((file) =>
      importsOf(file)
        .filter(({ specifier, typeOnly }) => !isAllowed(file, specifier, typeOnly))
        .map(({ specifier }) => `${relative(root, file)} imports ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  test('every source belongs to a world that the solution file names, so it is built', () => {
    const solution = JSON.parse(readFileSync(join(source, '../tsconfig.json'), 'utf8')) as { references: { path: string }[] }
    const built = new Set(solution.references.map(({ path }) => resolve(source, '..', path)))
    expect(sourcesBelow(source).filter((file) => !built.has(worldOf(file)))).toEqual([])
  })

  const views = codeEntries().filter(({ name, source: file }) => name.startsWith('casement/view') && existsSync(file))
  test.each(views)('$name loads no schemas, no policy and no parser, not even through somebody else', async ({ name }) => {
    const { metafile } = await bundle(`export * from '${name}'`)
    const loaded = Object.keys(metafile.inputs).filter((file) =>
      /protocol\/(schemas|policy|json-stream)\/|protocol\/method(s|-table)\.ts/.test(file),
    )
    expect(loaded).toEqual([])
  })
})

function isAllowed(file: string, specifier: string, typeOnly: boolean): boolean {
  const own = lineOf(file)
  const { folders, modules = [] } = library[own] ?? { folders: [] }
  if (!specifier.startsWith('.')) return typeOnly || modules.some((known) => known.test(specifier))
  const target = lineOf(resolve(dirname(file), specifier))
  return target === own || folders.includes(target)
}

/** The longest line of the table that holds a file. */
function lineOf(file: string): string {
  const path = `${relative(source, file).replaceAll('\\', '/')}/`
  const lines = Object.keys(library).filter((line) => path.startsWith(`${line}/`))
  return lines.toSorted((a, b) => b.length - a.length)[0] ?? path
}

/** The nearest folder upwards that has compiler settings of its own. */
function worldOf(path: string): string {
  const folder = dirname(path)
  return existsSync(join(folder, 'tsconfig.json')) ? folder : worldOf(folder)
}

test('the other packages use the library, and each other, by public entries only', () => {
  const entries = new Set(codeEntries().map(({ name }) => name))
  const others = readdirSync(join(root, 'packages')).filter((name) => name !== 'casement')
  const wrong = others.flatMap((name) => {
    const folder = join(root, 'packages', name)
    const leaves = (file: string, specifier: string) => relative(folder, resolve(dirname(file), specifier)).startsWith('..')
    return sourcesBelow(folder).flatMap((file) =>
      importsOf(file)
        .filter(({ specifier }) =>
          specifier.startsWith('.') ? leaves(file, specifier) : OURS.test(specifier) && !entries.has(specifier),
        )
        .map(({ specifier }) => `${relative(root, file)} imports ${specifier}`),
    )
  })
  expect(wrong).toEqual([])
})

test('the parser sees every way to import, and which of them remain at run time', () => {
  const text = `
    import a from 'a'; import type b from 'b'; import { type c } from 'c'; import 'd'
    export * from 'e'; export type { f } from 'f'; export { type g } from 'g'
    const h = () => import('h'); type I = import('i').I
    // import 'j'
    const k = "import 'k'"`
  const seen = importsOf('some.ts', text).map(({ specifier, typeOnly }) => (typeOnly ? `${specifier} (type)` : specifier))
  expect(seen).toEqual(['a', 'b (type)', 'c', 'd', 'e', 'f (type)', 'g', 'h', 'i (type)'])
})
