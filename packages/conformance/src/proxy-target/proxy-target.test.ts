import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChromium } from '../../../../scripts/open-chromium.mjs'
import { chosenChecks } from '../suite/chosen-checks.ts'
import { provePatiently } from '../suite/prove-patiently.ts'
import { type Open, unproven } from '../suite/proves-itself.ts'
import { proxyChecks } from './proxy-checks.ts'
import { openProxy, type ProxySubject } from './proxy-subject.ts'
import { openStand, type Stand } from './stand.ts'
import { referenceProxy } from './test-support/reference-proxy.ts'

let browser: Browser
let patient: Stand
let impatient: Stand
beforeAll(async () => {
  browser = await openChromium()
  patient = await openStand(browser, 60_000)
  impatient = await openStand(browser, 1000)
})
afterAll(async () => {
  await patient?.close()
  await impatient?.close()
  await browser?.close()
})

// Minutes where all are tried.
const TIMEOUT = 3_600_000

const open =
  (stand: () => Stand, broken: string): Open<ProxySubject> =>
  async () => ({ subject: openProxy(referenceProxy(stand(), broken), stand()), close: async () => {} })

test('every check fails on its mutant and passes on the reference', { timeout: TIMEOUT }, async () => {
  const checks = chosenChecks(proxyChecks, 4)
  const reference = open(() => patient, '')
  const at = (stand: () => Stand) => Object.fromEntries(checks.map(({ mutant }) => [mutant, open(stand, mutant)]))
  const mutants = { hasty: at(() => impatient), patient: at(() => patient) }
  expect(unproven(await provePatiently(checks, reference, mutants))).toEqual([])
})

test('there are at least 20, each with a name of its own', () => {
  expect(proxyChecks.length).toBeGreaterThanOrEqual(20)
  expect(new Set(proxyChecks.map(({ id }) => id)).size).toBe(proxyChecks.length)
})
