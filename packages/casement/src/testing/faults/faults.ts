/** The faults of a message, by name. */
export const FAULTS = {
  drop: 'It never arrives.',
  delay: 'It and all later messages are delayed.',
  duplicate: 'It arrives twice.',
  reorder: 'The next message overtakes it.',
  'wrong-id': 'The id of the response matches no request.',
  'wrong-source': 'It comes from another window, so that a receiver that checks the source drops it.',
  oversized: 'It carries several megabytes of padding.',
  'late-approval': 'The response to a request that needs consent arrives after the timeout.',
  unauthorized: 'The server responds with 401 during a call.',
} as const

/** The name of a fault. */
export type FaultName = keyof typeof FAULTS

/** One fault to be injected. */
export interface Fault {
  readonly name: FaultName
  /** `out` for the messages that this end posts, `in` for those that it receives. Default both. */
  readonly direction?: 'in' | 'out' | undefined
  /** Only messages of this method, and their responses. Default: all messages that the fault can affect. */
  readonly method?: string | undefined
  /** The probability for each message, from 0 to 1. Default 1. */
  readonly rate?: number | undefined
  /** The maximum number of times. Default: no limit. */
  readonly times?: number | undefined
  /** For `delay` (default 1,000), `late-approval` (default 65,000) and `reorder`, which does not hold longer (default 1,000). */
  readonly ms?: number | undefined
  /** For `oversized`. Default 8 MB. */
  readonly bytes?: number | undefined
}

/** A fault that was injected. */
export interface InjectedFault {
  readonly name: FaultName
  readonly direction: 'in' | 'out'
  /** The original message. */
  readonly message: unknown
}
