import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../scripts/setup.mjs'
import { publishedPackages } from './entries.ts'

test('docs/entry-points.md has a row with a guide for every entry point', () => {
  const page = readFileSync(join(root, 'docs/entry-points.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([^`]+)` +\| .+ \| \[[^\]]+\]\([^)]+\) +\|$/gm)].map(([, name]) => name)
  const names = publishedPackages().flatMap(({ manifest }) =>
    Object.keys(manifest.exports ?? {})
      .filter((path) => path !== './package.json')
      .map((path) => join(manifest.name, path)),
  )
  expect(rows.toSorted()).toEqual(names.toSorted())
})
