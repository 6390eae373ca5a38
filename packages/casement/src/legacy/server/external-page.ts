import type { McpUiResourceCsp } from '../../protocol/schemas/index.ts'
import { escapeAttribute, placeBefore } from '../place-before.ts'
import { fetchPage, type FetchPageOptions } from './fetch-page.ts'

const BASE = /<base\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i

/** A page from elsewhere that works in another place: its addresses are relative to where it came from, and its policy knows that place. */
export async function externalPage(address: string, limits?: FetchPageOptions): Promise<{ html: string; csp: McpUiResourceCsp }> {
  const { html, url } = await fetchPage(address, limits)
  const [, quoted, single, bare] = BASE.exec(html) ?? []
  const own = quoted ?? single ?? bare
  // The first base counts. One that the page has itself was relative to the page.
  const base = own !== undefined && URL.canParse(own, url) ? new URL(own, url) : new URL(url)
  const origins = [...new Set([base.origin, new URL(url).origin])].filter((origin) => origin !== 'null')
  return {
    html: placeBefore(html, `<base href="${escapeAttribute(base.href)}">`),
    csp: { baseUriDomains: [base.origin], resourceDomains: origins, connectDomains: origins },
  }
}
