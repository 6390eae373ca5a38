import { parseSourceExpression, type CompiledPolicy, type HostSource } from 'casement/protocol/policy'

type DirectiveName = 'script-src' | 'style-src' | 'img-src' | 'media-src' | 'font-src' | 'connect-src' | 'frame-src' | 'base-uri'

/** True when a policy lets a document load an absolute address. */
export function allows({ directives }: CompiledPolicy, directive: DirectiveName, address: string): boolean {
  const url = new URL(address)
  const sources = directives.find(({ name }) => name === directive)?.sources ?? []
  return sources.some(({ text }) => {
    const parsed = parseSourceExpression(text, { schemes: ['data:', 'blob:'] })
    if (typeof parsed === 'string' || parsed.kind === 'keyword') return false
    return parsed.kind === 'scheme' ? parsed.text === url.protocol : matches(parsed, url)
  })
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 }
/** A source also covers the same host over something safer. */
const SAFER: Readonly<Record<string, readonly string[]>> = {
  http: ['http:', 'https:'],
  https: ['https:'],
  ws: ['ws:', 'wss:', 'http:', 'https:'],
  wss: ['wss:', 'https:'],
}

function matches(source: HostSource, url: URL): boolean {
  const [, host = ''] = /^(?:[a-z]+:\/\/)?([^/:]+)/i.exec(source.text) ?? []
  const wanted = host.toLowerCase()
  const named = wanted.startsWith('*.') ? url.hostname.endsWith(wanted.slice(1)) : url.hostname === wanted
  const schemes = source.scheme === undefined ? ['https:', 'wss:', 'http:', 'ws:'] : (SAFER[source.scheme] ?? [])
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port)
  const ports = source.port === undefined ? [80, 443] : [source.port]
  return named && schemes.includes(url.protocol) && port !== undefined && ports.includes(port)
}
