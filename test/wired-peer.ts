import { vi } from 'vitest'
import type { Channel } from '../packages/casement/src/protocol/channel/channel.ts'
import { memoryChannels } from '../packages/casement/src/protocol/channel/memory-channel.ts'
import type { RequestDef, NotificationDef } from '../packages/casement/src/protocol/method-types.ts'
import { createPeer, type Peer, type PeerOptions, type PeerReport } from '../packages/casement/src/protocol/rpc/peer.ts'
import { handClock, type HandClock } from './hand-clock.ts'

/** A few methods to test with. */
export interface Table {
  echo: RequestDef<unknown, unknown>
  slow: RequestDef<unknown, unknown>
  told: NotificationDef<unknown>
}
/** A peer whose both ends speak the same few methods. */
export type TestPeer = Peer<Table, Table>

/** A peer, and the other end of its wire in our hands. */
export function wiredPeer(options: PeerOptions = {}): Wired {
  const clock = handClock()
  const [near, far] = memoryChannels()
  const reports: PeerReport[] = []
  const peer: TestPeer = createPeer(near, { runtime: clock, onreport: (report) => reports.push(report), ...options })
  const sent: Record<string, unknown>[] = []
  far.listen((message) => sent.push(message as Record<string, unknown>))
  return { peer, near, far, clock, reports, sent, until: (count) => vi.waitUntil(() => sent.length >= count, { interval: 1 }) }
}

/** Both ends of the wire. */
export interface Wired {
  peer: TestPeer
  near: Channel
  far: Channel
  clock: HandClock
  reports: PeerReport[]
  /** The messages that the peer sent. */
  sent: Record<string, unknown>[]
  until: (count: number) => Promise<unknown>
}

/** A successful reply as it stands on the wire. */
export const reply = (id: unknown, result: unknown): object => ({ jsonrpc: '2.0', id, result })

/** Lets everything on its way in memory arrive. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
