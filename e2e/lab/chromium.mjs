import { openChromium } from '../../scripts/open-chromium.mjs'
import { asJson, explainWait, PATIENCE } from './expression.mjs'

/**
 * Chromium through Playwright.
 * @param {{ args?: string[] }} [options]
 * @returns {Promise<import('./browsers.mjs').LabBrowser>}
 */
export async function launchChromium({ args = [] } = {}) {
  const browser = await openChromium(args)
  return {
    name: 'chromium',
    async open(url) {
      // A context of its own, so that no test meets the storage of another.
      const context = await browser.newContext()
      context.setDefaultTimeout(PATIENCE)
      const page = await context.newPage()
      /** @type {string[]} */
      const errors = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      page.on('pageerror', (error) => errors.push(String(error)))
      await page.goto(url)
      return {
        evaluate: async (expression) => JSON.parse(await page.evaluate(asJson(expression))),
        waitFor: (expression, ms = PATIENCE) =>
          explainWait(
            expression,
            errors,
            async () => void (await page.waitForFunction(expression, undefined, { timeout: ms, polling: 'raf' })),
          ),
        screenshot: () => page.screenshot(),
        consoleErrors: async () => [...errors],
        close: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}
