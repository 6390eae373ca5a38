import { expect, test } from 'vitest'
import type { FindingCode } from './catalogue/catalogue.ts'
import { FINDINGS } from './catalogue/catalogue.ts'
import { examine } from './examine.ts'
import { targetOf, type FixtureServer } from './test-support/fixture-server.ts'
import { FIXTURES } from './test-support/fixtures.ts'

// Only the one that waits for it has little time.
const timeoutFor = (code: string): number => (code === 'resource-timeout' ? 500 : 10_000)

const codesOf = async (server: FixtureServer, timeout: number): Promise<FindingCode[]> => {
  const { findings } = await examine(targetOf(server), { timeout })
  return findings.map(({ code }) => code)
}

test('every code has a fixture, and there are at least 60', () => {
  expect(Object.keys(FIXTURES).toSorted()).toEqual(Object.keys(FINDINGS).toSorted())
  expect(Object.keys(FINDINGS).length).toBeGreaterThanOrEqual(60)
})

test.each(Object.entries(FIXTURES))('%s is named, alone, and its clean twin has nothing', async (code, { broken, clean }) => {
  expect({ broken: await codesOf(broken, timeoutFor(code)), clean: await codesOf(clean, timeoutFor(code)) }).toEqual({
    broken: [code],
    clean: [],
  })
})

test.each(Object.entries(FINDINGS))(
  '%s says in a sentence each what is wrong and what to do',
  (_, { cause, fix, sample, requirement }) => {
    expect(cause).toMatch(/^[^]{20,}\.$/)
    expect(fix).toMatch(/\.$/)
    expect(sample).not.toBe('')
    expect(requirement).toMatch(/^(R-\d{3}|4\.\d+)$/)
  },
)
