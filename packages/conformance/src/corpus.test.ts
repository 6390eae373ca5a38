import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../../../scripts/browser.mjs'
import { type AttackedHost, type Attempt, corpus, runAttacks, startCasementHost, startWeakHost } from './index.ts'

// Two to four minutes each on two free cores; a busy machine gets the time it needs.
const TIMEOUT = 1_800_000

const told = (results: readonly Attempt[]): string[] => results.map(({ id, verdict, detail }) => `${id}: ${verdict} ${detail}`)

test('the corpus has at least 120 attacks, each with a name of its own', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(120)
  expect(new Set(corpus.map(({ id }) => id)).size).toBe(corpus.length)
})

describe.each([
  ['nothing gets out of a host on casement/host and casement/sandbox', startCasementHost, 'held'],
  ['everything gets out of a weakened host, so that the check can fail', startWeakHost, 'escaped'],
] as const)('%s', (_, start, expected) => {
  let host: AttackedHost
  beforeAll(async () => {
    host = await start()
  })
  afterAll(() => host.close())

  test(`all attacks: ${expected}`, { timeout: TIMEOUT }, async () => {
    const results = await runAttacks({ host, executablePath: findChromium() })
    expect(results).toHaveLength(corpus.length)
    expect(told(results.filter(({ verdict }) => verdict !== expected))).toEqual([])
  })
})
