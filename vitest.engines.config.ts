import { defineConfig } from 'vitest/config'
import { installedBrowsers } from './e2e/lab/browsers.mjs'
import { labProvider } from './e2e/lab/vitest-provider.ts'
import { inBrowsers } from './test/settings.ts'

// The tests that run inside a browser, in those that `npm test` leaves out.
export default defineConfig({
  ...inBrowsers,
  test: {
    ...inBrowsers.test,
    // Looks into frames with what only Playwright has.
    exclude: ['**/render-app.browser.ts'],
    browser: {
      enabled: true,
      screenshotFailures: false,
      provider: labProvider(),
      instances: installedBrowsers()
        .filter((browser) => browser !== 'chromium')
        .map((browser) => ({ browser })),
    },
  },
})
