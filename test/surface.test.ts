import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

test('the host guide lists every run-time name of casement/host under one task', () => {
  const [, section = ''] = /^## Exports by task\n([^]*)/m.exec(readFileSync(join(root, 'docs/host.md'), 'utf8')) ?? []
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  const listed = rows.slice(2).flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect(listed.toSorted()).toEqual(namePins['casement/host'])
})
