import { CasementError } from '../errors.ts'
import { type HostPattern, overlaps } from './host-name.ts'
import type { HostSource, SourceExpression } from './source-expression.ts'

/** A host name of the host page or its sandbox. Without a port, it matches every port. */
export interface OwnName extends HostPattern {
  readonly port?: number
}

const OWN_NAME = /^(?:[a-z]+:\/\/)?(\*\.)?((?:[a-z0-9_-]+\.)*[a-z0-9_-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?\/?$/i

/** Parses an own name, such as `chat.example.com`, `https://chat.example.com`, `*.sandbox.example` or `http://localhost:3000`. */
export function parseOwnName(text: string): OwnName {
  const [, star, host, port] = OWN_NAME.exec(text) ?? []
  if (host === undefined) {
    throw new CasementError(
      'INVALID_ARGUMENT',
      `ownNames: ${JSON.stringify(text)} is not a host name or an origin. Write it like "https://chat.example.com"`,
    )
  }
  return { host: host.toLowerCase(), wildcard: star !== undefined, ...(port !== undefined && { port: Number(port) }) }
}

/** Whether a declared source covers a name of the host page or its sandbox. */
export function coversOwnName(source: SourceExpression, own: readonly OwnName[]): boolean {
  return (
    source.kind === 'host' && own.some((name) => samePort(source, name) && (overlaps(source, name) || sameLoopback(source, name)))
  )
}

function samePort(source: HostSource, own: OwnName): boolean {
  if (own.port === undefined) return true
  if (source.port !== undefined) return source.port === own.port
  // A source without a port matches the default port of its scheme, or of the document's scheme.
  return own.port === 443 || own.port === 80
}

// All loopback names with the same port reach the same server: 127.0.0.1:3000 is localhost:3000.
function sameLoopback(source: HostSource, own: OwnName): boolean {
  return own.port !== undefined && isLoopback(source.host) && isLoopback(own.host)
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    /^127(?:\.\d+){3}$/.test(host) ||
    host === '0.0.0.0' ||
    host === '[::1]'
  )
}
