import type { JWTVerifyGetKey } from 'jose'
import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import { loadJose } from './load-jose.ts'

const DISCOVERY_TIMEOUT_MS = 5000

/** Returns a function that finds the keys of an issuer. They are cached, and reloaded when a token names an unknown one. */
export function createKeySource(jwksUri: string | undefined): (issuer: string) => Promise<JWTVerifyGetKey> {
  const cache = new Map<string, Promise<JWTVerifyGetKey>>()
  return (issuer) => {
    const cached = cache.get(issuer)
    if (cached) return cached
    const loading = loadKeys(issuer, jwksUri)
    cache.set(issuer, loading)
    // A failure is not cached, so that the next request tries again.
    loading.catch(() => cache.delete(issuer))
    return loading
  }
}

async function loadKeys(issuer: string, jwksUri: string | undefined): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet } = await loadJose()
  return createRemoteJWKSet(new URL(jwksUri ?? (await discover(issuer))))
}

/** Reads the URL of the keys from the metadata of an authorization server: RFC 8414, else OpenID Connect Discovery. */
async function discover(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname === '/' ? '' : pathname.replace(/\/$/, '')
  const urls = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
  for (const url of new Set(urls)) {
    const response = await fetch(url, { signal: AbortSignal.timeout(DISCOVERY_TIMEOUT_MS) })
    const metadata: unknown = response.ok ? await response.json() : undefined
    // Metadata of another issuer could name keys that are not this issuer's (RFC 8414, 3.3).
    if (isRecord(metadata) && metadata['issuer'] === issuer && typeof metadata['jwks_uri'] === 'string')
      return metadata['jwks_uri']
  }
  throw new CasementError(
    'REMOTE',
    `oauthResource: the authorization server ${issuer} has no metadata with its issuer and jwks_uri. Check the URL, or set jwksUri`,
  )
}
