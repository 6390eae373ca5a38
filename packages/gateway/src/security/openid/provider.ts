import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import type { OidcAuth } from '../auth.ts'
import { claimsNeeded, SignInRefused, type Claims } from './claims.ts'

/** Binds a response of the identity provider to the browser that started the sign-in. */
export interface SignInSecrets {
  readonly state: string
  readonly nonce: string
  /** The PKCE verifier: only the browser that started the sign-in can redeem the code. */
  readonly verifier: string
}

/** A user who signed in, or whose session was renewed. */
export interface ProviderLogin {
  readonly claims: Claims
  readonly subject: string
  /** The session at the provider, if it has ids for them. */
  readonly session: string | null
  readonly tokens: ProviderTokens
  /** For how many seconds the provider vouches for the user. */
  readonly expiresIn: number | undefined
}

/** The tokens of a session. */
export interface ProviderTokens {
  readonly idToken?: string | undefined
  readonly refreshToken?: string | undefined
}

/** The sessions that end: one session, or all of a user. */
export interface ProviderLogout {
  readonly session: string | undefined
  readonly subject: string | undefined
}

/** An identity provider whose metadata is known. */
export interface Provider {
  readonly issuer: string
  /** Where to send a browser to sign in. */
  authorizationUrl(secrets: SignInSecrets): Promise<URL>
  /** Redeems the callback of a browser. Checks state, issuer, PKCE, nonce and the signature of the ID token. */
  redeem(query: string, secrets: SignInSecrets): Promise<ProviderLogin>
  /** Renews the session of a user. */
  renew(tokens: ProviderTokens, subject: string): Promise<ProviderLogin>
  /** Where to send a browser to end the session at the provider as well; undefined when the provider has no such address. */
  endSessionUrl(tokens: ProviderTokens): URL | undefined
  /** Verifies a logout token that the provider sent (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
  verifyLogout(token: string): Promise<ProviderLogout>
}

/** Where an identity provider sends browsers back to. */
export interface ProviderReturn {
  readonly callback: string
  readonly signedOut: string
}

const TIMEOUT_SECONDS = 10
const DEFAULT_SCOPES = ['openid', 'profile', 'email']
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const MAX_LOGOUT_AGE = '5 minutes'
const CLOCK_TOLERANCE = '30 seconds'

/** Reads the metadata of an identity provider. */
export async function discoverProvider(auth: OidcAuth, { callback, signedOut }: ProviderReturn): Promise<Provider> {
  const { scopes = DEFAULT_SCOPES, clientId } = auth
  const config = await configure(auth)
  const metadata = config.serverMetadata()
  const { issuer } = metadata
  const verifyToken = createVerifier(metadata, clientId)

  const loginOf = async (response: TokenResponse, subject?: string): Promise<ProviderLogin> => {
    const idClaims = response.claims()
    const sub = idClaims?.sub ?? subject
    if (sub === undefined || (subject !== undefined && sub !== subject)) throw new SignInRefused('The user has changed.')
    const more = await missingClaims(auth, config, response, { ...idClaims }, sub)
    return {
      claims: { ...more, ...idClaims, sub },
      subject: sub,
      session: typeof idClaims?.['sid'] === 'string' ? idClaims['sid'] : null,
      tokens: { idToken: response.id_token, refreshToken: response.refresh_token },
      expiresIn: response.expiresIn(),
    }
  }

  return {
    issuer,
    async authorizationUrl({ state, nonce, verifier }) {
      return openid.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: scopes.join(' '),
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // A provider gives no refresh token without it (OpenID Connect Core, section 11).
        ...(scopes.includes('offline_access') && { prompt: 'consent' }),
      })
    },
    async redeem(query, { state, nonce, verifier }) {
      // Behind a proxy, the address of the request is not the one that the provider knows.
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      return loginOf(await openid.authorizationCodeGrant(config, new URL(callback + query), checks))
    },
    async renew({ idToken, refreshToken }, subject) {
      if (refreshToken === undefined) throw new SignInRefused('There is no refresh token.')
      const login = await loginOf(await openid.refreshTokenGrant(config, refreshToken), subject)
      // A provider that does not rotate tokens sends none.
      return {
        ...login,
        tokens: { idToken: login.tokens.idToken ?? idToken, refreshToken: login.tokens.refreshToken ?? refreshToken },
      }
    },
    endSessionUrl({ idToken }) {
      if (metadata.end_session_endpoint === undefined) return undefined
      return openid.buildEndSessionUrl(config, {
        post_logout_redirect_uri: signedOut,
        ...(idToken !== undefined && { id_token_hint: idToken }),
      })
    },
    verifyLogout: verifyToken,
  }
}

type TokenResponse = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

async function configure({ issuer, clientId, clientSecret }: OidcAuth): Promise<openid.Configuration> {
  const server = new URL(issuer)
  const config = await openid.discovery(server, clientId, undefined, authenticationOf(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    // The signature is checked although the token comes directly from the provider.
    execute: [openid.enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [openid.allowInsecureRequests] : [])],
  })
  // The library accepts providers that sign in users of any organization under one address, such as that of Microsoft for all tenants.
  const found = config.serverMetadata().issuer
  if (new URL(found).href !== server.href) throw new Error(`The metadata of ${issuer} names another issuer, ${found}.`)
  return config
}

/** The client's authentication at the token endpoint, by a method that the provider supports. */
function authenticationOf(secret: string | undefined): openid.ClientAuth {
  if (secret === undefined) return openid.None()
  const basic = openid.ClientSecretBasic(secret)
  const post = openid.ClientSecretPost(secret)
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (supported.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

/** The claims that are not in the ID token. Many providers have them at their userinfo endpoint only. */
async function missingClaims(
  auth: OidcAuth,
  config: openid.Configuration,
  { access_token: accessToken }: TokenResponse,
  known: Claims,
  subject: string,
): Promise<Claims> {
  const isComplete = claimsNeeded(auth).every((claim) => claim === 'sub' || known[claim] !== undefined)
  if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return {}
  return openid.fetchUserInfo(config, accessToken, subject)
}

function createVerifier(
  { issuer, jwks_uri: keysUri, id_token_signing_alg_values_supported: supported }: openid.ServerMetadata,
  audience: string,
): Provider['verifyLogout'] {
  if (keysUri === undefined) throw new Error('The metadata of the identity provider has no jwks_uri.')
  const keys = createRemoteJWKSet(new URL(keysUri), { timeoutDuration: TIMEOUT_SECONDS * 1000 })
  const asymmetric = (Array.isArray(supported) ? supported : ['RS256']).filter(
    (algorithm): algorithm is string => typeof algorithm === 'string' && /^(RS|PS|ES|Ed)/.test(algorithm),
  )
  return async (token) => {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: asymmetric,
      maxTokenAge: MAX_LOGOUT_AGE,
      clockTolerance: CLOCK_TOLERANCE,
      requiredClaims: ['jti', 'events'],
    })
    const { events, nonce, sid, sub } = payload
    const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events
    // A nonce makes it an ID token.
    if (!isLogout || nonce !== undefined) throw new Error('The token is not a logout token.')
    const session = typeof sid === 'string' ? sid : undefined
    if (session === undefined && sub === undefined) throw new Error('The logout token names neither a session nor a user.')
    return { session, subject: sub }
  }
}

const UNAVAILABLE = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'ERR_JWKS_TIMEOUT',
])

/** Whether the provider did not respond, or not as a provider does: it may the next time. */
export const isUnavailable = (error: unknown): boolean =>
  (error instanceof TypeError && error.message === 'fetch failed') || UNAVAILABLE.has((error as { code?: string }).code ?? '')

// The errors of a provider when a user has signed out, was removed, or must sign in again.
const ENDED = new Set(['invalid_grant', 'access_denied', 'login_required', 'interaction_required', 'consent_required'])

/** Whether the provider refused to vouch for the user any longer. Anything else may be a mistake of the configuration. */
export const isEnded = (error: unknown): boolean =>
  error instanceof SignInRefused || (error instanceof openid.ResponseBodyError && ENDED.has(error.error))

/** The code with which the provider refused to sign a user in; undefined when it was something else. */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof openid.AuthorizationResponseError && /^[a-z_]{1,40}$/.test(error.error) ? error.error : undefined
