import { launch } from 'puppeteer-core'
import { asJson, explainWait, PATIENCE } from './expression.mjs'

/**
 * Firefox as the distribution ships it, through WebDriver BiDi. (Playwright drives only a Firefox patched for it.)
 * @param {string} executablePath
 * @returns {Promise<import('./browsers.mjs').LabBrowser>}
 */
export async function launchFirefox(executablePath) {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true })
  return {
    name: 'firefox',
    async open(url) {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE)
      /** @type {string[]} */
      const errors = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      page.on('pageerror', (error) => errors.push(String(error)))
      await page.goto(url)
      return {
        evaluate: async (expression) => JSON.parse(/** @type {string} */ (await page.evaluate(asJson(expression)))),
        waitFor: (expression, ms = PATIENCE) =>
          explainWait(
            expression,
            errors,
            async () => void (await page.waitForFunction(expression, { timeout: ms, polling: 'raf' })),
          ),
        screenshot: async () => Buffer.from(await page.screenshot()),
        consoleErrors: async () => [...errors],
        close: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}
