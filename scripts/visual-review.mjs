// npm run visual-review [-- --state NAME] [--variant NAME] [--out FOLDER]
// Takes a picture of every state of the Studio in every variant, and puts them on one contact sheet to be looked at.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { CHROMIUM_ARGS, findChromium } from './browser.mjs'
import { root } from './setup.mjs'
import { STATES } from './visual-review/states.mjs'

const { values } = parseArgs({
  options: { state: { type: 'string' }, variant: { type: 'string' }, out: { type: 'string', default: '.cache/visual-review' } },
})

/** @typedef {{ name: string, context: import('playwright-core').BrowserContextOptions }} Variant */

/** @type {readonly Variant[]} */
const VARIANTS = [
  ...[375, 768, 1024, 1440, 2560].flatMap((width) =>
    /** @type {const} */ (['light', 'dark']).map((colorScheme) => ({
      name: `${width} px, ${colorScheme}`,
      context: { viewport: { width, height: width < 1000 ? 900 : Math.round(width * 0.6) }, colorScheme },
    })),
  ),
  // A window of 1440 pixels at 200 % has half the CSS pixels.
  { name: '1440 px, 200 %', context: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 } },
  { name: 'forced colours', context: { viewport: { width: 1440, height: 900 }, forcedColors: 'active' } },
  { name: 'reduced motion', context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } },
]

const has = (/** @type {string} */ name, /** @type {string | undefined} */ wanted) =>
  wanted === undefined || name.includes(wanted)
const states = STATES.filter(({ name }) => has(name, values.state))
const variants = VARIANTS.filter(({ name }) => has(name, values.variant))
const out = resolve(root, values.out)
mkdirSync(out, { recursive: true })

const studio = await startStudio()
const executablePath = findChromium()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS })
try {
  const failures = []
  for (const variant of variants) failures.push(...(await takeVariant(variant)))
  const sheet = join(out, 'contact-sheet.html')
  writeFileSync(sheet, renderSheet())
  const page = await browser.newPage({ viewport: { width: 320 * variants.length + 40, height: 1000 } })
  await page.goto(pathToFileURL(sheet).href)
  await page.screenshot({ path: join(out, 'contact-sheet.png'), fullPage: true })
  for (const failure of failures) console.error(failure)
  console.log(`${states.length * variants.length - failures.length} pictures: ${sheet}`)
  if (failures.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await studio.stop()
}

/** Takes the pictures of one variant. Says what did not come, or is wider than its window. @param {Variant} variant */
async function takeVariant({ name, context }) {
  const failures = []
  for (const state of states) {
    // The page keeps its layout, so a context that is shared would open one state with the inspector of another.
    const opened = await browser.newContext(context)
    const page = await opened.newPage()
    page.setDefaultTimeout(20_000)
    try {
      await state.open(page, studio.links)
      // Dialogs and menus open with a transition.
      await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))))
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (excess > 0) failures.push(`${state.name}, ${name}: the page is ${excess} px wider than the window`)
    } catch (error) {
      failures.push(`${state.name}, ${name}: ${/** @type {Error} */ (error).message.split('\n')[0]}`)
    }
    await page.screenshot({ path: join(out, fileName(state.name, name)) })
    await opened.close()
  }
  return failures
}

/** @param {string} state @param {string} variant */
function fileName(state, variant) {
  return `${`${state} ${variant}`.replaceAll(/[^\w]+/g, '-')}.png`
}

function renderSheet() {
  const head = variants.map(({ name }) => `<th>${name}</th>`).join('')
  const rows = states.map((state) => {
    const cells = variants.map(({ name }) => {
      const file = fileName(state.name, name)
      return `<td><a href="${file}"><img src="${file}" alt="${state.name}, ${name}"></a></td>`
    })
    return `<tr><th>${state.name}</th>${cells.join('')}</tr>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Visual review</title>
<style>body { font: 14px system-ui; background: #888; } img { width: 300px; display: block; } th { text-align: left; vertical-align: top; }</style>
<table><tr><th></th>${head}</tr>${rows.join('\n')}</table></html>`
}

/** The Studio with its examples and an empty data folder. */
async function startStudio() {
  const dataDir = mkdtempSync(join(tmpdir(), 'casement-visual-review-'))
  const program = join(root, 'packages/studio/bin/casement-studio.js')
  const started = spawn(process.execPath, [program, '--port', '0', '--json', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise((resolved) => started.once('exit', resolved))
  for await (const line of createInterface({ input: started.stdout })) {
    const { event, scriptUrl } = JSON.parse(line)
    if (event !== 'ready') continue
    const stop = async () => {
      started.kill()
      await gone
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
    const call = (/** @type {string} */ server, /** @type {string} */ tool, input = {}) =>
      `${scriptUrl}&server=${server}&tool=${tool}&args=${encodeURIComponent(JSON.stringify(input))}`
    return { links: { home: scriptUrl, call }, stop }
  }
  throw new Error('The Studio ended before it was ready')
}
