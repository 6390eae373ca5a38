import type { DeclaredLists } from './read-metadata.ts'
import type { HostScheme, SourceExpression } from './source-expression.ts'

// A source also allows the secure variant of its scheme, and a WebSocket is matched by the URL of its HTTP handshake.
const URL_SCHEMES: Readonly<Record<HostScheme | 'any', readonly string[]>> = {
  https: ['https'],
  wss: ['https'],
  http: ['http', 'https'],
  ws: ['http', 'https'],
  any: ['http', 'https'],
}

/**
 * The value of a `Connection-Allowlist` response header: the origins that a document may connect to. It also covers connections that
 * a content security policy does not (preconnect, dns-prefetch, WebRTC, the connection before a blocked navigation). It has origins
 * only; paths and directives are left to the content security policy.
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
  // By default every redirect fails, even between listed origins, but public CDNs depend on redirects. They are allowed as soon as
  // another origin is listed, because the content security policy checks the target of each.
  const redirects = patterns.size === 0 ? '' : ';redirects=allow'
  return `(${items.join(' ')})${redirects}${reportTo === undefined ? '' : `;report-to=${reportTo}`}`
}

function patternsOf(source: SourceExpression): string[] {
  if (source.kind !== 'host') return []
  const host = `${source.wildcard ? '*.' : ''}${source.host}${source.port === undefined ? '' : `:${source.port}`}`
  return URL_SCHEMES[source.scheme ?? 'any'].map((scheme) => `${scheme}://${host}`)
}
