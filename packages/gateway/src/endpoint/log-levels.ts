import type { Server } from '@modelcontextprotocol/server'

const LEVELS: readonly unknown[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/** The log levels of the clients of one server, which has only one level for all of them. */
export interface LogLevels {
  /** Sets the level of one client, and returns the level that its server needs. */
  set(client: Server, level: unknown, all: readonly Server[]): string
  /** Whether a message is for a client. */
  allows(client: Server, level: unknown): boolean
}

/** Creates the levels. A client without one gets every message. */
export function createLogLevels(): LogLevels {
  const levels = new WeakMap<Server, number>()
  return {
    set(client, level, all) {
      levels.set(client, LEVELS.indexOf(level))
      const lowest = Math.min(...all.map((each) => levels.get(each) ?? LEVELS.length - 1))
      return String(LEVELS[Math.max(0, lowest)])
    },
    allows: (client, level) => LEVELS.indexOf(level) >= (levels.get(client) ?? 0),
  }
}
