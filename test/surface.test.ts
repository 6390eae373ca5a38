import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../scripts/setup.mjs'
import { bundle, codeEntries, publishedPackages } from './entries.ts'
import { entryPins } from './entry-pins.ts'
import { namePins } from './name-pins.ts'

test('the published packages and their entries', () => {
  const found = publishedPackages().map(({ manifest }) => [manifest.name, Object.keys(manifest.exports ?? {})])
  expect(Object.fromEntries(found)).toEqual(entryPins)
})

test.each(codeEntries())('the run-time names of $name', async ({ name }) => {
  const { metafile } = await bundle(`export * from '${name}'`)
  const exported = Object.values(metafile.outputs).flatMap((output) => output.exports)
  expect(exported.toSorted(), `pin the names of ${name} in name-pins.ts`).toEqual(namePins[name])
})

/** The run-time names that the guides list under each entry point. */
function listedByTask(): Map<string, string[]> {
  const listed = new Map<string, string[]>()
  const folder = join(root, 'docs')
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.md'))) {
    const [, section = ''] = /^## Exports by task\n([^]*?)(?=^## |(?![^]))/m.exec(readFileSync(join(folder, file), 'utf8')) ?? []
    for (const [, entry = '', text = ''] of section.matchAll(/^### `([^`]+)`\n([^]*?)(?=^### |(?![^]))/gm)) {
      const rows = text.split('\n').filter((line) => line.startsWith('|'))
      listed.set(
        entry,
        rows.slice(2).flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)),
      )
    }
  }
  return listed
}

describe('exports by task', () => {
  const listed = listedByTask()

  test.each([...listed])('a guide lists every run-time name of %s under one task', (entry, names) => {
    // The schemas are too many for a table; their names follow from the types.
    expect(names.toSorted()).toEqual(namePins[entry]?.filter((name) => !/^[A-Z].*Schema$/.test(name)))
  })

  test.each(['vue', 'svelte', 'solid'])('casement/view/%s has only functions that casement/view/react has', (framework) => {
    const { [`casement/view/${framework}`]: names = [], 'casement/view/react': react = [] } = namePins
    expect(names.filter((name) => !react.includes(name))).toEqual([])
  })

  test('no entry point of the library with more than three names is left out', () => {
    const known = new Set([...listed.keys(), ...['vue', 'svelte', 'solid'].map((framework) => `casement/view/${framework}`)])
    const large = Object.entries(namePins).filter(([entry, names]) => entry.startsWith('casement/') && names.length > 3)
    expect(large.map(([entry]) => entry).filter((entry) => !known.has(entry))).toEqual([])
  })
})
