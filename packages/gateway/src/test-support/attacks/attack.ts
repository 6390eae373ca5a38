import { connect, type Socket } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Gateway } from '../../gateway.ts'
import type { GatewayOptions } from '../../options.ts'
import { ask, type AskOptions, type Reply } from '../ask.ts'
import { pagesFolder } from '../pages-folder.ts'

/** The context of an attack. */
export interface Scene {
  /** A gateway on loopback, as the command starts it. */
  readonly local: Gateway
  /** A gateway whose users are named by a proxy at this address. `root` is its admin. */
  readonly shared: Gateway
  /** A gateway with a token, whose holder is its admin. */
  readonly token: Gateway
  /** The `Host` of an app of the local gateway. */
  readonly viewHost: string
  /** A file that an attack creates when it gets a program started. */
  readonly trace: string
}

/** One attack on a gateway. */
export interface GatewayAttack {
  readonly id: string
  readonly title: string
  /** Tries it. Returns what succeeded, in words; undefined when nothing did. */
  attempt(scene: Scene): Promise<string | undefined>
}

export const TOKEN = 'a-token-that-is-long-enough'
const NAMES = { origin: 'http://studio.test', sandboxDomain: 'apps.test' }

/** The options of the three gateways. */
export const LOCAL: GatewayOptions = { port: 0, pages: pagesFolder }
export const WITH_TOKEN: GatewayOptions = { ...LOCAL, names: NAMES, auth: { type: 'token', token: TOKEN } }
export const SHARED: GatewayOptions = {
  ...LOCAL,
  names: NAMES,
  auth: { type: 'header', header: 'x-user', proxies: ['127.0.0.1'], admins: ['root'] },
}

/** A request to a gateway behind public names. */
export const askShared = (gateway: Gateway, path: string, user: string, options: AskOptions = {}): Promise<Reply> =>
  ask(gateway.port, path, {
    host: 'studio.test',
    ...options,
    headers: {
      authorization: `Bearer ${gateway.secret}`,
      'content-type': 'application/json',
      'x-user': user,
      ...options.headers,
    },
  })

/** An MCP client that asks a gateway behind public names as a user. */
export async function connectShared(
  gateway: Gateway,
  server: string,
  user: string,
  more: Record<string, string> = {},
): Promise<Client> {
  const client = new Client({ name: 'page', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  // Node's own fetch does not let one choose the `Host`.
  const fetchShared = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    if (init.method === 'GET') return new Response(null, { status: 405 })
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...more }
    const path = new URL(url).pathname
    const reply = await askShared(gateway, path, user, {
      method: init.method ?? 'GET',
      headers,
      body: typeof init.body === 'string' ? init.body : '',
    })
    return new Response(reply.text, { status: reply.status, headers: { 'content-type': String(reply.headers['content-type']) } })
  }
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://studio.test/mcp/${server}`), { fetch: fetchShared }))
  return client
}

/** A call of the API with the secret of the run. */
export const call = (gateway: Gateway, method: string, path: string, body?: string): Promise<Reply> =>
  ask(gateway.port, path, {
    method,
    headers: { authorization: `Bearer ${gateway.secret}`, 'content-type': 'application/json', origin: gateway.url },
    ...(body !== undefined && { body }),
  })

/** Bytes as no client would send them. Resolves with everything that came back. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (piece: string) => (received += piece))
    socket.on('close', () => resolve(received))
    socket.on('error', () => resolve(received))
  })
}

/** The missing headers of a response at a View origin, where a View could frame and script it. */
export const unlocked = ({ status, headers }: Pick<Reply, 'status' | 'headers'>): string | undefined =>
  String(headers['content-security-policy'] ?? '') === "default-src 'none'; sandbox"
    ? undefined
    : `a document with status ${status} and without the locked policy`
