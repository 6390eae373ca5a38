import { CATALOGUE } from 'casement/host'
import { expect, test } from 'vitest'
import type { FindingCode } from './catalogue/catalogue.ts'
import { FINDINGS } from './catalogue/catalogue.ts'
import type { FindingEntry } from './catalogue/finding-entry.ts'
import { examine } from './examine.ts'
import { CONTENT, targetOf, TOOL, URI, type FixtureServer } from './test-support/fixture-server.ts'
import { FIXTURES } from './test-support/fixtures.ts'
import { LIFE_FIXTURES } from './test-support/life-fixtures.ts'
import { LIVE_FIXTURES } from './test-support/live-fixtures.ts'
import { USE_FIXTURES } from './test-support/use-fixtures.ts'

// As much as a busy machine takes.
const TIMEOUT = 120_000

const codesOf = async (server: FixtureServer): Promise<FindingCode[]> => {
  const { findings } = await examine(targetOf(server), {
    timeout: server.timeout ?? TIMEOUT,
    tool: server.tool,
    static: true,
    also: server.also && [targetOf(server.also)],
  })
  return findings.map(({ code }) => code)
}

test('every code has a fixture, and there are at least 60', () => {
  // Renderer crashes are tested in e2e/doctor/view-loss.test.ts.
  const codes = [...Object.keys({ ...FIXTURES, ...LIVE_FIXTURES, ...LIFE_FIXTURES, ...USE_FIXTURES }), 'view-crashed']
  expect(codes.toSorted()).toEqual(Object.keys(FINDINGS).toSorted())
  expect(Object.keys(FINDINGS).length).toBeGreaterThanOrEqual(60)
})

test.each(Object.entries(FIXTURES))('%s is named, alone, and its clean twin has nothing', async (code, { broken, clean }) => {
  expect({ broken: await codesOf(broken), clean: await codesOf(clean) }).toEqual({
    broken: [code],
    clean: [],
  })
})

test('a server of the second era alone is judged by what it said, not by what a client made of it', async () => {
  const tools = [{ ...TOOL, inputSchema: 'none', _meta: { ui: { resourceUri: URI, visibility: 'app' }, 'ui/resourceUri': URI } }]
  expect(await codesOf({ era: 'modern', tools, contents: [{ ...CONTENT, mimeType: 7 }] })).toEqual([
    'tool-visibility-malformed',
    'tool-schema-missing',
    'resource-not-html',
  ])
  expect(await codesOf({ era: 'modern' })).toEqual([])
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

// Codes that only a host can cause, or that the doctor reports under more specific names.
const ONLY_ON_CARDS = /^(mint|sandbox|proxy)-|^view-(gone|crashed|navigated)$/

test('every code on a host’s card that is not about the host itself is in the catalogue, with the same stage and fix', () => {
  const shared = Object.entries(CATALOGUE).filter(([code]) => !ONLY_ON_CARDS.test(code))
  const here: Record<string, FindingEntry> = FINDINGS
  expect(shared.map(([code]) => [code, here[code]?.stage, here[code]?.fix])).toEqual(
    shared.map(([code, { stage, fix }]) => [code, stage, fix]),
  )
})
