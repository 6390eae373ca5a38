import { OPAQUE_PROXY_SCRIPT } from '../generated/proxy-scripts.ts'
import { proxyPage } from './proxy-page.ts'

/**
 * The proxy of opaque mode as the `srcdoc` of a frame with `sandbox="allow-scripts"`, for a page that has no sandbox origin. Neither the
 * proxy nor the View has an origin then, so nothing can reach the page. The page must accept its policy being inherited: a
 * `script-src` without `'unsafe-inline'` stops the proxy as well as the View.
 */
export const inlineProxyPage = (hostOrigin: string): string => proxyPage(OPAQUE_PROXY_SCRIPT, { host: hostOrigin, view: 'null' })
