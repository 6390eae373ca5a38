import type { Browser, Page } from 'playwright-core'
import { MARK, type ProbeEntry } from './probe.ts'
import { watchWindows, WIRE_MARK, type WindowNote } from './watch-windows.ts'

/** A page with its observations. */
export interface WatchedPage {
  readonly page: Page
  /** The events of the probe. */
  readonly entries: readonly ProbeEntry[]
  readonly windows: readonly WindowNote[]
  /** Addresses of windows that were opened. */
  readonly opened: readonly string[]
  /** Names of files that were saved. */
  readonly saved: readonly string[]
}

/** Reused pages: starting their processes takes most of the time of a scene. */
export interface WatchedPages {
  take(): Promise<WatchedPage>
  giveBack(watched: WatchedPage): Promise<void>
}

/** Makes pages in private profiles of a browser. */
export function watchedPages(browser: Browser): WatchedPages {
  const idle: Page[] = []
  const makePage = async (): Promise<Page> => {
    const page = await (await browser.newContext({ viewport: { width: 900, height: 700 } })).newPage()
    await page.addInitScript(watchWindows, WIRE_MARK)
    return page
  }
  return {
    async take() {
      const page = idle.pop() ?? (await makePage())
      const watched = { page, entries: [], windows: [], opened: [], saved: [] }
      watch(watched)
      return watched
    },
    async giveBack({ page }) {
      page.removeAllListeners()
      page.context().removeAllListeners()
      await page.goto('about:blank')
      idle.push(page)
    },
  }
}

function watch({ page, entries, windows, opened, saved }: Writable<WatchedPage>): void {
  page.on('console', (message) => {
    const text = message.text()
    if (text.startsWith(MARK)) entries.push(JSON.parse(text.slice(MARK.length)) as ProbeEntry)
    if (text.startsWith(WIRE_MARK)) windows.push(JSON.parse(text.slice(WIRE_MARK.length)) as WindowNote)
  })
  page.on('download', (download) => void saved.push(download.suggestedFilename()))
  page.context().on('page', (other) => {
    other.on('framenavigated', () => void opened.push(other.url()))
    opened.push(other.url())
  })
}

type Writable<T> = { [M in keyof T]: T[M] extends readonly (infer I)[] ? I[] : T[M] }
