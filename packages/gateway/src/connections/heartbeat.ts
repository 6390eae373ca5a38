import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client'

/** The dependencies of a heartbeat. */
export interface HeartbeatOptions {
  /** Sends one beat. Rejects with the SDK's timeout when there was no response in time. */
  readonly beat: () => Promise<unknown>
  /** Counts the responses of the server, to anything. */
  readonly responses: () => number
  /** How many misses in a row drop the server now. */
  readonly maxMisses: () => number
  /** Called once, after that many misses in a row. */
  readonly onLost: (error: HeartbeatLost) => void
  readonly interval?: number | undefined
  readonly now?: (() => number) | undefined
}

/** The server responded to none of several beats in a row. */
export class HeartbeatLost extends Error {
  constructor(misses: number) {
    super(
      `It did not respond to ${misses} consecutive heartbeats or to any other request. Heartbeats delayed by a busy gateway are not counted.`,
    )
  }
}

export const HEARTBEAT = 15_000
export const MAX_MISSES = 3
/** A server on a pipe may compute in its only thread during a call, and respond to nothing until it is done. */
export const MAX_MISSES_DURING_CALL = 20
// A timer that fires this much too late shows that this process did not get to read a response either.
const MAX_LAG = 1000

/** Sends beats at an interval, one at a time. Returns its end. */
export function startHeartbeat(options: HeartbeatOptions): () => void {
  const { beat, responses, maxMisses, onLost, interval = HEARTBEAT, now = () => performance.now() } = options
  let misses = 0
  let isPending = false
  let isLost = false
  let lag = 0
  let due = now() + LAG_INTERVAL
  const send = async (): Promise<void> => {
    const before = responses()
    lag = 0
    try {
      await beat()
      misses = 0
    } catch (error) {
      const isTimeout = error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout
      // A response that is an error is a response. A server under load that responds to others is slow, not gone.
      if (!isTimeout || responses() !== before) misses = 0
      // The timeout may have fired before a response that was already waiting could be read.
      else if (Math.max(lag, now() - due) <= MAX_LAG) misses++
      if (misses < maxMisses() || isLost) return
      isLost = true
      onLost(new HeartbeatLost(misses))
    }
  }
  const timer = setInterval(() => {
    // A beat that is queued behind other requests must not be counted twice.
    if (isPending) return
    isPending = true
    void send().finally(() => (isPending = false))
  }, interval)
  const lagTimer = setInterval(() => {
    lag = Math.max(lag, now() - due)
    due = now() + LAG_INTERVAL
  }, LAG_INTERVAL)
  timer.unref()
  lagTimer.unref()
  return () => {
    clearInterval(timer)
    clearInterval(lagTimer)
  }
}

const LAG_INTERVAL = 200
