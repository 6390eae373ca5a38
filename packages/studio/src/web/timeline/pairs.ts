import { readMessage } from 'casement/protocol'
import type { WireEntry, WireLog } from '../wire/wire-log.ts'

/** The responses of the requests. */
export interface Pairs {
  /** The response to a request, or the request of a response. */
  partnerOf(seq: number): WireEntry | undefined
  /** Reads the new messages of the log. */
  catchUp(): void
}

/** Follows a log. Every message is processed once. */
export function createPairs(log: WireLog): Pairs {
  const partners = new Map<number, number>()
  const open = new Map<string, number>()
  let seen = log.first
  let oldest = log.first

  const take = (entry: WireEntry): void => {
    const message = readMessage(entry.message)
    if (message.kind === 'request') open.set(keyOf(entry, isOutward(entry), message.id), entry.seq)
    if (message.kind !== 'reply' && message.kind !== 'failure') return
    const key = keyOf(entry, !isOutward(entry), message.id)
    const asked = open.get(key)
    if (asked === undefined) return
    open.delete(key)
    partners.set(asked, entry.seq)
    partners.set(entry.seq, asked)
  }
  const forgetOld = (): void => {
    for (; oldest < log.first; oldest++) partners.delete(oldest)
    for (const [key, seq] of open) {
      if (seq >= log.first) break
      open.delete(key)
    }
  }

  return {
    partnerOf(seq) {
      const partner = partners.get(seq)
      return partner === undefined ? undefined : log.get(partner)
    },
    catchUp() {
      for (seen = Math.max(seen, log.first); seen < log.end; seen++) {
        const entry = log.get(seen)
        if (entry) take(entry)
      }
      forgetOld()
    },
  }
}

const isOutward = ({ direction }: WireEntry): boolean => direction === 'to-view' || direction === 'to-server'

// The two sides of each wire count their ids apart.
const keyOf = ({ hop, view = '', server = '' }: WireEntry, isAskedOutward: boolean, id: unknown): string =>
  JSON.stringify([hop === 'host-server', view, server, isAskedOutward, id])
