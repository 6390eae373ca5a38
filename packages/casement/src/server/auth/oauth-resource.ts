import type { JWTPayload } from 'jose'
import { CasementError } from '../../protocol/errors.ts'
import type { Authorization } from '../http/options.ts'
import { createKeySource } from './key-source.ts'
import { loadJose } from './load-jose.ts'

/** Options of `oauthResource`. */
export interface OAuthResourceOptions {
  /** The URL of the MCP endpoint, exactly as clients know it. Tokens must have been issued for it (RFC 8707). */
  readonly resource: string
  /** The issuers of the authorization servers whose tokens are accepted. */
  readonly authorizationServers: readonly string[]
  /** The scopes that every request needs. Default: none. */
  readonly scopes?: readonly string[]
  /** The audience of tokens, if the authorization server does not use the URL of the resource. */
  readonly audience?: string | readonly string[]
  /** The URL of the keys, if there is one authorization server without metadata. Default: read from its metadata (RFC 8414). */
  readonly jwksUri?: string
  /** The clock difference to tolerate, in seconds. Default 5. */
  readonly clockTolerance?: number
  /** The name of the resource for users, in the metadata. */
  readonly name?: string
}

/** A verified access token: the `context.auth` of tools. */
export interface AccessToken {
  readonly token: string
  readonly issuer: string
  /** The user. Undefined for a client that acts for itself. */
  readonly subject: string | undefined
  readonly clientId: string | undefined
  readonly scopes: readonly string[]
  /** Seconds since 1970. */
  readonly expiresAt: number
  readonly claims: Readonly<Record<string, unknown>>
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource'
const DEFAULT_CLOCK_TOLERANCE = 5
// Only signatures that are verified by a public key: with a shared secret, this server could issue tokens too.
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const BEARER = /^Bearer +([\w.~+/=-]+) *$/i
// The errors of jose that are not about the token: its keys could not be loaded.
const KEY_ERRORS = new Set<unknown>(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'])

/**
 * Makes an MCP server an OAuth 2.1 resource server, as the MCP specification requires: it serves the protected resource metadata,
 * challenges requests without a valid token, and checks signature, issuer, audience, expiry and scopes of every token.
 */
export function oauthResource(options: OAuthResourceOptions): Authorization {
  const { resource, authorizationServers, scopes = [], name } = options
  const { origin, pathname } = checkUrl('resource', resource)
  if (authorizationServers.length === 0)
    throw new CasementError('INVALID_ARGUMENT', 'oauthResource: authorizationServers is empty. Name the issuer of your tokens')
  for (const issuer of authorizationServers) checkUrl('authorizationServers', issuer)
  const suffix = pathname === '/' ? '' : pathname
  const metadata = {
    resource,
    authorization_servers: [...authorizationServers],
    bearer_methods_supported: ['header'],
    ...(scopes.length > 0 && { scopes_supported: [...scopes] }),
    ...(name !== undefined && { resource_name: name }),
  }
  const verifyToken = createVerifier(options)
  const challenge = (error?: string, description?: string): string => {
    const parameters = {
      ...(error !== undefined && { error, error_description: description }),
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      resource_metadata: `${origin}${WELL_KNOWN}${suffix}`,
    }
    return `Bearer ${Object.entries(parameters)
      .map(([key, value]) => `${key}="${value}"`)
      .join(', ')}`
  }
  const refuse = (status: number, error: string | undefined, message: string) => ({
    status,
    message,
    challenge: challenge(error, message),
  })

  return {
    metadataFor: (path) => (path === WELL_KNOWN || path === `${WELL_KNOWN}${suffix}` ? metadata : undefined),
    async verify(header) {
      const token = header === undefined ? undefined : BEARER.exec(header)?.[1]
      if (token === undefined) return refuse(401, undefined, 'Authentication required: send a bearer token')
      const verified = await verifyToken(token)
      if (typeof verified === 'string') return refuse(401, 'invalid_token', verified)
      const missing = scopes.filter((scope) => !verified.scopes.includes(scope))
      if (missing.length > 0) return refuse(403, 'insufficient_scope', `The token lacks the scope ${missing.join(' ')}`)
      return { auth: verified }
    },
  }
}

function checkUrl(field: string, url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isLoopback = parsed !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(parsed.hostname)
  if (parsed && parsed.hash === '' && (parsed.protocol === 'https:' || (isLoopback && parsed.protocol === 'http:'))) return parsed
  throw new CasementError(
    'INVALID_ARGUMENT',
    `oauthResource: ${field} is ${JSON.stringify(url)}. Use an https URL without a fragment; http only on this machine`,
  )
}

/** Returns a function that verifies a token, and returns the reason if it is not valid. */
function createVerifier(options: OAuthResourceOptions): (token: string) => Promise<AccessToken | string> {
  const { resource, authorizationServers, audience = resource, clockTolerance = DEFAULT_CLOCK_TOLERANCE } = options
  const keysOf = createKeySource(options.jwksUri)
  return async (token) => {
    const { decodeJwt, jwtVerify, errors } = await loadJose()
    try {
      // Which issuer's keys to use is all that is read before the signature has been verified.
      const { iss: issuer = '' } = decodeJwt(token)
      if (!authorizationServers.includes(issuer)) return 'The token is from an issuer that this server does not accept'
      const { payload } = await jwtVerify(token, await keysOf(issuer), {
        issuer,
        audience: typeof audience === 'string' ? audience : [...audience],
        algorithms: ALGORITHMS,
        clockTolerance,
        requiredClaims: ['exp'],
      })
      return toAccessToken(token, issuer, payload)
    } catch (error) {
      if (error instanceof errors.JWTExpired) return 'The token has expired'
      if (error instanceof errors.JWTClaimValidationFailed) return describeClaim(error.claim)
      if (error instanceof errors.JOSEError && !KEY_ERRORS.has(error.code)) return 'The token is not valid'
      throw error
    }
  }
}

const describeClaim = (claim: string): string =>
  claim === 'aud' ? 'The token was issued for another resource' : `The claim ${claim} of the token is missing or not valid`

function toAccessToken(token: string, issuer: string, claims: JWTPayload): AccessToken {
  const { sub, exp = 0, scope, client_id: clientId, azp } = claims
  const client = clientId ?? azp
  return {
    token,
    issuer,
    subject: sub,
    clientId: typeof client === 'string' ? client : undefined,
    scopes: typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [],
    expiresAt: exp,
    claims,
  }
}
