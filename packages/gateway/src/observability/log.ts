/** The severity. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** One log event: a stable name, and its details. */
export interface LogEntry {
  readonly level: LogLevel
  readonly event: string
  readonly [field: string]: unknown
}

/** Where log entries go. */
export type Log = (entry: LogEntry) => void

/** Writes entries as one JSON object per line. */
export const jsonLog =
  (write: (line: string) => void, now: () => number = Date.now): Log =>
  (entry) =>
    write(JSON.stringify({ at: new Date(now()).toISOString(), ...entry }))
