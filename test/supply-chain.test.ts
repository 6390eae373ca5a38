import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { licencesPage, unsuitable } from '../scripts/licences.mjs'
import { lockedPackages, shippedPackages } from '../scripts/locked-packages.mjs'
import { billOfMaterials } from '../scripts/sbom.mjs'
import { root } from '../scripts/setup.mjs'

test('every package that we use has a licence that goes with ours', () => {
  expect(lockedPackages().length).toBeGreaterThan(300)
  expect(unsuitable()).toEqual([])
})

test('what reaches people is listed with its licence, what we only build with is not', () => {
  const names = shippedPackages().map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['typescript', 'hono', 'react', 'postgres']))
  expect(names).not.toContain('vitest')
  expect(licencesPage()).toContain('## MIT\n')
})

test('the page of licences is the one that the lock file makes', () => {
  const committed = readFileSync(join(root, 'docs/licences.md'), 'utf8')
  expect(committed, 'npm run licences').toBe(licencesPage())
})

test('the bill of materials names each of them once, with its hash and what it needs', () => {
  const { components, dependencies } = billOfMaterials()
  const references = components.map((component) => component['bom-ref'])
  expect(new Set(references).size).toBe(references.length)
  expect(references.length).toBe(new Set(shippedPackages().map(({ name, version }) => `${name}@${version}`)).size)
  expect(components.filter(({ hashes, purl }) => !purl || hashes?.[0]?.content.length !== 128)).toEqual([])
  const known = new Set(references)
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((reference) => !known.has(reference))).toEqual([])
})
