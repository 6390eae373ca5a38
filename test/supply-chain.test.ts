import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exitCodeOf, readAudit } from '../scripts/advisories.mjs'
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
  expect(names).toEqual(expect.arrayContaining(['typescript', 'hono', 'react', 'pg']))
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

describe('what the registry says of the packages in the lock file', () => {
  const metadata = { vulnerabilities: { total: 1 } }
  const advisory = { title: 'Reads too far', url: 'https://example.com/a' }
  const clean = JSON.stringify({ vulnerabilities: {}, metadata })
  const found = JSON.stringify({
    vulnerabilities: {
      parser: { range: '<2', severity: 'high', via: [advisory] },
      reader: { range: '*', severity: 'high', via: ['parser'] },
    },
    metadata,
  })
  const refused = JSON.stringify({ message: '405 Method Not Allowed', error: { summary: '', detail: '' } })

  test.each([
    ['nothing known', clean, { known: [] }],
    [
      'something known, and what it goes through',
      found,
      { known: ['parser <2 (high): Reads too far https://example.com/a', 'reader * (high): through parser'] },
    ],
    ['a registry that refuses the question', refused, { unasked: '405 Method Not Allowed' }],
    ['no lock file', '{"error":{"code":"ENOLOCK","summary":"needs a lockfile"}}', { unasked: 'needs a lockfile' }],
    ['no report at all', 'npm error', { unasked: 'npm audit gave no report' }],
  ])('tells %s', (_, output, verdict) => {
    expect(readAudit(output)).toEqual(verdict)
  })

  test.each([
    [0, [clean, clean]],
    [1, [clean, found]],
    [1, [refused, found]],
    [2, [clean, refused]],
  ])('ends with %s', (code, outputs) => {
    expect(exitCodeOf(outputs.map(readAudit))).toBe(code)
  })
})
