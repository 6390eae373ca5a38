// Finds a Chromium to test with, and installs one from the system's package manager where there is none.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** @param {string} name */
export function findOnPath(name) {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, name)
    if (folder && existsSync(file)) return file
  }
  return undefined
}

/** The Chromium to use: the one the environment names, else an installed one, else undefined. */
export function findChromium() {
  const named = process.env['CASEMENT_CHROMIUM']
  if (named) return named
  return NAMES.map(findOnPath).find(Boolean) ?? APPLICATIONS.find((file) => existsSync(file))
}

/** @type {ReadonlyArray<readonly [manager: string, commands: ReadonlyArray<readonly string[]>]>} */
const INSTALLERS = [
  ['apt-get', [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]],
  ['dnf', [['install', '-y', 'chromium']]],
  ['pacman', [['-Sy', '--noconfirm', 'chromium']]],
  ['apk', [['add', 'chromium']]],
  ['brew', [['install', '--cask', 'chromium']]],
]

/**
 * A Chromium, installed if need be.
 * @param {(line: string) => void} say
 * @returns {string}
 */
export function ensureChromium(say) {
  const found = findChromium()
  if (found) {
    say(`browser: ${version(found)} (${found})`)
    return found
  }
  const installer = INSTALLERS.find(([manager]) => findOnPath(manager))
  if (installer) {
    const [manager, commands] = installer
    const root = process.getuid?.() === 0 || manager === 'brew'
    say(`browser: none found, installing Chromium with ${manager}`)
    for (const command of commands) {
      const [program, ...args] = root ? [manager, ...command] : ['sudo', '-n', manager, ...command]
      spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    }
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'No Chromium or Chrome was found, and none could be installed. Install one, or name it: CASEMENT_CHROMIUM=/path/to/chrome npm test',
  )
}

/** @param {string} file */
function version(file) {
  try {
    return execFileSync(file, ['--version'], { encoding: 'utf8' }).trim()
  } catch {
    return 'a browser of unknown version'
  }
}

/** What Chromium is started with: no sandbox for root in a container, and none of its own network traffic. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
