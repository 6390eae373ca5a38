import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isLoopback } from './security/names.ts'

/** The limits of a listener's connections. */
export interface ConnectionLimits {
  readonly total: number
  readonly perAddress: number
  /** Whether many users share an address, such as a proxy's. It has only the total. */
  readonly isShared: (address: string) => boolean
}

/** The limits that a gateway has. */
export const CONNECTION_LIMITS: ConnectionLimits = { total: 1024, perAddress: 256, isShared: () => false }

interface Connection {
  readonly address: string
  /** Requests that are not responded to. */
  open: number
  /** Those that have arrived completely. */
  complete: number
}

/**
 * Limits the connections of a server. A new connection takes the place of the oldest one that has no complete request in progress, so
 * that connections on which nothing is sent, or too slowly, never keep others out. Returns whether a socket has a request open.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): (socket: Socket) => boolean {
  const connections = new Map<Socket, Connection>()
  const makeRoom = (isCounted: (address: string) => boolean, max: number): boolean => {
    const counted = [...connections].filter(([, { address }]) => isCounted(address))
    if (counted.length < max) return true
    // The map keeps the order of arrival.
    const oldest = counted.find(([, { complete }]) => complete === 0)
    if (!oldest) return false
    connections.delete(oldest[0])
    oldest[0].destroy()
    return true
  }
  server.on('connection', (socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    const isShared = isLoopback(address) || limits.isShared(address)
    const hasRoom = (isShared || makeRoom((other) => other === address, limits.perAddress)) && makeRoom(() => true, limits.total)
    if (hasRoom) connections.set(socket, { address, open: 0, complete: 0 })
    else socket.destroy()
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (!connection) return
    connection.open++
    response.once('close', () => connection.open--)
    // A body that never ends holds a connection as well as a header that never does.
    const arrived = (): void => {
      connection.complete++
      response.once('close', () => connection.complete--)
    }
    if (request.complete || !hasBody(request)) arrived()
    else request.once('end', () => !response.closed && arrived())
  })
  return (socket) => (connections.get(socket)?.open ?? 0) > 0
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
