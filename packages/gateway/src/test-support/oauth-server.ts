import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetchListener } from 'casement/sandbox/node'
import { createMcpHandler, McpServer, type McpHttpHandler } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { createToolServer } from './tool-server.ts'

/** An MCP server that wants to know who asks, and the authorization server that it trusts, at one address. */
export interface OAuthServer {
  readonly url: string
  /** Requests to the token endpoint until now. */
  readonly redeemed: number
  /** Makes every token that was given out worthless. */
  revoke(): void
  close(): void
}

/**
 * Starts one: authorization code with PKCE and dynamic registration, and a user who always says yes. A `login` in the authorization
 * address names the account; its token gets the tools of that account.
 */
export async function startOAuthServer(): Promise<OAuthServer> {
  const tools = createToolServer()
  const tokens = new Map<string, string>()
  const codes = new Map<string, { readonly challenge: string; readonly login: string }>()
  const http: Server = createServer()
  let redeemed = 0
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  const routes: Record<string, (request: Request, url: URL) => Response | Promise<Response>> = {
    '/.well-known/oauth-protected-resource/mcp': () =>
      Response.json({ resource: `${origin}/mcp`, authorization_servers: [origin] }),
    '/.well-known/oauth-authorization-server': () =>
      Response.json({
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
      }),
    '/register': async (request) =>
      Response.json({ ...((await request.json()) as object), client_id: 'client' }, { status: 201 }),
    '/authorize': (_request, { searchParams }) => {
      const code = randomBytes(8).toString('hex')
      codes.set(code, { challenge: searchParams.get('code_challenge') ?? '', login: searchParams.get('login') ?? '' })
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', searchParams.get('state') ?? '')
      back.searchParams.set('iss', origin)
      return new Response(null, { status: 302, headers: { location: back.href } })
    },
    '/token': async (request) => {
      redeemed++
      const form = new URLSearchParams(await request.text())
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const code = codes.get(form.get('code') ?? '')
      if (code?.challenge !== challenge) return Response.json({ error: 'invalid_grant' }, { status: 400 })
      codes.delete(form.get('code') ?? '')
      const token = randomBytes(8).toString('hex')
      tokens.set(token, code.login)
      return Response.json({ access_token: token, token_type: 'Bearer' })
    },
    '/mcp': (request) => {
      const [, token = ''] = (request.headers.get('authorization') ?? '').split(' ')
      const login = tokens.get(token)
      if (login !== undefined) return (login ? createAccountServer(login) : tools).fetch(request)
      const challenge = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`
      return new Response('who are you?', { status: 401, headers: { 'www-authenticate': challenge } })
    },
  }
  http.on(
    'request',
    fetchListener((request) => {
      const url = new URL(request.url)
      return routes[url.pathname]?.(request, url) ?? new Response('nothing here', { status: 404 })
    }),
  )
  return {
    url: `${origin}/mcp`,
    get redeemed() {
      return redeemed
    },
    revoke: () => tokens.clear(),
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
}

/** The tools of one account: one that is named after it. */
const createAccountServer = (login: string): McpHttpHandler =>
  createMcpHandler(() => {
    const server = new McpServer({ name: 'accounts', version: '1.0.0' })
    server.registerTool(`only-${login}`, { inputSchema: z.object({}) }, () => ({ content: [{ type: 'text', text: login }] }))
    return server
  })
