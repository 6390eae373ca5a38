import featuresOff from './chromium-features-off.json' with { type: 'json' }

/**
 * The arguments of Chromium: no sandbox for root in a container, and no traffic of its own. Chromium uses only the last list of
 * features, so ours repeats the features that Playwright disables. It also disables the popups of the address bar and the extra
 * renderer, which cost a process for every page.
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
