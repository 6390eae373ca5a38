import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from './constants.ts'

/** Versions that published Views still send: the first public draft, and the one in early examples. */
export const OLD_PROTOCOL_VERSIONS: readonly string[] = ['2025-11-21', '2025-06-18']

/** The outcome of version negotiation. */
export interface NegotiatedVersion {
  /** The version that the host responds with. */
  readonly protocolVersion: string
  /** The requested version. `old` and `unknown` are worth logging but not errors: capabilities decide what works. */
  readonly requested: 'supported' | 'old' | 'unknown'
}

/** Chooses the requested version if it is supported, else the latest. A version never fails the handshake. */
export function negotiateVersion(requested: unknown): NegotiatedVersion {
  if (typeof requested === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(requested))
    return { protocolVersion: requested, requested: 'supported' }
  const isOld = typeof requested === 'string' && OLD_PROTOCOL_VERSIONS.includes(requested)
  return { protocolVersion: LATEST_PROTOCOL_VERSION, requested: isOld ? 'old' : 'unknown' }
}
