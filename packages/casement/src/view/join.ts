import { channelCore, type Channel } from '../protocol/channel.ts'
import { CasementError } from '../protocol/errors.ts'
import { windowChannel } from '../protocol/window-channel.ts'
import { openSession, type Member, type Session, type SessionOptions } from './session.ts'

/** The part of an MCP SDK transport that is used: any version of any SDK that has it will do. */
export interface TransportLike {
  start(): Promise<void>
  send(message: never): Promise<void>
  close(): Promise<void>
  onmessage?: ((message: never) => void) | undefined
  onclose?: (() => void) | undefined
}

/** What a View can be connected through. */
export type HostTransport = Channel | TransportLike

/**
 * A session through a transport, or, without one, the session of this page with the window around it. The latter is found
 * again by a symbol that every copy of this file knows: two bundles on one page, a hot reload or React's StrictMode must not
 * shake hands twice.
 */
export function joinSession(transport: HostTransport | undefined, member: Member, options: SessionOptions): Session {
  if (transport) return openSession(toChannel(transport), member, options)
  const slot = Symbol.for('casement.view')
  const page = globalThis as { [slot]?: Session }
  const there = page[slot]
  if (there && !there.peer.closed.aborted) {
    there.members.add(member)
    return there
  }
  if (parent === window) throw new CasementError('CLOSED', 'There is no host: this page is not in a frame')
  return (page[slot] = openSession(windowChannel(parent), member, options, there))
}

/** The channel itself, or one around a transport of the MCP SDK. */
function toChannel(transport: HostTransport): Channel {
  if ('post' in transport) return transport
  const failed = (error: unknown): void => channel.close(error)
  const channel = channelCore(
    (message) => void transport.send(message as never).catch(failed),
    () => void transport.close(),
  )
  transport.onmessage = channel.deliver
  transport.onclose = channel.close
  transport.start().catch(failed)
  return channel
}
