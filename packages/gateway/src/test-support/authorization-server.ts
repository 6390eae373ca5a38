import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, jwtVerify } from 'jose'
import { Provider } from 'oidc-provider'
import { fetchListener } from 'casement/sandbox/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { memoryAdapter } from './identity-provider.ts'

/** The real `oidc-provider`, whose user agrees to everything, and an MCP server that trusts it. */
export interface AuthorizedServer {
  /** The MCP server. Its tool `read` needs the scope `read`, and `write` needs `write`, too. */
  readonly url: string
  /** The client ids that tokens were issued to, and their scopes and audiences, in order. */
  readonly issued: readonly { readonly client: string; readonly scope: string; readonly audience: string }[]
  /** Opens the address of an authorization as a browser does. Returns the parameters of the callback. */
  visit(url: URL | undefined, redirect: string): Promise<URLSearchParams>
  close(): void
}

/** The options for starting the servers. */
export interface AuthorizedServerOptions {
  /** Reads client metadata documents. Without it, clients register themselves. */
  readonly fetch?: ((url: string) => Promise<Response>) | undefined
  /** False for an MCP server without protected resource metadata, as before MCP 2025-06-18. Default true. */
  readonly hasMetadata?: boolean | undefined
}

const listen = async (http: Server): Promise<string> => {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

/** Starts both, at one address. */
export async function startAuthorizedServer({
  fetch: read,
  hasMetadata = true,
}: AuthorizedServerOptions = {}): Promise<AuthorizedServer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }
  const http = createServer()
  const origin = await listen(http)
  const resource = `${origin}/mcp`
  const issued: AuthorizedServer['issued'][number][] = []
  const provider = new Provider(origin, {
    adapter: memoryAdapter(),
    jwks: { keys: [key] },
    cookies: { keys: ['for a test'] },
    scopes: ['read', 'write'],
    pkce: { required: () => true },
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 300,
      Interaction: 600,
      Session: 3600,
      RefreshToken: 3600,
    },
    // A refresh token for every client: a step-up must not be answered from it.
    issueRefreshToken: async () => true,
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: read === undefined },
      ...(read && { clientIdMetadataDocument: { enabled: true, ack: 'draft-02' } }),
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, audience) => ({ scope: 'read write', audience, accessTokenFormat: 'jwt' }),
      },
    },
    ...(read && { fetch: (url) => read(url instanceof Request ? url.url : url.toString()) }),
    interactions: { url: (_context, { uid }) => `/agree/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    async loadExistingGrant({ oidc }) {
      const { Grant } = oidc.provider
      const grant = new Grant({ clientId: oidc.client?.clientId ?? '', accountId: oidc.session?.accountId ?? '' })
      const scope = oidc.params?.['scope'] as string
      grant.addResourceScope(resource, scope)
      grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  const mcp = createMcpHandler(toolServer)
  const challenge = (status: number, words: string): Response => {
    const place = hasMetadata ? `, resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"` : ''
    return new Response('refused', { status, headers: { 'www-authenticate': `Bearer ${words}${place}` } })
  }
  const serveMcp = async (request: Request): Promise<Response> => {
    const [, token = ''] = (request.headers.get('authorization') ?? '').split(' ')
    const verified = await jwtVerify(token, publicKey, { issuer: origin, audience: resource }).catch(() => undefined)
    if (!verified) return challenge(401, 'scope="read"')
    const { payload } = verified
    const scope = String(payload['scope'])
    if (issued.at(-1)?.scope !== scope)
      issued.push({ client: String(payload['client_id']), scope, audience: String(payload.aud) })
    const text = await request.clone().text()
    if (text.includes('"name":"write"') && !scope.split(' ').includes('write'))
      return challenge(403, 'error="insufficient_scope", scope="write"')
    return mcp.fetch(request)
  }
  const own = fetchListener((request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/mcp') return serveMcp(request)
    if (pathname.startsWith('/.well-known/oauth-protected-resource') && hasMetadata)
      return Response.json({ resource, authorization_servers: [origin] })
    return new Response('nothing here', { status: 404 })
  })
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    if (path.startsWith('/agree/')) void provider.interactionFinished(request, response, { login: { accountId: 'ada' } })
    else if (path === '/mcp' || path.startsWith('/.well-known/oauth-protected-resource')) own(request, response)
    else void handle(request, response)
  })
  return {
    url: resource,
    issued,
    visit: (url, redirect) => visit(url, redirect),
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
}

function toolServer(): McpServer {
  const server = new McpServer({ name: 'notes', version: '1.0.0' })
  for (const name of ['read', 'write'])
    server.registerTool(name, { inputSchema: z.object({}) }, () => ({ content: [{ type: 'text', text: `${name} done` }] }))
  return server
}

/** Follows redirects with the cookies of the provider, until they lead to the client. */
async function visit(start: URL | undefined, redirect: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  let url = String(start)
  for (let hops = 0; hops < 10 && !url.startsWith(redirect); hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${url} responded with ${response.status}: ${await response.text()}`)
    url = new URL(location, url).href
  }
  return new URL(url).searchParams
}
