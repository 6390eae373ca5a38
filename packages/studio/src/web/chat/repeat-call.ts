import type { CallEntry } from '@casement/gateway/api'
import type { Studio } from '../studio.ts'
import { runCall } from './run-call.ts'

/** Repeats a call as a new entry. */
export function repeatCall({ servers, conversations, toasts }: Studio, { server, tool, input }: CallEntry): void {
  const known = servers.find(server, tool)
  if (known) runCall(conversations.current(), { known, link: servers.link(server), by: 'person', input: { ...input } })
  else toasts.fail('Not run', new Error(`${server} has no tool ${tool}. Check the state of the server under Servers.`))
}
