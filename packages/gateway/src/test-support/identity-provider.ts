import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Provider, type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider'

/** An identity provider on loopback: the real `oidc-provider`, with a sign-in form that accepts any of its users. */
export interface IdentityProvider {
  readonly issuer: string
  /** Ends every session of a user there, and tells the clients so. */
  signOut(user: string): Promise<void>
  /** Makes every grant of a user worthless, as when an account is closed. */
  revoke(user: string): Promise<void>
  /** Signs a token with the key of the provider. */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
  /** Requests to the token endpoint until now. */
  readonly redeemed: number
  close(): void
}

/** The request to an identity provider. */
export interface IdentityProviderOptions {
  /** The origin of the client, a gateway. */
  readonly client: string
  /** The claims of each user; they can be changed later. */
  readonly users: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Reaches the client, for the back channel. Default: the network. */
  readonly fetch?: typeof fetch | undefined
  /** Default: any that is free. */
  readonly port?: number | undefined
}

/** The client of every test. */
export const CLIENT = { clientId: 'gateway', clientSecret: 'a secret of a test' } as const

/** Starts an identity provider. */
export async function startIdentityProvider({
  client,
  users,
  fetch: reach,
  port = 0,
}: IdentityProviderOptions): Promise<IdentityProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }
  const http: Server = createServer()
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    ...configurationOf(client, users),
    adapter: memoryAdapter(),
    jwks: { keys: [key] },
    ...(reach && { fetch: reach }),
  })
  const grants = new Map<string, Set<string>>()
  const sessions = new Map<string, string>()
  provider.on('grant.success', ({ oidc }) => {
    const account = oidc.account?.accountId ?? ''
    grants.set(account, (grants.get(account) ?? new Set()).add(oidc.entities.Grant?.jti ?? ''))
    const sid = oidc.entities.AuthorizationCode?.sid
    if (sid !== undefined) sessions.set(account, sid)
  })
  let redeemed = 0
  const handle = provider.callback()
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/token') redeemed++
    void (request.url?.startsWith('/login/') ? signIn(provider, request, response) : handle(request, response))
  })
  return {
    issuer,
    get redeemed() {
      return redeemed
    },
    async signOut(user) {
      const registered = await provider.Client.find(CLIENT.clientId)
      // The types of the package do not have it.
      const member = registered as unknown as { backchannelLogout(sub: string, sid?: string): Promise<void> }
      await member.backchannelLogout(user, sessions.get(user))
    },
    async revoke(user) {
      for (const id of grants.get(user) ?? []) {
        await (await provider.Grant.find(id))?.destroy()
        await provider.RefreshToken.revokeByGrantId(id)
      }
    },
    sign: (claims) => new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey),
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
}

const configurationOf = (client: string, users: IdentityProviderOptions['users']): Configuration => ({
  cookies: { keys: ['for a test'] },
  clients: [
    {
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      redirect_uris: [`${client}/sign-in/callback`],
      post_logout_redirect_uris: [`${client}/`],
      backchannel_logout_uri: `${client}/sign-in/logout`,
      backchannel_logout_session_required: true,
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  claims: { openid: ['sub'], profile: ['name', 'groups', 'tenant'], email: ['email', 'email_verified'] },
  scopes: ['openid', 'offline_access'],
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource(context, form) {
        context.body = `<!doctype html><title>Sign out</title>${form}<button name="logout" value="yes" form="op.logoutForm">Sign out</button>`
      },
    },
    revocation: { enabled: true },
  },
  ttl: {
    AccessToken: 300,
    AuthorizationCode: 60,
    IdToken: 300,
    Grant: 3600,
    Session: 3600,
    Interaction: 600,
    RefreshToken: 3600,
  },
  interactions: { url: (_context, { uid }) => `/login/${uid}` },
  findAccount: (_context, id) => users[id] && { accountId: id, claims: () => ({ ...users[id], sub: id }) },
  // Consent is not requested: the client is the operator's own.
  async loadExistingGrant({ oidc }) {
    const { Grant } = oidc.provider
    const grant = new Grant({ clientId: oidc.client?.clientId ?? '', accountId: oidc.session?.accountId ?? '' })
    grant.addOIDCScope('openid profile email offline_access')
    await grant.save()
    return grant
  },
})

/** The page on which a user signs in: a name is enough. */
async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') {
    let body = ''
    for await (const piece of request) body += String(piece)
    const login = new URLSearchParams(body).get('login') ?? ''
    const { prompt } = await provider.interactionDetails(request, response)
    const result =
      login === '' ? { error: 'access_denied' } : { [prompt.name]: { accountId: login }, login: { accountId: login } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    return
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><title>Test provider</title><h1>Test provider</h1>
<form method="post"><label>User <input name="login" autofocus></label> <button>Continue</button></form></html>`)
}

/** Storage in memory. The provider has one too, and warns on the console that it is for development only. */
export function memoryAdapter(): (model: string) => Adapter {
  const stored = new Map<string, AdapterPayload>()
  return (model) => {
    const keyOf = (id: string): string => `${model} ${id}`
    const findWhere = (matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined =>
      [...stored].find(([key, payload]) => key.startsWith(`${model} `) && matches(payload))?.[1]
    return {
      upsert: async (id, payload) => void stored.set(keyOf(id), payload),
      find: async (id) => stored.get(keyOf(id)),
      findByUid: async (uid) => findWhere((payload) => payload.uid === uid),
      findByUserCode: async (code) => findWhere((payload) => payload.userCode === code),
      async consume(id) {
        const payload = stored.get(keyOf(id))
        if (payload) stored.set(keyOf(id), { ...payload, consumed: Math.floor(Date.now() / 1000) })
      },
      destroy: async (id) => void stored.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key)
      },
    }
  }
}
