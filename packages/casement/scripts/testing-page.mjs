// The script of the host page that `casement/testing/playwright` serves.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleScript } from './bundle-script.mjs'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** Writes the script, and names the file. */
export async function writeTestingPage() {
  const file = 'dist/testing/host-page.js'
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), `${await bundleScript(join(folder, 'src/testing/render/host-page-script.ts'))}\n`)
  return [file]
}
