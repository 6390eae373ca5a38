// npm run studio:published [-- NAME…]: installs published servers with MCP Apps, shows each in the Studio, unchanged, and judges it by what
// its frame shows. Under the strict profile, a View that does not fit into the policy must say so, with the way to the lenient one.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { onePagePdf } from '../e2e/published/one-page-pdf.mjs'
import { packageOf, PUBLISHED_APPS } from '../e2e/published/published-apps.mjs'
import { CHROMIUM_ARGS, findChromium } from './browser.mjs'
import { runScript } from './run-script.mjs'
import { npm, root } from './setup.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('../e2e/published/published-apps.mjs').PublishedApp} PublishedApp */

const PATIENCE_MS = 60_000
const SHOWN_MS = 20_000
const packages = join(root, '.cache/published-servers')
const pictures = join(root, '.cache/studio-published')

await runScript(async () => {
  const wanted = process.argv.slice(2)
  const chosen = Object.entries(PUBLISHED_APPS).filter(([name]) => wanted.length === 0 || wanted.includes(name))
  install()
  mkdirSync(pictures, { recursive: true })
  const folder = mkdtempSync(join(tmpdir(), 'casement-published-'))
  const executablePath = findChromium()
  // Two of the Views draw with WebGL, which no graphics card is needed for.
  const args = [...CHROMIUM_ARGS.filter((one) => one !== '--disable-gpu'), '--enable-unsafe-swiftshader']
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args })
  /** @type {(() => Promise<unknown>)[]} */
  const undo = [async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }), () => browser.close()]
  try {
    writeFileSync(join(folder, 'page.pdf'), onePagePdf('Hello from a file'))
    writeFileSync(join(folder, 'video'), Buffer.from(await recordVideo(browser), 'base64'))
    for (const [name, { port }] of chosen) if (port) undo.push(startHttp(name, port))
    const studio = await startStudio(folder, chosen)
    undo.push(studio.stop)
    process.stdout.write(
      '| Server | Version | Shown | Found | Problems under the strict profile |\n| --- | --- | --- | --- | --- |\n',
    )
    let failed = 0
    for (const [name, app] of chosen) {
      const { isShown, found, problems } = await judge(browser, studio.scriptUrl, name, app, folder)
      if (!isShown && !app.internet) failed++
      const shown = isShown
        ? app.beyondPolicy
          ? `with the lenient policy, because of ${app.beyondPolicy}`
          : 'yes'
        : app.internet
          ? 'needs the internet'
          : 'NO'
      process.stdout.write(`| ${name} | ${app.version} | ${shown} | ${found} | ${problems.join('; ') || '–'} |\n`)
    }
    if (failed > 0) throw new Error(`${failed} of ${chosen.length} published servers do not show what belongs into their frame`)
  } finally {
    for (const one of undo.toReversed()) await one()
  }
})

function install() {
  mkdirSync(packages, { recursive: true })
  const dependencies = Object.fromEntries(Object.entries(PUBLISHED_APPS).map(([name, { version }]) => [packageOf(name), version]))
  writeFileSync(join(packages, 'package.json'), `${JSON.stringify({ private: true, dependencies }, undefined, 2)}\n`)
  const { status, stderr } = npm(['install', '--ignore-scripts', '--no-audit', '--no-fund'], packages)
  if (status !== 0) throw new Error(`npm could not install the servers: ${stderr}`)
}

/** @param {string} name */
function programOf(name) {
  return join(packages, 'node_modules', packageOf(name), 'dist/index.js')
}

/** Starts a server that only speaks HTTP. @param {string} name @param {number} port @returns {() => Promise<unknown>} */
function startHttp(name, port) {
  const child = spawn(process.execPath, [programOf(name)], {
    cwd: packages,
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  return () => {
    child.kill()
    return gone
  }
}

/** @param {string} folder @param {readonly (readonly [string, PublishedApp])[]} apps */
async function startStudio(folder, apps) {
  const standIn = pathToFileURL(join(root, 'e2e/published/stand-in-sites.mjs')).href
  const servers = apps.map(([name, { args = [], port }]) => {
    if (port) return [name, { url: `http://127.0.0.1:${port}/mcp` }]
    const given = args.map((one) => one.replace('FOLDER', folder))
    const env = { DEBUG_LOG_FILE: join(folder, 'debug.log'), CASEMENT_VIDEO: join(folder, 'video') }
    return [name, { command: process.execPath, args: ['--import', standIn, programOf(name), '--stdio', ...given], env }]
  })
  const config = join(folder, 'servers.json')
  writeFileSync(config, JSON.stringify({ mcpServers: Object.fromEntries(servers) }))
  const program = join(root, 'packages/studio/bin/casement-studio.js')
  const options = ['--port', '0', '--json', '--no-demo', '--config', config, '--data-dir', join(folder, 'data')]
  const child = spawn(process.execPath, [program, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  for await (const line of createInterface({ input: child.stdout })) {
    const { event, scriptUrl } = JSON.parse(line)
    if (event !== 'ready') continue
    const stop = () => {
      child.kill()
      return gone
    }
    return { scriptUrl: String(scriptUrl), stop }
  }
  throw new Error('The Studio ended before it was ready')
}

/**
 * Calls the tool, and looks at the frame of its View and at the problems that the Studio names.
 * @param {Browser} browser @param {string} scriptUrl @param {string} name @param {PublishedApp} app @param {string} folder
 */
async function judge(browser, scriptUrl, name, app, folder) {
  const input = JSON.stringify(app.input ?? {}).replaceAll('FOLDER', folder)
  const link = `${scriptUrl}&server=${name}&tool=${app.tool}&args=${encodeURIComponent(input)}`
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  try {
    await page.goto(link)
    await page.locator('mcp-app:is([stage="ready"], [stage="failed"])').first().waitFor()
    const strict = await look(page, app, app.beyondPolicy ? SHOWN_MS / 4 : SHOWN_MS)
    const problems = await problemsOf(page)
    await page.screenshot({ path: join(pictures, `${name}.png`) })
    if (!app.beyondPolicy) return { ...strict, problems }
    if (strict.isShown) return { ...strict, isShown: false, found: `${strict.found}, also without the lenient policy`, problems }
    const lenient = page.getByRole('button', { name: 'Try with the lenient policy' }).first()
    if ((await lenient.count()) === 0) return { isShown: false, found: 'no offer of the lenient policy', problems }
    await lenient.click()
    await page.locator('mcp-app[stage="ready"]').first().waitFor()
    const shown = await look(page, app, SHOWN_MS)
    await page.screenshot({ path: join(pictures, `${name}-lenient.png`) })
    return { ...shown, problems }
  } catch (error) {
    await page.screenshot({ path: join(pictures, `${name}.png`) }).catch(() => {})
    return { isShown: false, found: `${/** @type {Error} */ (error).message.split('\n')[0]}`, problems: [] }
  } finally {
    await context.close()
  }
}

/** Waits until the frame shows what belongs there. @param {Page} page @param {PublishedApp} app @param {number} patience */
async function look(page, { shows, colours = 0 }, patience) {
  const end = performance.now() + patience
  let seen = 0
  let isTrue = false
  do {
    const view = page.frames().find((frame) => frame.parentFrame()?.parentFrame())
    isTrue = (await view?.evaluate(shows).catch(() => false)) === true
    seen = isTrue ? await countColours(page) : 0
    if (isTrue && seen >= colours) break
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })))
  } while (performance.now() < end)
  const isShown = isTrue && seen >= colours
  return { isShown, found: isTrue ? `${seen} colours` : await excerpt(page) }
}

/** The first words of the View. @param {Page} page */
async function excerpt(page) {
  const view = page.frames().find((frame) => frame.parentFrame()?.parentFrame())
  const text = String((await view?.evaluate('document.body.innerText').catch(() => '')) ?? '')
  return (
    text
      .trim()
      .replaceAll(/[\s|]+/g, ' ')
      .slice(0, 80) || 'an empty frame'
  )
}

/** How many colours the picture of the View has. @param {Page} page @returns {Promise<number>} */
async function countColours(page) {
  const picture = (await page.locator('mcp-app').first().screenshot()).toString('base64')
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const drawn = new OffscreenCanvas(image.width, image.height).getContext('2d')
    drawn?.drawImage(image, 0, 0)
    return new Set(new Uint32Array(drawn?.getImageData(0, 0, image.width, image.height).data.buffer ?? new ArrayBuffer(0))).size
  }, picture)
}

/** The titles of the problems that the Studio names for the View. @param {Page} page */
async function problemsOf(page) {
  const mark = page.locator('.call-head .problem-mark')
  if ((await mark.count()) === 0) return []
  await mark.first().click()
  const panel = page.getByRole('tabpanel', { name: 'Problems' })
  await panel.locator('h3').first().waitFor()
  return (await panel.locator('h3').allTextContents()).map((title) => title.replaceAll('|', '/'))
}

/** A short video, in base64. @param {Browser} browser @returns {Promise<string>} */
async function recordVideo(browser) {
  const page = await browser.newPage()
  const video = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 120 })
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
    /** @type {Blob[]} */
    const parts = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const stopped = new Promise((resolve) => (recorder.onstop = resolve))
    recorder.start()
    for (let frame = 0; frame < 50; frame++) {
      if (context) context.fillStyle = `hsl(${frame * 7} 80% 50%)`
      context?.fillRect(0, 0, 160, 120)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  await page.close()
  return video
}
