import type { Page } from 'playwright-core'
import type { Evidence } from '../attacks/evidence.ts'

/** Events of the browser about a page: its console, its windows, its dialogs. */
export interface Watch {
  /** Resolves with the mark when a line of the console begins with it, now or earlier. */
  mark(text: string): Promise<string>
  has(text: string): boolean
  /** Resolves when the page has crashed. */
  readonly crash: Promise<string>
  seen(): Pick<
    Evidence,
    'looted' | 'victim' | 'keys' | 'dialogs' | 'popups' | 'downloads' | 'choosers' | 'navigations' | 'crashed'
  >
  /** Messages of the host or the honest View about themselves, for a result that explains itself. */
  complaints(): string
}

/** Watches a page from before it loads. */
export function watchPage(page: Page, secrets: readonly string[], ownsContext: boolean): Watch {
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const dialogs: string[] = []
  const popups: string[] = []
  const downloads: string[] = []
  const navigations: string[] = []
  let choosers = 0
  let crashed = false
  let own = true

  page.on('console', (message) => {
    lines.push(message.text())
    for (const wake of waiting) wake()
  })
  page.on('dialog', (dialog) => {
    dialogs.push(`${dialog.type()} ${dialog.message()}`.trim())
    dialog.dismiss().catch(() => {})
  })
  // A profile that is kept is shared by several pages, and what they open is not this page's doing.
  const opener = ownsContext ? page.context() : undefined
  opener?.on('page', (other) => {
    if (other === page) return
    popups.push(`a window at ${other.url()}`)
    other.close().catch(() => {})
  })
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  page.on('filechooser', () => choosers++)
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    if (own) own = false
    else navigations.push(frame.url())
  })
  const crash = new Promise<string>((resolve) =>
    page.on('crash', () => {
      crashed = true
      resolve('crash')
    }),
  )
  const has = (text: string): boolean => lines.some((line) => line.startsWith(text))
  return {
    has,
    crash,
    mark: (text) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!has(text)) return
          waiting.delete(look)
          resolve(text)
        }
        waiting.add(look)
        look()
      }),
    seen: () => ({
      looted: lines.some((line) => line.startsWith('attack:loot') && secrets.some((secret) => line.includes(secret))),
      keys: lines.filter((line) => line === 'attack:key').length,
      victim: lines.filter((line) => line.startsWith('victim:harmed')),
      dialogs,
      popups,
      downloads,
      choosers,
      navigations,
      crashed,
    }),
    complaints: () =>
      lines
        .filter((line) => /^(?:victim:failed|host:)/.test(line))
        .map((line) => `; ${line}`)
        .join(''),
  }
}
