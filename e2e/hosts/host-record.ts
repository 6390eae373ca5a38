/** Something a View said, in the order in which the host heard it. */
export interface Arrival {
  readonly what: string
  readonly params: unknown
}

/** How a test sees and steers a host page: as `window.host`. */
export interface HostRecord {
  readonly arrivals: Arrival[]
  /** Errors in the host's own bridge. */
  readonly problems: string[]
  setContext(context: object): void
  teardown(): Promise<unknown>
}

declare global {
  interface Window {
    host: HostRecord
  }
}

/** Publishes the record, and returns the function that writes down an arrival. */
export function publishRecord(steering: Pick<HostRecord, 'setContext' | 'teardown'>): {
  record: HostRecord
  receive: (what: string, params: unknown) => void
} {
  const record: HostRecord = { arrivals: [], problems: [], ...steering }
  window.host = record
  return { record, receive: (what, params) => void record.arrivals.push({ what, params }) }
}
