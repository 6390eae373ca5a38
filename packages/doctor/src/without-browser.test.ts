import { expect, test } from 'vitest'
import { findChromium } from 'casement/testing/playwright'
import { examine } from './examine.ts'
import { targetOf } from './test-support/fixture-server.ts'
import { withUi } from './test-support/fixture.ts'

test('without a browser, what can be read is still said, and that the rest was left out', async () => {
  const { ok, findings, notices } = await examine(targetOf(withUi({ csp: {} })), { browser: '/nowhere/chrome' })
  expect({ ok, codes: findings.map(({ code }) => code) }).toEqual({ ok: false, codes: ['tool-csp-misplaced'] })
  expect(notices).toHaveLength(1)
  expect(notices[0]).toContain('browser checks left out: /nowhere/chrome could not be started')
})

test('the browser that the environment names comes first, and none is none', () => {
  expect(findChromium({ CASEMENT_CHROMIUM: '/opt/chrome', PATH: '/usr/bin' })).toBe('/opt/chrome')
  expect(findChromium({ PATH: '/nowhere' })?.startsWith('/nowhere')).not.toBe(true)
})
