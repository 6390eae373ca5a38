// The browsers a test may run in, behind one small interface. Chromium must be there; Firefox and WebKit join where installed.
import { findChromium } from '../../scripts/browser.mjs'
import { findOnPath } from '../../scripts/system-packages.mjs'
import { launchChromium } from './chromium.mjs'
import { launchFirefox } from './firefox.mjs'
import { findMiniBrowser, launchWebkit } from './webkit.mjs'

/**
 * A page in some browser.
 * @typedef {object} LabPage
 * @property {<T>(expression: string) => Promise<T>} evaluate The value of an expression in the top document, as JSON.
 * @property {(expression: string, ms?: number) => Promise<void>} waitFor Until the expression is true; the error says what the page looked like.
 * @property {() => Promise<Buffer>} screenshot PNG.
 * @property {() => Promise<string[]>} consoleErrors Errors logged or thrown so far, in any frame.
 * @property {() => Promise<void>} close
 *
 * @typedef {object} LabBrowser
 * @property {BrowserName} name
 * @property {(url: string) => Promise<LabPage>} open
 * @property {() => Promise<void>} close
 *
 * @typedef {'chromium' | 'firefox' | 'webkit'} BrowserName
 */

/** @type {Record<BrowserName, { missing: () => string | undefined, launch: () => Promise<LabBrowser> }>} */
const BROWSERS = {
  chromium: { missing: () => (findChromium() ? undefined : 'no Chromium or Chrome found'), launch: launchChromium },
  firefox: {
    missing: () => (findFirefox() ? undefined : 'no firefox-esr or firefox found'),
    launch: () => launchFirefox(findFirefox() ?? 'firefox'),
  },
  webkit: { missing: missingForWebkit, launch: launchWebkit },
}

function findFirefox() {
  return process.env['CASEMENT_FIREFOX'] ?? findOnPath('firefox-esr') ?? findOnPath('firefox')
}

function missingForWebkit() {
  if (!findOnPath('WebKitWebDriver') || !findMiniBrowser())
    return 'no WebKitWebDriver with its MiniBrowser found (Debian: webkit2gtk-driver)'
  return process.env['DISPLAY'] || findOnPath('Xvfb')
    ? undefined
    : 'WebKit needs a display, and there is neither one nor Xvfb (Debian: xvfb)'
}

/**
 * The browsers to test in. Says on standard error which are not here, because a suite that was not run must be seen.
 * @returns {BrowserName[]}
 */
export function installedBrowsers() {
  const names = /** @type {BrowserName[]} */ (Object.keys(BROWSERS))
  return names.filter((name) => {
    const missing = BROWSERS[name].missing()
    if (missing) process.stderr.write(`not tested in ${name}: ${missing}\n`)
    return !missing
  })
}

/**
 * Starts a browser. Close it in the end.
 * @param {BrowserName} name
 * @returns {Promise<LabBrowser>}
 */
export function launchBrowser(name) {
  return BROWSERS[name].launch()
}
