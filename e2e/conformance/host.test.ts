import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HostUnderTest } from '../../packages/conformance/src/adapters/host-under-test.ts'
import { serveCasementHost } from '../../packages/conformance/src/adapters/serve-casement.ts'
import { chosenChecks } from '../../packages/conformance/src/suite/chosen-checks.ts'
import { examine } from '../../packages/conformance/src/suite/examine.ts'
import { provePatiently } from '../../packages/conformance/src/suite/prove-patiently.ts'
import { type Opened, type Proof, unproven } from '../../packages/conformance/src/suite/proves-itself.ts'
import { type Bench, openBench } from '../../packages/conformance/src/host-target/examine-host.ts'
import { hostChecks } from '../../packages/conformance/src/host-target/host-checks.ts'
import type { HostSubject } from '../../packages/conformance/src/host-target/subject.ts'
import { findChromium } from '../../scripts/browser.mjs'

let host: HostUnderTest
let bench: Bench
let ours: Opened<HostSubject>
beforeAll(async () => {
  host = await serveCasementHost()
  bench = await openBench(findChromium())
  ours = await bench.open(host)()
})
afterAll(async () => {
  await bench?.close()
  await host?.close()
})

// Minutes on two free cores; a busy machine gets the time it needs.
const TIMEOUT = 3_600_000
const HASTE = 1000
const ABOUT_SHOWING = new Set([
  'host/resources/unlisted',
  'host/handshake/unknown-version',
  'host/handshake/first-draft',
  'host/metadata/flat-key',
  'host/metadata/nested-key-wins',
])

test('our host keeps every rule', { timeout: TIMEOUT }, async () => {
  const { results } = await examine(hostChecks, ours.subject)
  expect(results.filter(({ finding }) => finding.verdict !== 'pass')).toEqual([])
})

test('every check passes on our host and fails on its mutant', { timeout: TIMEOUT }, async () => {
  const chosen = chosenChecks(hostChecks, 15)
  const waitedFor = (patience?: number) =>
    Object.fromEntries(
      chosen.map(({ mutant }) => [mutant, bench.open({ name: mutant, url: host.broken?.(mutant) ?? '' }, patience)]),
    )
  // A mutant that does not show the View fails every check: that proves something only where it is what the check is about.
  const isHidden = ({ id, mutant }: Proof): boolean =>
    mutant.verdict === 'fail' && mutant.seen.includes('handshake') && !ABOUT_SHOWING.has(id)
  const isInDoubt = (proof: Proof): boolean => !proof.proven || isHidden(proof)
  const mutants = { hasty: waitedFor(HASTE), patient: waitedFor() }
  const proofs = await provePatiently(chosen, async () => ours, mutants, isInDoubt, { concurrency: 4 })
  expect(unproven(proofs)).toEqual([])
  expect(proofs.filter(isHidden).map(({ id }) => id)).toEqual([])
})
