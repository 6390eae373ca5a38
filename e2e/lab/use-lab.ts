import { afterAll, beforeAll } from 'vitest'
import { launchBrowser, type BrowserName, type LabBrowser } from './browsers.mjs'
import { startSite, type Site } from './site.mjs'

/** A site and a browser that looks at it. */
export interface Lab {
  readonly site: Site
  readonly browser: LabBrowser
}

/** Opens both before the first test of a block and closes them after the last. `furnish` puts on the site what all tests need. */
export function useLab(name: BrowserName, furnish?: (site: Site) => Promise<void>): Lab {
  let site: Site | undefined
  let browser: LabBrowser | undefined
  beforeAll(async () => {
    site = await startSite()
    await furnish?.(site)
    browser = await launchBrowser(name)
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })
  return {
    get site() {
      return opened(site)
    },
    get browser() {
      return opened(browser)
    },
  }
}

function opened<Part>(part: Part | undefined): Part {
  if (!part) throw new Error('the lab is open while tests run, not before')
  return part
}
