import type { CoreApp, FeatureContext } from '../core-app.ts'
import { toDownload } from './download.ts'

const EXTERNAL = /^(https?|mailto|tel):/

/**
 * Links and downloads that work inside a sandbox: clicks on `<a href>`, in the document or not, and `window.open` are sent as `ui/open-link`,
 * `<a download>` as `ui/download-file`. Clicks that the page has handled, targets inside the View, and anything that the host
 * does not support are left to the browser.
 */
export function links(app: CoreApp, context: FeatureContext): object {
  const blobs = rememberBlobs()
  const open = window.open.bind(window)
  const reportFailure = (request: Promise<unknown>): void => void request.catch((error: unknown) => context.report(error))

  function onClick(event: MouseEvent): void {
    const anchor = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
    const capabilities = app.getHostCapabilities()
    if (!anchor?.href || event.defaultPrevented || !capabilities) return
    const { href, origin, target, download, hash } = anchor
    if (withoutHash(href) === withoutHash(document.baseURI)) {
      // A page without a URL of its own (srcdoc) would navigate to that of its parent.
      if (withoutHash(location.href) === withoutHash(href)) return
      event.preventDefault()
      document.getElementById(hash.slice(1))?.scrollIntoView()
    } else if (anchor.hasAttribute('download') && capabilities.downloadFile) {
      event.preventDefault()
      reportFailure(
        toDownload(href, download, blobs.get(href)).then((content) => app.request('ui/download-file', { contents: [content] })),
      )
    } else if (capabilities.openLinks && EXTERNAL.test(href) && (origin !== window.origin || target === '_blank')) {
      event.preventDefault()
      reportFailure(app.openLink({ url: href }))
    }
  }

  document.addEventListener('click', onClick)
  handleDetachedAnchors(onClick)
  window.open = function (url, ...rest) {
    const absolute = new URL(url ?? '', document.baseURI).href
    if (!app.getHostCapabilities()?.openLinks || !EXTERNAL.test(absolute)) return open(url, ...rest)
    reportFailure(app.openLink({ url: absolute }))
    return null
  }
  return {}
}

/** Clicks on an anchor that is not in the document, as scripts make them for downloads, do not reach the document. */
function handleDetachedAnchors(onClick: (event: MouseEvent) => void): void {
  const { prototype } = HTMLAnchorElement
  // oxlint-disable-next-line typescript/unbound-method -- called with the anchor below
  const { click, dispatchEvent } = prototype
  const withListener = <T>(anchor: HTMLAnchorElement, act: () => T): T => {
    if (anchor.isConnected) return act()
    // Added last, so that it sees whether the page has handled the click.
    anchor.addEventListener('click', onClick)
    try {
      return act()
    } finally {
      anchor.removeEventListener('click', onClick)
    }
  }
  prototype.click = function () {
    withListener(this, () => click.call(this))
  }
  prototype.dispatchEvent = function (event) {
    return withListener(this, () => dispatchEvent.call(this, event))
  }
}

const withoutHash = (url: string): string | undefined => url.split('#')[0]

/** The blobs behind the page's blob: URLs, because a View's policy does not even let it fetch its own. */
function rememberBlobs(): ReadonlyMap<string, Blob> {
  const blobs = new Map<string, Blob>()
  const createObjectURL = URL.createObjectURL.bind(URL)
  const revokeObjectURL = URL.revokeObjectURL.bind(URL)
  URL.createObjectURL = function (object) {
    const url = createObjectURL(object)
    if (object instanceof Blob) blobs.set(url, object)
    return url
  }
  URL.revokeObjectURL = function (url) {
    blobs.delete(url)
    revokeObjectURL(url)
  }
  return blobs
}
