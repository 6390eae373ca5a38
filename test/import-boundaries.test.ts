import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../scripts/setup.mjs'
import { bundle, codeEntries } from './entries.ts'
import { importsOf, sourcesBelow } from './module-imports.ts'

interface AllowedImports {
  /** Other folders of the library. */
  readonly folders: readonly string[]
  /** Modules of other packages. Type imports are always allowed. */
  readonly modules?: readonly RegExp[]
}

/** The imports that each folder of the library may have. A subfolder or file with further permissions has a line of its own. */
const library: Record<string, AllowedImports> = {
  protocol: { folders: [] },
  view: { folders: ['protocol'], modules: [/^react$/, /^vue$/, /^svelte(\/|$)/, /^solid-js(\/|$)/] },
  host: { folders: ['protocol', 'host/lazy-chunk.ts'], modules: [/^react$/, /^vue$/, /^solid-js(\/|$)/] },
  // The lazy chunk is the only file of the host that imports the legacy translation.
  'host/lazy-chunk.ts': { folders: ['protocol', 'host', 'legacy'] },
  sandbox: { folders: ['protocol'] },
  'sandbox/node': { folders: ['protocol', 'sandbox'], modules: [/^node:/] },
  server: { folders: ['protocol'], modules: [/^node:/, /^@modelcontextprotocol\/server(\/|$)/, /^jose$/] },
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
  test.each(readdirSync(source))('%s imports only what it may', (folder) => {
    expect(Object.keys(library), 'every folder needs a line in the table').toContain(folder)
    const wrong = sourcesBelow(join(source, folder)).flatMap((file) =>
      importsOf(file)
        .filter(({ specifier, typeOnly }) => !isAllowed(file, specifier, typeOnly))
        .map(({ specifier }) => `${relative(root, file)} imports ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  test('every source file belongs to a project that the solution file references, so it is built', () => {
    const solution = JSON.parse(readFileSync(join(source, '../tsconfig.json'), 'utf8')) as { references: { path: string }[] }
    const built = new Set(solution.references.map(({ path }) => resolve(source, '..', path)))
    expect(sourcesBelow(source).filter((file) => !built.has(projectOf(file)))).toEqual([])
  })

  const views = codeEntries().filter(({ name, source: file }) => name.startsWith('casement/view') && existsSync(file))
  test.each(views)('$name bundles no schemas, no policy compiler and no parser, not even indirectly', async ({ name }) => {
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

/** The most specific line of the table for a file. */
function lineOf(file: string): string {
  const path = `${relative(source, file).replaceAll('\\', '/')}/`
  const lines = Object.keys(library).filter((line) => path.startsWith(`${line}/`))
  return lines.toSorted((a, b) => b.length - a.length)[0] ?? path
}

/** The nearest parent folder with a tsconfig.json. */
function projectOf(path: string): string {
  const folder = dirname(path)
  return existsSync(join(folder, 'tsconfig.json')) ? folder : projectOf(folder)
}

test('the other packages import the library and each other only by public entry points', () => {
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
