import type { Browser } from 'playwright-core'
import { findChromium } from 'casement/testing/playwright'

const ARGUMENTS = [
  '--disable-gpu',
  // Without a GPU, Views that draw with WebGL would be blank here and nowhere else.
  '--enable-unsafe-swiftshader',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser for Views, or the reason why there is none. */
export type BrowserChoice = { readonly browser: Browser } | { readonly missing: string }

/** Starts the browser at a path, or an installed one. Never rejects, because the static checks work without a browser. */
export async function openBrowser(path: string | undefined, environment: Readonly<NodeJS.ProcessEnv>): Promise<BrowserChoice> {
  const executablePath = path ?? findChromium(environment)
  if (executablePath === undefined)
    return {
      missing: 'no Chromium, Chrome or Edge was found; pass one with --browser PATH, or skip these checks with --static',
    }
  try {
    // It takes as long to load as all the static checks take to run.
    const { chromium } = await import('playwright-core')
    // The browser's own sandbox does not work for root, as in most containers.
    const chromiumSandbox = process.getuid?.() !== 0
    return { browser: await chromium.launch({ executablePath, args: ARGUMENTS, chromiumSandbox }) }
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    return { missing: `${executablePath} could not be started: ${reason}` }
  }
}
