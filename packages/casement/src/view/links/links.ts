import type { CoreApp } from '../core-app.ts'
import { downloadable } from './download.ts'
import { fail } from '../connection/session.ts'

const withoutHash = (url: string): string | undefined => url.split('#')[0]

const OUTWARD = /^(https?|mailto|tel):/

/**
 * Links and downloads that work inside a sandbox: clicks on `<a href>` and `window.open` go through `ui/open-link`,
 * `<a download>` through `ui/download-file`. What a handler of the page has prevented, what stays inside the View, and what
 * the host does not offer are left to the browser.
 */
export function links(app: CoreApp): object {
  const blobs = new Map<string, Blob>()
  const createObjectURL = URL.createObjectURL.bind(URL)
  const revokeObjectURL = URL.revokeObjectURL.bind(URL)
  const open = window.open.bind(window)
  const watch = (done: Promise<unknown>): void => void done.catch((error: unknown) => fail(app, error))

  function click(event: MouseEvent): void {
    const anchor = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
    const can = app.getHostCapabilities()
    if (!anchor?.href || event.defaultPrevented || !can) return
    const { href, origin, target, download, hash } = anchor
    if (withoutHash(href) === withoutHash(document.baseURI)) {
      // A page without an address of its own (srcdoc) would leave for the one around it.
      if (withoutHash(location.href) === withoutHash(href)) return
      event.preventDefault()
      document.getElementById(hash.slice(1))?.scrollIntoView()
    } else if (anchor.hasAttribute('download') && can.downloadFile) {
      event.preventDefault()
      watch(downloadable(href, download, blobs.get(href)).then((content) => app.downloadFile({ contents: [content] })))
    } else if (can.openLinks && OUTWARD.test(href) && (origin !== window.origin || target === '_blank')) {
      event.preventDefault()
      watch(app.openLink({ url: href }))
    }
  }

  document.addEventListener('click', click)
  window.open = function (url, ...rest) {
    const full = new URL(url ?? '', document.baseURI).href
    if (!app.getHostCapabilities()?.openLinks || !OUTWARD.test(full)) return open(url, ...rest)
    watch(app.openLink({ url: full }))
    return null
  }
  // A View's policy forbids to fetch even its own blob: URLs, so what they stand for is remembered.
  URL.createObjectURL = function (object) {
    const url = createObjectURL(object)
    if (object instanceof Blob) blobs.set(url, object)
    return url
  }
  URL.revokeObjectURL = function (url) {
    blobs.delete(url)
    revokeObjectURL(url)
  }
  return {}
}
