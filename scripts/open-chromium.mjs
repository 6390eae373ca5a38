import { chromium } from 'playwright-core'
import { CHROMIUM_ARGS, findChromium } from './browser.mjs'

// Playwright gives up after half a minute, which is how long a start can take on a busy machine.
const PATIENCE = 120_000

/**
 * Starts the Chromium that everything here is tested and measured with.
 * @param {readonly string[]} [args] Further arguments of the command line.
 */
export function openChromium(args = []) {
  const executablePath = findChromium()
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...CHROMIUM_ARGS, ...args], timeout: PATIENCE })
}
