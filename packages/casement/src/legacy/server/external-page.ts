import type { McpUiResourceCsp } from '../../protocol/schemas/index.ts'
import { escapeAttribute, insertBefore } from '../insert-before.ts'
import { fetchPage, type FetchPageOptions } from './fetch-page.ts'

const BASE = /<base\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i

/** An external page that works at another URL: relative URLs resolve against its own origin, which its policy allows. */
export async function externalPage(address: string, limits?: FetchPageOptions): Promise<{ html: string; csp: McpUiResourceCsp }> {
  const { html, url } = await fetchPage(address, limits)
  const [, quoted, single, bare] = BASE.exec(html) ?? []
  const own = quoted ?? single ?? bare
  // The first base counts. One that the page has itself was relative to the page.
  const base = own !== undefined && URL.canParse(own, url) ? new URL(own, url) : new URL(url)
  const origins = [...new Set([base.origin, new URL(url).origin])].filter((origin) => origin !== 'null')
  return {
    html: insertBefore(html, `<base href="${escapeAttribute(base.href)}">`),
    csp: { baseUriDomains: [base.origin], resourceDomains: origins, connectDomains: origins },
  }
}
