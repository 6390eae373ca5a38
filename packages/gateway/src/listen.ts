import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net'
import { CONNECTION_LIMITS, limitConnections, type ConnectionLimits } from './connection-limits.ts'
import { lockedText } from './security/locked-response.ts'
import { isLoopback } from './security/names.ts'

/** The sockets of a gateway. */
export interface Listener {
  readonly port: number
  /**
   * Accepts no more connections, and ends each open one with its next response, which says so with `Connection: close`. A connection on
   * which nothing is sent for a moment is closed too. Resolves when requests can come from nowhere any more and `isIdle`, or after
   * `patience` milliseconds.
   */
  drain(isIdle: () => boolean, patience: number): Promise<void>
  /** Accepts no more connections, lets the open ones finish for a while, then cuts them. */
  close(patience: number): Promise<void>
}

/** Options of a listener. */
export interface ListenOptions {
  /** 0 for any free port. */
  readonly port: number
  readonly hostname: string
  /** Called for a port that is in use, before the next one is tried. Without it, none is tried. */
  readonly taken?: ((port: number) => void) | undefined
  readonly limits?: ConnectionLimits | undefined
  readonly handle: RequestListener
}

const MAX_TRIED = 100
// A request that trickles in holds a connection that others need.
const HEADERS_TIMEOUT = 10_000
const REQUEST_TIMEOUT = 60_000
const CHECK_INTERVAL = 1000
// A client that sends request after request on a connection has sent the next one by then.
const DRAIN_GRACE = 250
const DRAIN_INTERVAL = 20

/** Listens on the first free port from `port` on. On loopback it takes both families: browsers may try either. */
export async function listen(options: ListenOptions): Promise<Listener> {
  for (let port = options.port; ; port++) {
    try {
      return await listenOn(options, port)
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isTaken || options.port === 0 || port >= options.port + MAX_TRIED || !options.taken) throw error
      options.taken(port)
    }
  }
}

async function listenOn(options: ListenOptions, wanted: number): Promise<Listener> {
  const { hostname } = options
  const first = await open(options, wanted, hostname)
  const { port } = first.server.address() as AddressInfo
  const servers = [first]
  if (isLoopback(hostname)) {
    try {
      servers.push(await open(options, port, hostname === '::1' ? '127.0.0.1' : '::1'))
    } catch (error) {
      // Another process on the same port of the other address family would receive half of our requests.
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE' && wanted !== 0) {
        first.server.close()
        throw error
      }
    }
  }
  return {
    port,
    async drain(isIdle, patience) {
      const start = performance.now()
      const passed = (): number => performance.now() - start
      let listening = servers.length
      for (const { server, endConnections } of servers) {
        // That of node:http would close idle connections at once, on which the next request may be on its way.
        NetServer.prototype.close.call(server, () => listening--)
        endConnections()
      }
      while (passed() < patience) {
        if (listening === 0 && isIdle()) return
        await new Promise((resolve) => setTimeout(resolve, DRAIN_INTERVAL))
        if (passed() < DRAIN_GRACE) continue
        for (const { server } of servers) server.closeIdleConnections()
        if (isIdle()) return
      }
    },
    async close(patience) {
      await Promise.all(servers.map(({ server }) => closeServer(server, patience)))
    },
  }
}

interface OpenServer {
  readonly server: Server
  /** Lets every response from now on end its connection. */
  readonly endConnections: () => void
}

function endWith(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

/** Lets the responses of a server end their connections, once that is asked for. */
function endableConnections(server: Server): () => void {
  const responses = new Set<ServerResponse>()
  let isEnding = false
  server.on('request', (_, response) => {
    if (isEnding) return endWith(response)
    responses.add(response)
    response.once('close', () => responses.delete(response))
  })
  return () => {
    isEnding = true
    for (const response of responses) endWith(response)
  }
}

function open({ handle, limits = CONNECTION_LIMITS }: ListenOptions, port: number, hostname: string): Promise<OpenServer> {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    connectionsCheckingInterval: CHECK_INTERVAL,
    // Refused by the handler, with the headers that every response has.
    requireHostHeader: false,
  })
  const hasRequest = limitConnections(server, limits)
  const endConnections = endableConnections(server)
  server.on('request', handle)
  // Without this, Node responds on its own, and without headers.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // A started response would be mixed up with this one.
    if (!socket.writable || hasRequest(socket) || error.code === 'ECONNRESET') socket.destroy()
    // It may come from a View, so the response is locked.
    else socket.end(lockedText(STATUSES[error.code ?? ''] ?? '400 Bad Request'))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, () => {
      server.removeListener('error', reject)
      resolve({ server, endConnections })
    })
  })
}

/** The HTTP status for each error of the parser. */
const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

function closeServer(server: Server, patience: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), patience)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
