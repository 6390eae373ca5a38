import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAppHandler, type AppHandler } from '../fetch/index.ts'
import { defineApp, serve, tool, type Served, type ToolContext } from '../index.ts'
import { toolCall } from '../test-support/http-cases.ts'
import { oauthResource, type AccessToken, type OAuthResourceOptions } from './index.ts'

const RESOURCE = 'https://mcp.example.com/mcp'
const METADATA = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp'

const app = defineApp({
  name: 'private',
  version: '1.0.0',
  tools: { who: tool({ run: (_, { auth }: ToolContext<AccessToken>) => `${auth.clientId} may ${auth.scopes.join(' and ')}` }) },
})

let issuer = ''
let http: Server
let signingKey: CryptoKey
let jwk: JWK
beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  signingKey = pair.privateKey
  jwk = { ...(await exportJWK(pair.privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }
  http = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    jwks: { keys: [jwk] },
    cookies: { keys: ['for a test'] },
    clients: [
      {
        client_id: 'ada',
        client_secret: 'a secret of a test',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    scopes: ['read', 'write'],
    ttl: { ClientCredentials: 600 },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({ scope: 'read write', audience: resource, accessTokenFormat: 'jwt' }),
      },
    },
  })
  const listener = provider.callback()
})
afterAll(() => void http.close())

/** Gets a token from the authorization server, as a client does. */
async function requestToken(resource = RESOURCE, scope = 'read'): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('ada:a secret of a test')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope }),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  return token
}

const handlerFor = (options: Partial<OAuthResourceOptions> = {}): AppHandler =>
  createAppHandler(app, {
    auth: oauthResource({ resource: RESOURCE, authorizationServers: [issuer], scopes: ['read'], ...options }),
  })

const call = (handler: AppHandler, authorization?: string): Promise<Response> => {
  const { method, headers, body } = toolCall('2026-07-28', 'who')
  const all = { ...headers, ...(authorization !== undefined && { authorization }) }
  return handler(new Request(RESOURCE, { method, headers: all, body: body ?? null }))
}

describe('with tokens of oidc-provider', () => {
  test('a token for this resource is accepted, and tools get what it says', async () => {
    const response = await call(handlerFor(), `Bearer ${await requestToken()}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ result: { content: [{ text: 'ada may read' }] } })
  })

  test('R-306 without a token the challenge names the metadata and the scope', async () => {
    for (const header of [undefined, 'Basic YTpi', 'Bearer', 'Bearer a b']) {
      const response = await call(handlerFor(), header)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe(`Bearer scope="read", resource_metadata="${METADATA}"`)
    }
  })

  test('a token for another resource is refused', async () => {
    const response = await call(handlerFor(), `Bearer ${await requestToken('https://other.example.com/mcp')}`)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain(
      'error="invalid_token", error_description="The token was issued for another resource"',
    )
  })

  test('a token without the scope gets 403, and the challenge names the scope', async () => {
    const response = await call(handlerFor({ scopes: ['read', 'write'] }), `Bearer ${await requestToken()}`)
    expect(response.status).toBe(403)
    expect(response.headers.get('www-authenticate')).toMatch(/error="insufficient_scope".*scope="read write"/)
  })

  test('the metadata is public, at both of its addresses', async () => {
    for (const url of [METADATA, 'https://mcp.example.com/.well-known/oauth-protected-resource']) {
      const response = await handlerFor()(new Request(url, { headers: { origin: 'https://any.example' } }))
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(await response.json()).toEqual({
        resource: RESOURCE,
        authorization_servers: [issuer],
        bearer_methods_supported: ['header'],
        scopes_supported: ['read'],
      })
    }
  })

  test('serve() has the same, for the official client', async () => {
    // The port has to be known before the server listens, because tokens are issued for its URL.
    const free: Served = await serve(app, { http: 0, signals: false })
    const resource = free.url ?? ''
    await free.close()
    const auth = oauthResource({ resource, authorizationServers: [issuer] })
    const served = await serve(app, { http: { port: Number(new URL(resource).port), auth }, signals: false })
    const client = new Client({ name: 'test', version: '1' })
    const headers = { Authorization: `Bearer ${await requestToken(resource, 'read write')}` }
    await client.connect(new StreamableHTTPClientTransport(new URL(resource), { requestInit: { headers } }))
    expect((await client.callTool({ name: 'who' })).content).toEqual([{ type: 'text', text: 'ada may read and write' }])
    await client.close()
    await served.close()
  })
})

describe('tokens that nobody issued', () => {
  const sign = (claims: Record<string, unknown>, key: CryptoKey | Uint8Array = signingKey, alg = 'RS256'): Promise<string> =>
    new SignJWT({ iss: issuer, aud: RESOURCE, sub: 'ada', scope: 'read', exp: Math.floor(Date.now() / 1000) + 60, ...claims })
      .setProtectedHeader({ alg, kid: 'one' })
      .sign(key)

  test.each<[name: string, token: () => Promise<string>, reason: RegExp]>([
    ['an expired one', () => sign({ exp: 1000 }), /has expired/],
    ['one that never expires', () => sign({ exp: undefined }), /claim exp/],
    ['one of another issuer', () => sign({ iss: 'https://evil.example' }), /issuer that this server does not accept/],
    ['one without an audience', () => sign({ aud: undefined }), /another resource/],
    ['one signed with the public key as a secret', () => sign({}, new TextEncoder().encode(jwk.n), 'HS256'), /not valid/],
    ['one signed by another key', async () => sign({}, (await generateKeyPair('RS256')).privateKey), /not valid/],
    [
      'one without a signature',
      async () => `${btoa('{"alg":"none"}')}.${btoa(`{"iss":"${issuer}"}`)}.`.replaceAll('=', ''),
      /not valid/,
    ],
    ['no token at all', async () => 'abc', /not valid/],
  ])('%s is refused', async (_, token, reason) => {
    const response = await call(handlerFor(), `Bearer ${await token()}`)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/error="invalid_token"/)
    expect(response.headers.get('www-authenticate')).toMatch(reason)
  })

  test('the same claims with the right key are accepted', async () => {
    expect((await call(handlerFor(), `Bearer ${await sign({})}`)).status).toBe(200)
  })

  test('an authorization server that cannot be reached is an error of the server, not of the token', async () => {
    const nowhere = 'http://127.0.0.1:9'
    const handler = handlerFor({ authorizationServers: [nowhere] })
    await expect(call(handler, `Bearer ${await sign({ iss: nowhere })}`)).rejects.toThrow(/fetch failed/)
  })
})

test.each(['mcp.example.com', 'http://mcp.example.com/mcp', 'https://mcp.example.com/mcp#here'])(
  'the resource %s is refused',
  (resource) => {
    expect(() => oauthResource({ resource, authorizationServers: ['https://auth.example.com'] })).toThrow(/Use an https URL/)
  },
)
test('an authorization server is required', () => {
  expect(() => oauthResource({ resource: RESOURCE, authorizationServers: [] })).toThrow(/authorizationServers is empty/)
})
