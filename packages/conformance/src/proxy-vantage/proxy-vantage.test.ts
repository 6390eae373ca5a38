import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHROMIUM_ARGS, findChromium } from '../../../../scripts/browser.mjs'
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
}, 60_000)
afterAll(async () => {
  await patient?.close()
  await impatient?.close()
  await browser?.close()
})

const open =
  (stand: () => Stand, broken: string): Open<ProxySubject> =>
  async () => ({ subject: openProxy(referenceProxy(stand(), broken), stand()), close: async () => {} })

const GROUPS = ['relay', 'frame', 'senders']

test.each(GROUPS)('every check of %s fails on its mutant and passes on the reference', { timeout: 60_000 }, async (group) => {
  const checks = proxyChecks.filter(({ id }) => id.split('/')[1] === group)
  const mutants = Object.fromEntries(checks.map(({ mutant }) => [mutant, open(() => impatient, mutant)]))
  expect(
    unproven(
      await provesItself(
        checks,
        open(() => patient, ''),
        mutants,
      ),
    ),
  ).toEqual([])
})

test('there are at least 20, each with a name of its own', () => {
  expect(proxyChecks.length).toBeGreaterThanOrEqual(20)
  expect(new Set(proxyChecks.map(({ id }) => id)).size).toBe(proxyChecks.length)
})
