import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProfileId } from 'casement/testing/profiles'
import { afterAll, describe, expect, test } from 'vitest'
import type { ScenarioName } from '../../packages/doctor/src/dynamic/observation.ts'
import { examineIn } from '../../packages/doctor/src/examine.ts'
import { targetOf, type FixtureServer } from '../../packages/doctor/src/test-support/fixture-server.ts'
import { FURTHER_LIVE_FIXTURES } from '../../packages/doctor/src/test-support/further-live-fixtures.ts'
import { afterwards, changed, LIVE, LIVE_FIXTURES } from '../../packages/doctor/src/test-support/live-fixtures.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'

const launching = openChromium()
const opening = launching.then((browser) => ({ browser }))
afterAll(async () => (await launching).close())

// Only what waits for a View that never comes has little time; a View that does come has as much as a busy machine takes.
const timeoutFor = (code: string): number => (code === 'view-script-error' ? 20_000 : LONG)
const LONG = 120_000

/** The mount that makes a code visible. Most codes need only the usual one. */
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

  test.each(Object.entries(FURTHER_LIVE_FIXTURES))('%s is named too, alone', async (_, { code, scenarios, broken, clean }) => {
    const seen = await Promise.all([broken, clean].map((server) => codesOf(server, LONG, scenarios)))
    expect(seen).toEqual([
      { codes: [code], notices: [] },
      { codes: [], notices: [] },
    ])
  })

  test('the policy of a lenient host allows eval, and the table of hosts shows the difference', async () => {
    const target = targetOf(afterwards(`globalThis['ev' + 'al']('1')`))
    const { hosts } = await examineIn(opening, target, { timeout: LONG, scenarios: [], profiles: ['strict', 'spec-lenient'] })
    const codesIn = (profile: ProfileId) => hosts.find((host) => host.profile === profile)?.codes
    expect(codesIn('strict')).toEqual(['code-error'])
    expect(codesIn('spec-lenient')).toEqual([])
  })

  test('a host that is lenient shows what a strict one does not, and the fault has its name in both', async () => {
    const target = targetOf(changed('appCapabilities: {}', 'capabilities: {}'))
    const examined = async (profile: ProfileId) => {
      // Do not wait the full timeout for an event that never comes.
      const timeout = profile === 'strict' ? 20_000 : LONG
      const { findings, tools } = await examineIn(opening, target, { timeout, scenarios: [], profiles: [profile] })
      return { codes: findings.map(({ code }) => code), last: tools[0]?.stages.at(-1) }
    }
    expect(await Promise.all([examined('strict'), examined('spec-lenient')])).toMatchObject([
      { codes: expect.arrayContaining(['script-no-app-capabilities']) as unknown, last: { ok: false } },
      { codes: ['script-no-app-capabilities'], last: { name: 'initialized', ok: true } },
    ])
  })

  test('pictures are kept of a view in light, in dark and in a narrow frame', async ({ onTestFinished }) => {
    const screenshots = mkdtempSync(join(tmpdir(), 'casement-doctor-'))
    onTestFinished(() => rmSync(screenshots, { recursive: true, force: true }))
    await examineIn(opening, targetOf(LIVE), { timeout: LONG, scenarios: [], screenshots })
    const names = ['light', 'dark', 'narrow'].map((what) => `forecast-strict-${what}.png`)
    expect(readdirSync(screenshots).toSorted()).toEqual(names.toSorted())
    const pictures = names.map((name) => readFileSync(join(screenshots, name)))
    // The width stands in the header of a PNG.
    const [light = 0, dark, narrow] = pictures.map((picture) => picture.readUInt32BE(16))
    expect([dark, narrow]).toEqual([light, light - 360])
    // Once the dark one was taken when it was light again.
    expect(pictures[1]?.equals(pictures[0] ?? Buffer.of())).toBe(false)
  })

  test('the clean twin of all others has nothing, in whatever way it is mounted', async () => {
    expect(await codesOf(LIVE, LONG)).toEqual({ codes: [], notices: [] })
  })
})
