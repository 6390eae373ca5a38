import { request, type IncomingHttpHeaders } from 'node:http'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import type { Gateway } from '../gateway.ts'

/** The response. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A request with any `Host`: Node's own fetch does not let one choose. */
export function ask(
  port: number,
  path: string,
  { host = `casement.localhost:${port}`, method = 'GET', headers = {}, body, localAddress }: AskOptions = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port, path, method, agent: false, localAddress, headers: { host, ...headers } }
    const asked = request(target, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** The options of a request. */
export interface AskOptions {
  readonly host?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The address to send from. */
  readonly localAddress?: string | undefined
}

/** Opens the printed link of a gateway, and returns the header with the cookie that it gives. */
export async function signIn(gateway: Gateway, host = `casement.localhost:${gateway.port}`): Promise<{ cookie: string }> {
  const { headers } = await ask(gateway.port, `/${new URL(gateway.link()).search}`, { host })
  return { cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
}

/** A call of the API, as the page makes it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a test names what it expects
export async function api<T>(
  gateway: Gateway,
  method: string,
  path: string,
  body?: unknown,
  bearer: string = gateway.secret,
): Promise<{ status: number; value: T }> {
  const { status, text } = await ask(gateway.port, path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status, value: (text ? JSON.parse(text) : undefined) as T }
}

/** An MCP client of the official SDK that asks through the gateway, as the page does. */
export async function connectPage(
  gateway: Gateway,
  server: string,
  headers: Readonly<Record<string, string>> = {},
  mode: 'auto' | 'legacy' = 'auto',
): Promise<Client> {
  const client = new Client({ name: 'page', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL(`http://localhost:${gateway.port}/mcp/${server}`), {
    requestInit: { headers: { authorization: `Bearer ${gateway.secret}`, ...headers } },
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}
