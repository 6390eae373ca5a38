import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutations } from '../host-mutants/mutations.ts'
import { writeCatalogue } from '../report/write-catalogue.ts'
import { CATALOGUE, NOT_OBSERVABLE } from './catalogue.ts'
import { hostChecks } from './host-checks.ts'

const docs = readFileSync(new URL('../../../../docs/conformance.md', import.meta.url), 'utf8')
// Formatters align tables; what counts is what is in the cells.
const squeeze = (text: string): string => text.replaceAll(/-{3,}/g, '---').replaceAll(/ +/g, ' ')

test('ids are unique, and name their target', () => {
  const ids = hostChecks.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^host\/[a-z-]+\/[a-z-]+$/.test(id))).toEqual([])
})

test('every check names its requirements and a mutant that exists', () => {
  expect(hostChecks.filter(({ requirements }) => !requirements.every((number) => /^R-\d{3}$/.test(number)))).toEqual([])
  expect(hostChecks.filter(({ mutant }) => !(mutant in mutations)).map(({ id }) => id)).toEqual([])
})

test('every mutant is what some check is about', () => {
  const used = new Set(hostChecks.map(({ mutant }) => mutant))
  expect(Object.keys(mutations).filter((name) => !used.has(name))).toEqual([])
})

test('each of the 45 ids of the official catalogue is checked, or it is said why it cannot be', () => {
  const known = new Set(hostChecks.flatMap(({ alsoKnownAs = [] }) => alsoKnownAs))
  expect(CATALOGUE).toHaveLength(45)
  expect(CATALOGUE.filter((id) => known.has(id) === id in NOT_OBSERVABLE)).toEqual([])
  expect([...known].filter((id) => !CATALOGUE.includes(id))).toEqual([])
})

test('the tables in docs/conformance.md are those of the code', () => {
  expect(squeeze(docs)).toContain(squeeze(writeCatalogue()))
  const rows = [...docs.matchAll(/^\| `(host\/[a-z/-]+)` +\| (must|should) /gm)].map(([, id, level]) => `${id} ${level}`)
  expect(rows).toEqual(hostChecks.map(({ id, level }) => `${id} ${level}`))
})
