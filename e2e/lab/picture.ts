import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Takes a picture for the documentation, if `CASEMENT_IMAGES` names a folder for it. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['CASEMENT_IMAGES']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
}
