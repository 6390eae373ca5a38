import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from './constants.ts'

/**
 * Chooses the requested version if it is supported, else the latest. A version never fails the handshake: published Views
 * still send those of drafts, and capabilities decide what works.
 */
export function negotiateVersion(requested: unknown): string {
  return SUPPORTED_PROTOCOL_VERSIONS.find((version) => version === requested) ?? LATEST_PROTOCOL_VERSION
}
