import { chromium } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import type { ScenarioName } from '../../packages/doctor/src/dynamic/observation.ts'
import { examineIn } from '../../packages/doctor/src/examine.ts'
import { targetOf, type FixtureServer } from '../../packages/doctor/src/test-support/fixture-server.ts'
import { LIVE, LIVE_FIXTURES } from '../../packages/doctor/src/test-support/live-fixtures.ts'
import { CHROMIUM_ARGS, findChromium } from '../../scripts/browser.mjs'

const executablePath = findChromium()
const launching = chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS })
const opening = launching.then((browser) => ({ browser }))
afterAll(async () => (await launching).close())

// Only what waits for a View that never comes has little time; a View that does come has as much as a busy machine takes.
const timeoutFor = (code: string): number => (code === 'view-script-error' ? 8_000 : LONG)
const LONG = 120_000

/** What a code needs to be seen: most need no more than the usual mount. */
const scenariosFor = (code: string): ScenarioName[] => {
  if (code === 'wire-initialized-early') return ['refused']
  const [, name] = /^(?:mount|data)-(\w+)-/.exec(code) ?? []
  return name === undefined ? [] : [name as ScenarioName]
}

async function codesOf(
  server: FixtureServer,
  timeout: number,
  scenarios?: readonly ScenarioName[],
): Promise<{ codes: string[]; notices: readonly string[] }> {
  const { findings, notices } = await examineIn(opening, targetOf(server), { timeout, scenarios })
  return { codes: findings.map(({ code }) => code), notices }
}

describe.concurrent('in a browser', { timeout: 2 * LONG }, () => {
  test.each(Object.entries(LIVE_FIXTURES))('%s is named, alone', async (code, { broken }) => {
    const expected = { codes: [code], notices: [] }
    expect(await codesOf(broken, timeoutFor(code), scenariosFor(code))).toEqual(expected)
  })

  const twins = Object.entries(LIVE_FIXTURES).filter(([, { clean }]) => clean !== LIVE)
  test.each(twins)('the clean twin of %s has nothing', async (code, { clean }) => {
    expect(await codesOf(clean, LONG, scenariosFor(code))).toEqual({ codes: [], notices: [] })
  })

  test('the clean twin of all others has nothing, in whatever way it is mounted', async () => {
    expect(await codesOf(LIVE, LONG)).toEqual({ codes: [], notices: [] })
  })
})
