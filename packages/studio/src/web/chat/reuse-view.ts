import type { CallEntry, Entry } from '@casement/gateway/api'
import { deliverCall, type MountedApp, type MountOptions } from 'casement/host'
import type { KnownTool } from '../api/servers.ts'
import { useStore } from '../store.ts'
import type { OpenConversation } from './open-conversation.ts'

/** True if the call has a View of its own; a later call may be delivered to it. */
export const hasOwnView = (entry: CallEntry): boolean => entry.view === entry.id

/** The call that a View shows: the last of those that were delivered to it. */
export const shownCall = ({ entries }: OpenConversation, own: CallEntry): CallEntry => findShown(entries.get(), own)

/** The same, and the component is rendered again when it changes. */
export const useShownCall = ({ entries }: OpenConversation, own: CallEntry): CallEntry => findShown(useStore(entries), own)

function findShown(entries: readonly Entry[], own: CallEntry): CallEntry {
  const shown = entries.filter((entry) => entry.kind === 'call' && entry.view === own.id)
  return (shown.at(-1) as CallEntry | undefined) ?? own
}

/** Delivers a call to the live View of an earlier call of the same tool. Returns its id; undefined if the call needs a View of its own. */
export function reuseView(
  conversation: OpenConversation,
  known: KnownTool,
  data: Pick<MountOptions, 'input' | 'partial' | 'result'>,
): string | undefined {
  const isDelivered = (view: MountedApp | undefined): boolean => view !== undefined && deliverCall(view, known.tool, data)
  return conversation.entries
    .get()
    .toReversed()
    .find(
      (entry) =>
        entry.kind === 'call' &&
        hasOwnView(entry) &&
        entry.server === known.server &&
        entry.tool === known.tool.name &&
        isDelivered(conversation.mounted.get(entry.id)),
    )?.id
}
