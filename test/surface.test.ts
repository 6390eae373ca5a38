import { expect, test } from 'vitest'
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
