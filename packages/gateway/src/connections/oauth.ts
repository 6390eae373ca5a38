import { randomBytes } from 'node:crypto'
import {
  auth,
  StreamableHTTPClientTransport,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { CasementError } from 'casement/protocol'
import { isSame } from '../security/secret.ts'
import type { TokenVault } from './token-vault.ts'

/** Sends people to the servers that want to know them, and takes what they come back with. */
export interface OAuthDesk {
  provider(name: string, url: URL): OAuthClientProvider
  /** Where to send the person; undefined when the server has not asked. */
  begin(name: string): Promise<URL | undefined>
  /** The name of the server whose authorization a callback completes. */
  finish(callback: URLSearchParams): Promise<string>
  forget(name: string): void
}

interface Visit {
  readonly url: URL
  readonly provider: OAuthClientProvider
  pending?: { readonly url: URL; readonly state: string; readonly until: number } | undefined
}

// As long as a person needs to log in.
const VISIT_LIFE = 15 * 60 * 1000

/** Makes a desk. Tokens are in the vault; what a visit needs meanwhile is only in memory. */
export function createOAuthDesk(redirectUrl: string, vault: TokenVault, now: () => number = Date.now): OAuthDesk {
  const visits = new Map<string, Visit>()
  return {
    provider(name, url) {
      const visit: Visit = {
        url,
        provider: createProvider(redirectUrl, vault, name, url, (target, state) => {
          visit.pending = { url: target, state, until: now() + VISIT_LIFE }
        }),
      }
      visits.set(name, visit)
      return visit.provider
    },
    async begin(name) {
      const visit = visits.get(name)
      if (!visit) return undefined
      // The failed connection left one, made with what the server said; it is good while nobody used it.
      if (visit.pending && visit.pending.until > now() + VISIT_LIFE / 2) return visit.pending.url
      const result = await auth(visit.provider, { serverUrl: visit.url })
      return result === 'REDIRECT' ? visit.pending?.url : undefined
    },
    async finish(callback) {
      const given = callback.get('state') ?? ''
      const found = [...visits].find(([, { pending }]) => pending && isSame(given, pending.state))
      const [name, visit] = found ?? []
      if (!name || !visit?.pending || visit.pending.until < now())
        throw new CasementError('DENIED', 'This authorization was not begun here, or too long ago. Begin again in the Studio.')
      visit.pending = undefined
      // It checks who issued the code before it looks at anything else in the callback.
      await new StreamableHTTPClientTransport(visit.url, { authProvider: visit.provider }).finishAuth(callback)
      return name
    },
    forget: (name) => void visits.delete(name),
  }
}

function createProvider(
  redirectUrl: string,
  vault: TokenVault,
  name: string,
  url: URL,
  redirect: (target: URL, state: string) => void,
): OAuthClientProvider {
  const key = `${name} ${url.href}`
  let verifier = ''
  let state = ''
  let discovery: OAuthDiscoveryState | undefined
  const clientMetadata: OAuthClientMetadata = {
    client_name: 'Casement',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  return {
    redirectUrl,
    clientMetadata,
    state: () => (state = randomBytes(24).toString('base64url')),
    clientInformation: () => vault.read<StoredOAuthClientInformation>(`client ${redirectUrl} ${key}`),
    saveClientInformation: (information) => vault.write(`client ${redirectUrl} ${key}`, information),
    tokens: () => vault.read<StoredOAuthTokens>(`tokens ${key}`),
    saveTokens: (tokens) => vault.write(`tokens ${key}`, tokens),
    redirectToAuthorization: (target) => redirect(target, state),
    saveCodeVerifier(value) {
      verifier = value
    },
    codeVerifier: () => verifier,
    // Which authorization server the person was sent to: what comes back must be from the same.
    saveDiscoveryState(found) {
      discovery = found
    },
    discoveryState: () => discovery,
    async invalidateCredentials(scope) {
      if (scope === 'all' || scope === 'discovery') discovery = undefined
      if (scope === 'all' || scope === 'client') await vault.write(`client ${redirectUrl} ${key}`, undefined)
      if (scope === 'all' || scope === 'tokens') await vault.write(`tokens ${key}`, undefined)
    },
  }
}
