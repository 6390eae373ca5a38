import type { KnownTool } from '../api/servers.ts'
import type { Studio } from '../studio.ts'
import { runCall, writeOut, type RunningCall } from './run-call.ts'

/** Calls a tool for the user, with the delivery that is set in the composer. */
export function playCall(
  { composer, conversations, servers }: Pick<Studio, 'composer' | 'conversations' | 'servers'>,
  known: KnownTool,
  input: Record<string, unknown>,
): RunningCall {
  const { delivery, speed } = composer.get()
  composer.set((before) => ({ ...before, isOpen: false }))
  const link = servers.link(known.server)
  const conversation = conversations.current()
  if (delivery === 'instant') return runCall(conversation, { known, link, by: 'person', input })
  const abort = new AbortController()
  return runCall(conversation, { known, link, by: 'person', abort, ...writeOut(input, speed, abort.signal) })
}
