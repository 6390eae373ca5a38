import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isLoopback } from './security/names.ts'

/** A gateway's sockets. */
export interface Listener {
  readonly port: number
  /** Takes no more connections, lets the open ones finish for a while, then cuts them. */
  close(patience: number): Promise<void>
}

/** What the sockets are told. */
export interface ListenOptions {
  /** 0 takes any that is free. */
  readonly port: number
  readonly hostname: string
  /** Hears that a port was taken. */
  readonly taken: (port: number) => void
  readonly answer: RequestListener
}

const MOST_TRIED = 100
// A request that trickles in holds a place that others need.
const REQUEST_TIMEOUT = 60_000
const MOST_CONNECTIONS = 1024

/** Listens on the first free port from `port` on. On loopback it takes both families: browsers may try either. */
export async function listen(options: ListenOptions): Promise<Listener> {
  for (let port = options.port; ; port++) {
    try {
      return await listenOn(options, port)
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isTaken || options.port === 0 || port >= options.port + MOST_TRIED) throw error
      options.taken(port)
    }
  }
}

async function listenOn({ hostname, answer }: ListenOptions, wanted: number): Promise<Listener> {
  const first = await open(answer, wanted, hostname)
  const { port } = first.address() as AddressInfo
  const servers = [first]
  if (isLoopback(hostname)) {
    try {
      servers.push(await open(answer, port, hostname === '::1' ? '127.0.0.1' : '::1'))
    } catch (error) {
      // Somebody else at the same port of the other family would get half of our requests.
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE' && wanted !== 0) {
        first.close()
        throw error
      }
    }
  }
  return {
    port,
    async close(patience) {
      await Promise.all(servers.map((server) => closeServer(server, patience)))
    },
  }
}

function open(answer: RequestListener, port: number, hostname: string): Promise<Server> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT }, answer)
  server.maxConnections = MOST_CONNECTIONS
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, () => {
      server.removeListener('error', reject)
      resolve(server)
    })
  })
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
