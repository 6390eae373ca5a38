import type { DeclaredLists } from './read-metadata.ts'
import type { HostScheme, SourceExpression } from './source-expression.ts'

// A source also allows the secure variant of its scheme, and the pattern of a socket is that of its HTTP handshake.
const CONNECTS: Readonly<Record<HostScheme | 'any', readonly string[]>> = {
  https: ['https'],
  wss: ['https'],
  http: ['http', 'https'],
  ws: ['http', 'https'],
  any: ['http', 'https'],
}

/**
 * The value of a `Connection-Allowlist` response header: one list for everything a document may connect to, which also stops
 * what a content security policy does not see (preconnect, dns-prefetch, WebRTC, the connection before a blocked navigation).
 * It names origins only; which path is for what is left to the policy.
 */
export function connectionAllowlist(
  lists: DeclaredLists | undefined,
  fontOrigins: readonly SourceExpression[],
  reportTo: string | undefined,
): string {
  const declared = lists
    ? [...lists.connectDomains, ...lists.resourceDomains, ...lists.frameDomains].map(({ source }) => source)
    : []
  const patterns = new Set([...declared, ...fontOrigins].flatMap(patternsOf))
  const items = ['response-origin', ...[...patterns].map((pattern) => `"${pattern}"`)]
  // By default every redirect fails, also one between listed origins, and public CDNs live on them. Where there are other origins
  // at all, redirects are let through here: the policy checks the target of each.
  const redirects = patterns.size === 0 ? '' : ';redirects=allow'
  return `(${items.join(' ')})${redirects}${reportTo === undefined ? '' : `;report-to=${reportTo}`}`
}

function patternsOf(source: SourceExpression): string[] {
  if (source.kind !== 'host') return []
  const host = `${source.wildcard ? '*.' : ''}${source.host}${source.port === undefined ? '' : `:${source.port}`}`
  return CONNECTS[source.scheme ?? 'any'].map((scheme) => `${scheme}://${host}`)
}
