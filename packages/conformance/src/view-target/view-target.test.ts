import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChromium } from '../../../../scripts/open-chromium.mjs'
import { chosenChecks } from '../suite/chosen-checks.ts'
import { provePatiently } from '../suite/prove-patiently.ts'
import { type Open, unproven } from '../suite/proves-itself.ts'
import { examineView } from './examine-view.ts'
import { openTheatre, type Theatre } from './stage.ts'
import { referenceView } from './test-support/reference-view.ts'
import { viewChecks } from './view-checks.ts'
import { openView, type ViewSubject } from './view-subject.ts'

let browser: Browser
let theatre: Theatre
beforeAll(async () => {
  browser = await openChromium()
  theatre = await openTheatre(browser)
})
afterAll(() => browser?.close())

// Minutes where all are tried.
const TIMEOUT = 3_600_000

const open =
  (broken: string, patience: number): Open<ViewSubject> =>
  async () => ({ subject: openView(referenceView(broken), theatre, patience), close: async () => {} })

test('every check fails on its mutant and passes on the reference', { timeout: TIMEOUT }, async () => {
  const checks = chosenChecks(viewChecks, 4)
  const waitedFor = (patience: number) => Object.fromEntries(checks.map(({ mutant }) => [mutant, open(mutant, patience)]))
  const mutants = { hasty: waitedFor(300), patient: waitedFor(20_000) }
  expect(unproven(await provePatiently(checks, open('', 60_000), mutants))).toEqual([])
})

test('there are at least 35, each with a name of its own', () => {
  expect(viewChecks.length).toBeGreaterThanOrEqual(35)
  expect(new Set(viewChecks.map(({ id }) => id)).size).toBe(viewChecks.length)
})

test('the report on the reference is ok', async () => {
  const report = await examineView(referenceView(), {
    browser,
    patience: 60_000,
    name: 'the reference',
    only: ['view/handshake'],
  })
  expect(report).toMatchObject({ subject: 'the reference', ok: true })
  expect(report.counts).toMatchObject({ fail: 0, 'not-applicable': 0, unfinished: 0 })
})
