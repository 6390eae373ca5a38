import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHROMIUM_ARGS, findChromium } from '../../../../scripts/browser.mjs'
import { chosenChecks } from '../examiner/chosen-checks.ts'
import { type Open, provesItself, unproven } from '../examiner/proves-itself.ts'
import { proxyChecks } from './proxy-checks.ts'
import { openProxy, type ProxySubject } from './proxy-subject.ts'
import { openStand, type Stand } from './stand.ts'
import { referenceProxy } from './test-support/reference-proxy.ts'

let browser: Browser
let patient: Stand
let impatient: Stand
beforeAll(async () => {
  const executablePath = findChromium()
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS })
  patient = await openStand(browser, 60_000)
  // A mutant that says nothing need not be waited for as long as a sound proxy on a busy machine.
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
  const mutants = Object.fromEntries(checks.map(({ mutant }) => [mutant, open(() => impatient, mutant)]))
  expect(unproven(await provesItself(checks, reference, mutants))).toEqual([])
})

test('there are at least 20, each with a name of its own', () => {
  expect(proxyChecks.length).toBeGreaterThanOrEqual(20)
  expect(new Set(proxyChecks.map(({ id }) => id)).size).toBe(proxyChecks.length)
})
