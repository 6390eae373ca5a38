// Finds a Chromium to test with, and installs one from the system's package manager where there is none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import featuresOff from '../packages/conformance/src/run/chromium-features-off.json' with { type: 'json' }
import { findOnPath, install } from './system-packages.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The Chromium to use: the one the environment names, else an installed one, else undefined. */
export function findChromium() {
  const named = process.env['CASEMENT_CHROMIUM']
  if (named) return named
  return NAMES.map(findOnPath).find(Boolean) ?? APPLICATIONS.find((file) => existsSync(file))
}

/** @type {import('./system-packages.mjs').Installers} */
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
  const { manager, complaints } = install(INSTALLERS)
  const installed = findChromium()
  if (installed) {
    say(`browser: none was found, installed ${version(installed)} with ${manager}`)
    return installed
  }
  throw new Error(
    `browser: no Chromium or Chrome was found, and none could be installed. Install one, or name it: CASEMENT_CHROMIUM=/path/to/chrome npm test\n${complaints}`,
  )
}

/** @param {string} file */
function version(file) {
  const { status, stdout, error } = spawnSync(file, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  if (error) throw new Error(`browser: ${file} cannot be run (${error.message}). Is CASEMENT_CHROMIUM right?`)
  return status === 0 ? stdout.trim() : 'a browser of unknown version'
}

// The process that waits for the next page makes that one quicker, so whoever measures keeps it. A test only pays for it: a seventh of
// what it takes to show a View.
const OFF_IN_TESTS = process.env['VITEST'] ? ['SpareRendererForSitePerProcess'] : []

/** Command-line flags of Chromium: no sandbox for root in a container, and no network traffic of its own. The conformance suite uses the same. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...featuresOff, ...OFF_IN_TESTS].join(',')}`,
]
