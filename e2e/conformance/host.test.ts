import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveCasementHost } from '../../packages/conformance/src/adapters/serve-casement.ts'
import type { HostUnderTest } from '../../packages/conformance/src/adapters/host-under-test.ts'
import { provesItself, unproven } from '../../packages/conformance/src/examiner/proves-itself.ts'
import { type Bench, openBench } from '../../packages/conformance/src/host-vantage/examine-host.ts'
import { hostChecks } from '../../packages/conformance/src/host-vantage/host-checks.ts'
import { findChromium } from '../../scripts/browser.mjs'

let host: HostUnderTest
let bench: Bench
beforeAll(async () => {
  host = await serveCasementHost()
  bench = await openBench(findChromium())
})
afterAll(async () => {
  await bench?.close()
  await host?.close()
})

// A mutant that is slow looks like one that never does it, which is what is to be seen anyway.
const MUTANT_PATIENCE = 1000

test('every check passes on our host and fails on its mutant', { timeout: 300_000 }, async () => {
  const only = process.env['ONLY']
  const chosen = hostChecks.filter(({ id }) => !only || id.includes(only))
  const mutants = Object.fromEntries(
    chosen.map(({ mutant }) => [mutant, bench.open({ name: mutant, url: host.broken?.(mutant) ?? '' }, MUTANT_PATIENCE)]),
  )
  const start = performance.now()
  const proofs = await provesItself(chosen, bench.open(host), mutants, { concurrency: 4 })
  process.stderr.write(`${chosen.length} checks in ${Math.round(performance.now() - start)} ms\n`)
  expect(unproven(proofs)).toEqual([])
})
