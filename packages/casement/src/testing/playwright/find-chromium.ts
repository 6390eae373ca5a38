import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge', 'chrome.exe']

const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** The path of an installed Chromium, Chrome or Edge. `CASEMENT_CHROMIUM` names another one. */
export function findChromium(environment: Readonly<NodeJS.ProcessEnv> = process.env): string | undefined {
  const named = environment['CASEMENT_CHROMIUM']
  if (named) return named
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(Boolean)
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...APPLICATIONS].find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
