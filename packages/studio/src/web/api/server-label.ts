import type { ServerEntry } from '@casement/gateway/api'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'

/** The label of a server on the page, with the address that distinguishes it from others of that name. */
export interface ServerLabel {
  readonly title: string
  /** Its command or address. */
  readonly address: string
}

/** Labels a server with the title or name that it gives itself. Servers with the same one get their configured name as well. */
export function labelServer(name: string, entries: readonly ServerEntry[]): ServerLabel {
  const entry = entries.find((one) => one.name === name)
  if (!entry) return { title: name, address: '' }
  const own = ownTitle(entry)
  const isShared = entries.some((other) => other !== entry && ownTitle(other) === own)
  return { title: isShared && own !== name ? `${own} (${name})` : own, address: entry.address }
}

const ownTitle = ({ name, state }: ServerEntry): string => {
  if (state.status !== 'ready') return name
  const { title, name: own } = state.serverInfo as { readonly title?: string; readonly name?: string }
  return title || own || name
}

/** Labels servers in a component. */
export function useServerLabels(): (name: string) => ServerLabel {
  const entries = useStore(useStudio().servers.entries) ?? []
  return (name) => labelServer(name, entries)
}
