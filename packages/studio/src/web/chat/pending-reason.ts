import type { ServerEntry } from '@casement/gateway/api'
import type { ToolList } from '../api/servers.ts'

/** Describes why the call of a link is pending. */
export function pendingReason(
  name: string,
  entries: readonly ServerEntry[] | undefined,
  tools: ReadonlyMap<string, ToolList>,
): string {
  const state = entries?.find((entry) => entry.name === name)?.state
  if (!state) return 'Casement is starting.'
  if (state.status === 'failed') return `${state.reason} ${state.fix}`
  if (state.status === 'unauthorized') return `${state.reason} Choose ${name} under Servers to sign in.`
  if (state.status === 'ready') return tools.get(name)?.status === 'ready' ? 'Calling the tool.' : `${name} is listing its tools.`
  return state.status === 'stopped' ? `${name} was stopped.` : `${name} is starting.`
}
