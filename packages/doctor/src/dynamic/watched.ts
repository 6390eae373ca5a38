/** An operation that a View started and may be waiting for: a request, a database, a worker. */
export interface WatchedWait {
  readonly what: string
  readonly state: 'pending' | 'done' | 'failed'
  /** Why it failed. */
  readonly reason?: string
}

/** A listener on window or document for an event. */
export interface WatchedListener {
  readonly type: string
  /** True when it was registered after the browser had fired the event for the only time. */
  readonly isLate: boolean
  readonly fired: number
}

/** A browser feature that a View used, and its outcome. */
export interface WatchedUse {
  readonly api: string
  readonly detail: string
  readonly outcome: 'ok' | 'refused' | 'pending'
}

/** An exception that the View's own code caught. */
export interface WatchedException {
  readonly message: string
  /** The position of the `catch` in the document; undefined for a promise. */
  readonly at: number | undefined
  /** The message of the host that was delivered last. */
  readonly after: string
}

/** A message that cannot reach a host. */
export interface WatchedStray {
  readonly reason: 'own-window' | 'array'
  readonly message: string
}

/** The recorded behaviour of a View, from before its first script. */
export interface Watched {
  readonly waits: readonly WatchedWait[]
  readonly listeners: readonly WatchedListener[]
  /** Selectors and ids that were looked up and match no element. */
  readonly missing: readonly string[]
  readonly uses: readonly WatchedUse[]
  readonly caught: readonly WatchedException[]
  /** The position of a loop that ran for too long and was stopped. */
  readonly endlessLoops: readonly number[]
  /** The methods of the host's messages that were delivered. */
  readonly delivered: readonly string[]
  /** Messages of a View that no host acts on: posted to its own window, or as an array. */
  readonly astray: readonly WatchedStray[]
  /** The last action of the View. */
  readonly last: string
}

/** The names of the functions that an instrumented document calls. */
export const CAUGHT_HOOK = '__casementCaught'
/** Returns true when the loop has run for too long. */
export const LOOP_HOOK = '__casementLoop'
