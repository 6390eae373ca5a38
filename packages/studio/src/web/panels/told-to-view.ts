import { readMessage } from 'casement/protocol'
import type { McpUiHostCapabilities, McpUiHostContext } from 'casement/protocol/schemas'
import { useMemo, useSyncExternalStore } from 'react'
import type { WireLog } from '../wire/wire-log.ts'

/** The part of the host context that a View has received. */
export interface ToldToView {
  readonly context: McpUiHostContext
  readonly capabilities: McpUiHostCapabilities | undefined
  readonly protocolVersion: string | undefined
  /** The View's own description. */
  readonly introduction: Readonly<Record<string, unknown>> | undefined
}

const NOTHING: ToldToView = { context: {}, capabilities: undefined, protocolVersion: undefined, introduction: undefined }

/** Follows the messages of one View and accumulates the data that it received. Every message is read once. */
export function followTold(log: WireLog, view: string): { read(): ToldToView } {
  const asked = new Map<unknown, Readonly<Record<string, unknown>>>()
  let seen = log.first
  let told = NOTHING
  const take = (direction: string, raw: unknown): void => {
    const message = readMessage(raw)
    if (direction === 'from-view' && message.kind === 'request' && message.method === 'ui/initialize')
      asked.set(message.id, recordOf(message.params))
    if (direction !== 'to-view') return
    if (message.kind === 'reply' && asked.has(message.id)) told = welcome(message.result, asked.get(message.id))
    if (message.kind === 'note' && message.method === 'ui/notifications/host-context-changed')
      told = { ...told, context: { ...told.context, ...recordOf(message.params) } }
  }
  return {
    read() {
      for (seen = Math.max(seen, log.first); seen < log.end; seen++) {
        const entry = log.get(seen)
        if (entry?.view === view) take(entry.direction, entry.message)
      }
      return told
    },
  }
}

function welcome(result: unknown, introduction: ToldToView['introduction']): ToldToView {
  const { hostContext, hostCapabilities, protocolVersion } = recordOf(result)
  return {
    context: recordOf(hostContext),
    capabilities: hostCapabilities as McpUiHostCapabilities | undefined,
    protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : undefined,
    introduction,
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** The messages to a View, as a hook. */
export function useTold(log: WireLog, view: string): ToldToView {
  const told = useMemo(() => followTold(log, view), [log, view])
  return useSyncExternalStore(log.subscribe, () => told.read())
}
