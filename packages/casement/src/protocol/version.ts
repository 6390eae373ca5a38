import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from './constants.ts'

/** Versions that Views in the wild still send: the first public draft, and what earlier examples showed (1.1, R-314). */
export const OLD_PROTOCOL_VERSIONS: readonly string[] = ['2025-11-21', '2025-06-18']

/** What a host answers to the version a View asked for, and how well it knows that version. */
export interface Negotiated {
  readonly protocolVersion: string
  /** `old` and `unknown` are worth a line in a log. Neither is an error: capabilities decide what works (4.32). */
  readonly asked: 'supported' | 'old' | 'unknown'
}

/** The requested version if it is supported, else the latest; a version alone never ends a handshake. */
export function negotiateVersion(requested: unknown): Negotiated {
  if (typeof requested === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(requested))
    return { protocolVersion: requested, asked: 'supported' }
  const known = typeof requested === 'string' && OLD_PROTOCOL_VERSIONS.includes(requested)
  return { protocolVersion: LATEST_PROTOCOL_VERSION, asked: known ? 'old' : 'unknown' }
}
