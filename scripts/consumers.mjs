// npm run consumers: installs the packed library into an empty project of Astro, builds its page and opens it in a browser. Not
// part of npm test, because Astro is 130 MB that nothing else here needs.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { astroProject } from './astro-project.mjs'
import { CHROMIUM_ARGS, ensureChromium } from './browser.mjs'
import { runScript } from './run-script.mjs'
import { ensureBuild, ensureDependencies, npm, root, say, seconds } from './setup.mjs'

/**
 * @param {string} what
 * @param {{ status: number | null, stdout: string, stderr: string }} result
 */
function need(what, { status, stdout, stderr }) {
  if (status !== 0) throw new Error(`consumers: ${what} failed\n${stdout}${stderr}`)
  return stdout
}

/** @param {string} folder */
function pack(folder) {
  const library = join(root, 'packages/casement')
  const packed = need('npm pack', npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], library))
  return join(folder, JSON.parse(packed)[0].filename)
}

/**
 * Starts the project's own server, which says where it is.
 * @param {string} folder
 * @returns {Promise<{ address: string, stop: () => void }>}
 */
function serve(folder) {
  const child = spawn(process.execPath, ['serve.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`consumers: serve.mjs ended with ${code}`)))
    child.stdout.once('data', (address) => resolve({ address: String(address).trim(), stop: () => child.kill() }))
  })
}

/**
 * Opens the page and waits until the View shows what its tool returned.
 * @param {string} address
 * @param {string} executablePath
 */
async function look(address, executablePath) {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  try {
    const page = await browser.newPage()
    /** @type {string[]} */
    const errors = []
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(address)
    const view = page.locator('mcp-app').frameLocator('iframe').frameLocator('iframe')
    try {
      await view.getByText('ten past ten').waitFor()
    } catch (error) {
      throw new Error(`consumers: the View does not show its result. ${errors.join('\n')}`, { cause: error })
    }
    if (errors.length > 0) throw new Error(`consumers: the page complains: ${errors.join('\n')}`)
  } finally {
    await browser.close()
  }
}

/** @param {string} folder */
async function tryAstro(folder) {
  for (const [path, text] of Object.entries(astroProject(pack(folder)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  let start = performance.now()
  need('npm install', npm(['install', '--no-audit', '--no-fund'], folder))
  say(`consumers: Astro installed in ${seconds(start)}`)
  start = performance.now()
  const astro = join(folder, 'node_modules/astro/astro.js')
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' }
  need('astro build', spawnSync(process.execPath, [astro, 'build'], { cwd: folder, encoding: 'utf8', env }))
  say(`consumers: built in ${seconds(start)}`)
  const executablePath = ensureChromium(say)
  const { address, stop } = await serve(folder)
  try {
    await look(address, executablePath)
  } finally {
    stop()
  }
  say('consumers: a page of Astro shows a View, and nothing complains')
}

await runScript(async () => {
  ensureDependencies()
  await ensureBuild()
  // Outside of the repository: nothing of ours may be found by walking up.
  const folder = mkdtempSync(join(tmpdir(), 'casement-astro-'))
  try {
    await tryAstro(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
})
