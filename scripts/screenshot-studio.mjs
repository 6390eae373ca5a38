// node scripts/screenshot-studio.mjs: takes the pictures of the Studio in docs/images, light and dark, with an example in it.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openChromium } from './open-chromium.mjs'
import { runScript } from './run-script.mjs'
import { ensureBuild, root, say } from './setup.mjs'

/**
 * The Studio with the examples, and nothing from earlier.
 * @param {string} dataDir
 * @returns {Promise<{ scriptUrl: string, stop: () => void }>}
 */
async function openStudio(dataDir) {
  const program = join(root, 'packages/studio/bin/casement-studio.js')
  const studio = spawn(process.execPath, [program, '--port', '0', '--json', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: studio.stdout })) {
    const { event, scriptUrl } = JSON.parse(line)
    if (event === 'ready') return { scriptUrl, stop: () => studio.kill() }
  }
  throw new Error('The Studio ended before it was ready')
}

await runScript(async () => {
  await ensureBuild()
  const dataDir = mkdtempSync(join(tmpdir(), 'casement-pictures-'))
  const studio = await openStudio(dataDir)
  const browser = await openChromium()
  try {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme })
      await page.goto(`${studio.scriptUrl}&server=dashboard&tool=show-metrics&args=%7B%7D`)
      const view = page.frameLocator('iframe').frameLocator('iframe')
      await view.getByRole('heading', { name: 'Shop metrics' }).waitFor()
      await page
        .getByRole('button', { name: /inspector/i })
        .first()
        .click()
      await page.getByText('ui/initialize').first().waitFor()
      await page.screenshot({ path: join(root, `docs/images/studio-${colorScheme}.png`), animations: 'disabled' })
      await page.close()
      say(`studio ${colorScheme}`)
    }
  } finally {
    await browser.close()
    studio.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
})
