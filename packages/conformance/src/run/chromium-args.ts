import featuresOff from './chromium-features-off.json' with { type: 'json' }

/**
 * What Chromium is started with: no sandbox for root in a container, and no traffic of its own. Of two lists of features the last
 * counts, so ours has what Playwright switches off, and what drops down below the address bar of a window that nobody sees: two
 * pages and a process for every page. The process that it keeps for the next page is one more.
 */
export const CHROMIUM_ARGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...featuresOff, 'SpareRendererForSitePerProcess'].join(',')}`,
]
