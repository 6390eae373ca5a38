import type { Channel } from '../channel/channel.ts'
import { readMessage } from './message.ts'
import { createCalls } from './pending-requests.ts'
import { createPeerWith } from './peer-core.ts'
import type { Peer, PeerOptions } from './peer-types.ts'

export type { HandlerExtra, Peer, PeerOptions, PeerReport, Progress, Reader, RequestOptions } from './peer-types.ts'

/** Speaks JSON-RPC 2.0 over a channel, in both directions at once. Nothing that arrives can make it throw. */
export const createPeer = <Out, In>(channel: Channel, options: PeerOptions = {}): Peer<Out, In> =>
  createPeerWith(createCalls, channel, { read: readMessage, ...options })
