import { defineBrowserProvider } from '@vitest/browser'
import type { BrowserProviderOption } from 'vitest/node'
import { launchBrowser, type LabBrowser } from './browsers.mjs'

/** Lets Vitest run its browser tests in the browsers of the lab, which its own providers cannot drive as Debian ships them. */
export const labProvider = (): BrowserProviderOption =>
  defineBrowserProvider({
    name: 'lab',
    supportedBrowser: ['firefox', 'webkit'],
    providerFactory(project) {
      let browser: Promise<LabBrowser> | undefined
      return {
        name: 'lab',
        supportsParallelism: false,
        getCommandsContext: () => ({}),
        async openPage(_session, url) {
          browser ??= launchBrowser(project.config.browser.name as LabBrowser['name'])
          await (await browser).open(url)
        },
        async close() {
          await (await browser)?.close()
        },
      }
    },
  })
