// npm run rehearse [-- --short | --only PART…]: publishes every package to a registry on loopback, the way a release would, and
// then does what new users do, in empty folders and with an empty cache.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { CHROMIUM_ARGS, ensureChromium } from './browser.mjs'
import { ensureExamples } from './build-examples.mjs'
import { journeys } from './rehearsal/journeys.mjs'
import { startRegistry } from './rehearsal/registry.mjs'
import { publishRelease } from './rehearsal/release.mjs'
import { runScript } from './run-script.mjs'
import { ensureBuild, ensureDependencies, say, seconds } from './setup.mjs'

await runScript(async () => {
  const { values } = parseArgs({
    options: { short: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
  })
  ensureDependencies()
  await ensureBuild()
  await ensureExamples()
  const executablePath = ensureChromium(say)
  // Outside the repository: nothing of ours may be found by walking up.
  const home = mkdtempSync(join(tmpdir(), 'casement-rehearsal-'))
  const registry = await startRegistry(join(home, 'registry'))
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  try {
    const failed = await rehearse(home, registry, browser, values)
    if (failed > 0) process.exitCode = 1
  } finally {
    await browser.close()
    registry.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 10 })
  }
})

/**
 * @param {string} home
 * @param {import('./rehearsal/registry.mjs').Registry} registry
 * @param {import('playwright-core').Browser} browser
 * @param {{ short: boolean, only?: readonly string[] | undefined }} options
 * @returns {Promise<number>} how many journeys failed
 */
async function rehearse(home, registry, browser, { short, only }) {
  const { env } = registry
  const all = performance.now()
  const packages = publishRelease(folderIn(home, 'release'), registry)
  const version = packages.find(({ name }) => name === 'casement')?.version ?? ''
  say(`rehearse: published ${packages.map((each) => `${each.name}@${each.version}`).join(', ')} in ${seconds(all)}`)
  let failed = 0
  const chosen = journeys({ short }).filter(({ name }) => only === undefined || only.some((part) => name.includes(part)))
  for (const [index, { name, run }] of chosen.entries()) {
    const start = performance.now()
    try {
      await run({ folder: folderIn(home, `journey-${index}`), env, version, browser })
      say(`rehearse: ${name}: ok in ${seconds(start)}`)
    } catch (error) {
      failed++
      say(`rehearse: ${name}: FAILED after ${seconds(start)}\n${error instanceof Error ? error.message : String(error)}`)
    }
  }
  say(`rehearse: ${chosen.length - failed} passed, ${failed} failed in ${seconds(all)}`)
  return failed
}

/**
 * @param {string} home
 * @param {string} name
 */
function folderIn(home, name) {
  const folder = join(home, name)
  mkdirSync(folder)
  return folder
}
