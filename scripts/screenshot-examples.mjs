// node scripts/screenshot-examples.mjs [example…]: takes the pictures in docs/images, light and dark, of the built examples.
import { mkdirSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { openExampleStage } from '../e2e/examples/stage.mjs'
import { SCENES } from '../e2e/examples/scenes.mjs'
import { ensureExamples } from './build-examples.mjs'
import { runScript } from './run-script.mjs'
import { root, say } from './setup.mjs'

const folder = process.env['CASEMENT_IMAGES'] ?? join(root, 'docs/images')
const asked = process.argv.slice(2)
const width = Number(process.env['CASEMENT_WIDTH'] ?? 640)

/** @param {import('playwright-core').Page} page */
async function contentBox(page) {
  const height = await page.evaluate(() => document.body.getBoundingClientRect().height)
  // Browsers do not paint frames of other origins outside the window.
  await page.setViewportSize({ width, height: Math.ceil(height) })
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  return { x: 0, y: 0, width, height }
}

await runScript(async () => {
  await ensureExamples()
  mkdirSync(folder, { recursive: true })
  const stage = await openExampleStage()
  try {
    for (const { example, showings, act } of SCENES.filter((scene) => asked.length === 0 || asked.includes(scene.example))) {
      for (const theme of /** @type {const} */ (['light', 'dark'])) {
        const opened = await stage.open(example, { width, height: 900, scale: 2 })
        const frames = []
        for (const showing of showings) frames.push(await opened.show({ ...showing, theme }))
        await act?.(opened, frames)
        const path = join(folder, `example-${example}-${theme}.png`)
        await opened.page.screenshot({ path, clip: await contentBox(opened.page), animations: 'disabled' })
        if (opened.errors.length > 0) throw new Error(`${example}: ${opened.errors.join('\n')}`)
        await opened.close()
        if (existsSync(path)) say(`${example} ${theme}`)
      }
    }
  } finally {
    await stage.close()
  }
})
