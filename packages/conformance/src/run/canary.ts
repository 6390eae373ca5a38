import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Served } from '../attacks/attack.ts'
import type { Hit } from '../attacks/evidence.ts'

/**
 * A server of the attacker, on a port that only one attack knows. It records every connection, even an empty one, and every
 * datagram. It does not see the DNS: loopback needs no name resolution.
 */
export interface Canary {
  readonly port: number
  readonly origin: string
  readonly hits: readonly Hit[]
  close(): Promise<void>
}

const DEFAULTS: Readonly<Record<string, Served & { body: string }>> = {
  js: { type: 'text/javascript', body: 'export {}' },
  css: { type: 'text/css', body: '' },
  html: { type: 'text/html', body: '<!doctype html><p>canary' },
  json: { type: 'application/json', body: '{}' },
  events: { type: 'text/event-stream', body: 'data: x\n\n' },
  svg: { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>' },
}

/** Opens a canary on loopback. A path that is not in `serves` gets a response by its file extension. */
export async function openCanary(serves: (origin: string) => Readonly<Record<string, Served>> = () => ({})): Promise<Canary> {
  for (;;) {
    const canary = await tryToOpen(serves)
    if (canary) return canary
  }
}

/** Undefined if the port for datagrams is in use: TCP and UDP ports are assigned separately. */
async function tryToOpen(serves: (origin: string) => Readonly<Record<string, Served>>): Promise<Canary | undefined> {
  const hits: Hit[] = []
  const sockets = new Set<Socket>()
  let answers: Readonly<Record<string, Served>> = {}
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    hits.push({ by: 'http', what: `${request.method} ${path}` })
    request.resume()
    answer(
      response,
      answers[path.split('?')[0] ?? ''] ??
        DEFAULTS[/\.(\w+)(?:\?|$)/.exec(path)?.[1] ?? ''] ?? { type: 'text/plain', body: 'canary' },
    )
  })
  server.on('connection', (socket: Socket) => {
    hits.push({ by: 'tcp', what: 'connection' })
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  server.on('upgrade', (request, socket) => {
    hits.push({ by: 'upgrade', what: request.url ?? '/' })
    // Taken and closed, not refused: after a few refusals Chromium holds back every further socket of that page for seconds.
    socket.write(`${acceptance(request.headers['sec-websocket-key'] ?? '')}\r\n\r\n`)
    socket.end(CLOSE_FRAME)
  })
  // For traffic other than HTTP (TLS, TURN over TCP), the connection alone is a hit.
  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  answers = serves(origin)

  const datagrams = createSocket('udp4', (message) => hits.push({ by: 'udp', what: `${message.length} bytes` }))
  const isOurs = await new Promise<boolean>((resolve) => {
    datagrams.on('error', () => resolve(false))
    datagrams.bind(port, '127.0.0.1', () => resolve(true))
  })
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      datagrams.close()
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  if (isOurs) return { port, origin, hits, close }
  await close()
  return undefined
}

const CLOSE_FRAME = Buffer.of(0x88, 0)

function acceptance(key: string): string {
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  return `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}`
}

// Open to everybody and never cached: a canary must not be what stops an attack.
function answer(response: ServerResponse, served: Served): void {
  const open = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Timing-Allow-Origin': '*',
    'Cache-Control': 'no-store',
  }
  if ('redirect' in served) response.writeHead(302, { ...open, Location: served.redirect }).end()
  else response.writeHead(200, { ...open, 'Content-Type': served.type }).end(served.body)
}
