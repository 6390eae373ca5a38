import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The Chromium that the environment names, else an installed one; undefined leaves it to Playwright. */
export function findChromium(environment: Readonly<NodeJS.ProcessEnv>): string | undefined {
  const folders = (environment['PATH'] ?? '').split(delimiter)
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return environment['CASEMENT_CHROMIUM'] ?? [...onPath, ...APPLICATIONS].find((file) => existsSync(file))
}
