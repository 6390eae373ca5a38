import { chromium, type Browser } from 'playwright-core'
import type { HostUnderTest } from '../adapters/host-under-test.ts'
import { CHROMIUM_ARGS } from '../run/chromium-args.ts'
import { reach } from '../run/reach.ts'
import { examine, type ExamineOptions, type Report } from '../suite/examine.ts'
import type { Open } from '../suite/proves-itself.ts'
import { DRIVER_NAME } from './driver.ts'
import { hostChecks } from './host-checks.ts'
import { openOutside } from './outside.ts'
import type { HostAddress, SittingRoom } from './sitting.ts'
import { watchedPages } from './watched-pages.ts'
import { type HostSubject, makeHostSubject } from './subject.ts'

/** How a host is examined. */
export interface HostOptions extends ExamineOptions {
  /** The Chromium to use; the one that Playwright finds unless given. */
  readonly executablePath?: string | undefined
  /** The timeout for expected messages, in milliseconds. Default 20,000. */
  readonly patience?: number | undefined
}

const PATIENCE = 20_000

/** The checks with everything that they need: a browser, and a web to reach for. */
export interface Bench {
  readonly open: (host: HostAddress, patience?: number) => Open<HostSubject>
  /** Whether the page of a host has a driver once it is loaded. Rejects if the page cannot be loaded. */
  hasDriver(host: HostAddress): Promise<boolean>
  close(): Promise<void>
}

/** Opens a browser for examinations. */
export async function openBench(executablePath?: string): Promise<Bench> {
  const browser: Browser = await chromium.launch({ args: [...CHROMIUM_ARGS], ...(executablePath && { executablePath }) })
  const outside = await openOutside()
  const pages = watchedPages(browser)
  return {
    open:
      (host, patience = PATIENCE) =>
      async () => {
        const room: SittingRoom = { pages, host, outside, patience }
        return { subject: makeHostSubject(room), close: async () => {} }
      },
    async hasDriver({ url }) {
      const watched = await pages.take()
      await reach(watched.page, url)
      const has = await watched.page.evaluate((name) => name in window, DRIVER_NAME)
      await pages.giveBack(watched)
      return has
    },
    async close() {
      await browser.close()
      await outside.close()
    },
  }
}

/** Checks a host from inside a View. */
export async function examineHost(host: HostAddress | HostUnderTest, options: HostOptions = {}): Promise<Report> {
  const bench = await openBench(options.executablePath)
  try {
    if (!(await bench.hasDriver(host)))
      throw new Error(`${host.url} has no window.${DRIVER_NAME} to control it: see docs/conformance.md`)
    const { subject } = await bench.open(host, options.patience)()
    return await examine(hostChecks, subject, { name: host.name, ...options })
  } finally {
    await bench.close()
  }
}
