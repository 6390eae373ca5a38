import { afterAll, describe, expect, test } from 'vitest'
import { examineIn, type ExamineOptions } from '../../packages/doctor/src/examine.ts'
import { targetOf, type FixtureServer } from '../../packages/doctor/src/test-support/fixture-server.ts'
import { LIFE_FIXTURES } from '../../packages/doctor/src/test-support/life-fixtures.ts'
import { afterwards, LIVE } from '../../packages/doctor/src/test-support/live-fixtures.ts'
import { USE_FIXTURES } from '../../packages/doctor/src/test-support/use-fixtures.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'

const launching = openChromium()
const opening = launching.then((browser) => ({ browser }))
afterAll(async () => (await launching).close())

const LONG = 120_000

async function reportOn(server: FixtureServer, options: ExamineOptions = {}) {
  const { findings, notices, ok } = await examineIn(opening, targetOf(server), { timeout: LONG, scenarios: [], ...options })
  return { codes: findings.map(({ code }) => code), notices, ok, findings }
}

describe.concurrent('a View that is lost, or waits for ever', { timeout: 2 * LONG }, () => {
  test.each(Object.entries(LIFE_FIXTURES))('%s is named, alone', async (code, { broken }) => {
    // Do not wait the full timeout for a View that never connects.
    const { codes, notices } = await reportOn(broken, code === 'wait-event' ? { timeout: 20_000 } : {})
    expect({ codes, notices }).toEqual({ codes: [code], notices: [] })
  })

  const twins = Object.entries(LIFE_FIXTURES).filter(([, { clean }]) => clean !== LIVE)
  test.each(twins)('the clean twin of %s has nothing', async (_, { clean }) => {
    const { codes, notices } = await reportOn(clean)
    expect({ codes, notices }).toEqual({ codes: [], notices: [] })
  })

  test('a loop that does not end is named with its place', async () => {
    const { findings, ok } = await reportOn(afterwards('while (true) {}'))
    expect(findings[0]?.evidence).toMatch(/the loop at line \d+, column \d+ does not end/)
    expect(ok).toBe(false)
  })

  test('a renderer that dies is an error', async ({ onTestFinished }) => {
    const browser = await openChromium()
    onTestFinished(() => browser.close())
    browser.on('disconnected', () => {})
    const crash = setInterval(() => {
      for (const page of browser.contexts().flatMap((context) => context.pages()))
        for (const frame of page.frames().filter((each) => /\/view\//.test(each.url())))
          void page
            .context()
            .newCDPSession(frame)
            .then((session) => session.send('Page.crash'))
            .catch(() => {})
    }, 50)
    onTestFinished(() => clearInterval(crash))
    const options = { timeout: 20_000, scenarios: [] }
    const { findings, ok } = await examineIn(Promise.resolve({ browser }), targetOf(LIVE), options)
    expect(ok).toBe(false)
    expect(findings.map(({ code, evidence }) => `${code} ${evidence}`)).toEqual(['view-crashed its renderer process died'])
  })
})

describe.concurrent('a View that is used', { timeout: 2 * LONG }, () => {
  test.each(Object.entries(USE_FIXTURES))('%s is named, alone', async (code, { broken }) => {
    const { codes, notices } = await reportOn(broken, { scenarios: ['used'] })
    expect({ codes, notices }).toEqual({ codes: [code], notices: [] })
  })

  test.each(Object.entries(USE_FIXTURES))('the clean twin of %s has nothing', async (_, { clean }) => {
    const { codes, notices } = await reportOn(clean, { scenarios: ['used'] })
    expect({ codes, notices }).toEqual({ codes: [], notices: [] })
  })
})
