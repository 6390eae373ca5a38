import { randomBytes } from 'node:crypto'
import {
  auth,
  isStrictScopeSuperset,
  StreamableHTTPClientTransport,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { CasementError } from 'casement/protocol'
import { ownerKey, type Owner } from '../security/principal.ts'
import { isSame } from '../security/secret.ts'
import type { TokenVault } from './token-vault.ts'

/** Runs the OAuth authorization of the gateway at servers. Every user has separate tokens. */
export interface OAuthDesk {
  /** The credentials of a user's connection to a server. */
  provider(owner: Owner, name: string, url: URL): OAuthClientProvider
  /** Whether the user has authorized the server before. */
  isAuthorized(owner: Owner, name: string, url: URL): Promise<boolean>
  /** The authorization URL for the user; undefined if the server has not requested authorization. */
  begin(owner: Owner, name: string): Promise<URL | undefined>
  /** The name of the server whose authorization a callback completes. Only the user who began it can complete it, on any node, once. */
  finish(owner: Owner, callback: URLSearchParams): Promise<string>
  forget(owner: Owner, name: string): void
}

/** An authorization that is under way. */
interface Visit {
  readonly state: string
  readonly url: string
  readonly until: number
  readonly verifier: string
  /** The authorization server of the request; the callback must come from the same one. */
  readonly discovery: OAuthDiscoveryState | undefined
}

interface Flow {
  verifier: string
  state: string
  discovery: OAuthDiscoveryState | undefined
  /** Where the server wants the user to be sent. */
  pending?: { readonly url: URL; readonly state: string; readonly until: number } | undefined
}

interface Client {
  readonly url: URL
  readonly flow: Flow
  readonly provider: OAuthClientProvider
}

// As long as a user needs to sign in.
const VISIT_LIFE = 15 * 60 * 1000

const clientKey = (owner: Owner, name: string): string => `${ownerKey(owner)} ${name}`
// One at a time for each server: a restarted authorization replaces the abandoned one.
const visitKey = (name: string): string => `visit ${name}`
/** A secret, with the name of the server: any node can tell which visit comes back. */
const createState = (name: string): string =>
  `${randomBytes(24).toString('base64url')}.${Buffer.from(name).toString('base64url')}`
const nameIn = (state: string): string => Buffer.from(state.split('.')[1] ?? '', 'base64url').toString()
const tokensKey = (name: string, url: URL): string => `tokens ${name} ${url.href}`

/** The dependencies of a desk. */
export interface OAuthDeskOptions {
  /** Where authorization servers send the browser back. */
  readonly redirectUrl: string
  /** The URL of the client metadata document, which is the client id at authorization servers that support it. Default: the gateway registers itself at each of them. */
  readonly clientMetadataUrl?: string | undefined
  readonly credentials: (owner: Owner) => TokenVault
  readonly now?: () => number
}

/** Describes the gateway to authorization servers, when it registers itself and in its client metadata document. */
export const createClientMetadata = (redirectUrl: string): OAuthClientMetadata => ({
  client_name: 'Casement',
  redirect_uris: [redirectUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})

/** Creates a desk. Everything that outlives a request is among the user's credentials, where other users cannot reach it. */
export function createOAuthDesk({ redirectUrl, clientMetadataUrl, credentials, now = Date.now }: OAuthDeskOptions): OAuthDesk {
  const clients = new Map<string, Client>()
  const identity = { redirectUrl, clientMetadataUrl }
  return {
    provider(owner, name, url) {
      const flow: Flow = { verifier: '', state: '', discovery: undefined }
      const onRedirect = (target: URL): void => {
        flow.pending = { url: target, state: flow.state, until: now() + VISIT_LIFE }
      }
      const provider = createProvider({ ...identity, vault: credentials(owner), name, url, flow, onRedirect })
      clients.set(clientKey(owner, name), { url, flow, provider })
      return provider
    },
    isAuthorized: async (owner, name, url) => (await credentials(owner).read(tokensKey(name, url))) !== undefined,
    async begin(owner, name) {
      const client = clients.get(clientKey(owner, name))
      if (!client) return undefined
      const { url, flow, provider } = client
      // The failed connection left one, based on the server's response; it is valid until it is used.
      const isFresh = flow.pending !== undefined && flow.pending.until > now() + VISIT_LIFE / 2
      if (!isFresh && (await auth(provider, { serverUrl: url, ...repeated(flow) })) !== 'REDIRECT') return undefined
      if (!flow.pending) return undefined
      const { state, until } = flow.pending
      const visit: Visit = { state, url: url.href, until, verifier: flow.verifier, discovery: flow.discovery }
      await credentials(owner).write(visitKey(name), visit)
      return flow.pending.url
    },
    async finish(owner, callback) {
      const vault = credentials(owner)
      const state = callback.get('state') ?? ''
      const name = nameIn(state)
      const visit = await vault.read<Visit>(visitKey(name))
      if (!visit || !isSame(state, visit.state) || visit.until < now())
        throw new CasementError(
          'DENIED',
          'This authorization has expired, was already used, or was started by another user. Start again in the Studio.',
        )
      await vault.write(visitKey(name), undefined)
      const { verifier, discovery } = visit
      const url = new URL(visit.url)
      const flow: Flow = { verifier, state: '', discovery }
      const known = clients.get(clientKey(owner, name))
      if (known) known.flow.pending = undefined
      const authProvider = createProvider({ ...identity, vault, name, url, flow, onRedirect: () => {} })
      // It checks the issuer of the code before anything else in the callback.
      await new StreamableHTTPClientTransport(url, { authProvider }).finishAuth(callback)
      return name
    },
    forget: (owner, name) => void clients.delete(clientKey(owner, name)),
  }
}

/** An expired authorization requests the same scopes again, which a refreshed token would not have. */
function repeated({ pending }: Flow): { scope?: string; forceReauthorization?: true } {
  const scope = pending?.url.searchParams.get('scope')
  return scope ? { scope, forceReauthorization: true } : {}
}

type ValidateResource = NonNullable<OAuthClientProvider['validateResourceURL']>
const nameResource: ValidateResource = async (resource) => new URL(resource)

interface ProviderOptions {
  readonly redirectUrl: string
  readonly clientMetadataUrl: string | undefined
  readonly vault: TokenVault
  readonly name: string
  readonly url: URL
  readonly flow: Flow
  readonly onRedirect: (target: URL) => void
}

function createProvider({
  redirectUrl,
  clientMetadataUrl,
  vault,
  name,
  url,
  flow,
  onRedirect,
}: ProviderOptions): OAuthClientProvider {
  const registration = `client ${redirectUrl} ${name} ${url.href}`
  const tokens = tokensKey(name, url)
  let isRegisteredAgain = false
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: createClientMetadata(redirectUrl),
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    // The SDK names the resource as its metadata does, and none where a server has no metadata. The specification requires it always.
    get validateResourceURL() {
      // The SDK reads it for each authorization and expects undefined, which the type of an optional method does not have.
      return flow.discovery?.resourceMetadata ? (undefined as unknown as ValidateResource) : nameResource
    },
    state: () => (flow.state = createState(name)),
    clientInformation: () => vault.read<StoredOAuthClientInformation>(registration),
    saveClientInformation: (information) => vault.write(registration, information),
    tokens: () => vault.read<StoredOAuthTokens>(tokens),
    saveTokens: (given) => vault.write(tokens, given),
    async redirectToAuthorization(target) {
      const scope = target.searchParams.get('scope') ?? ''
      const client = await vault.read<StoredOAuthClientInformation & { readonly scope?: string }>(registration)
      // A client may request only the scopes that it registered with, and the SDK registers with the first that it needs.
      if (isRegisteredAgain || client?.scope === undefined || !isStrictScopeSuperset(scope, client.scope))
        return onRedirect(target)
      isRegisteredAgain = true
      await vault.write(registration, undefined)
      await auth(provider, { serverUrl: url, scope, forceReauthorization: true })
      isRegisteredAgain = false
    },
    saveCodeVerifier(value) {
      flow.verifier = value
    },
    codeVerifier: () => flow.verifier,
    saveDiscoveryState(found) {
      flow.discovery = found
    },
    discoveryState: () => flow.discovery,
    async invalidateCredentials(scope) {
      if (scope === 'all' || scope === 'discovery') flow.discovery = undefined
      if (scope === 'all' || scope === 'client') await vault.write(registration, undefined)
      if (scope === 'all' || scope === 'tokens') await vault.write(tokens, undefined)
    },
  }
  return provider
}
