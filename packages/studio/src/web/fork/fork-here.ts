import type { Studio } from '../studio.ts'
import type { OpenConversation } from '../chat/open-conversation.ts'

const SUFFIX = ' (fork)'

/** Opens a copy of a conversation up to an entry, with each View in the state that it had then. */
export async function forkHere({ api, conversations, toasts }: Studio, original: OpenConversation, entry: string): Promise<void> {
  try {
    await original.saved()
    const title = original.title.get()
    const fork = await api.forkConversation(original.id, { entry, title: title.endsWith(SUFFIX) ? title : `${title}${SUFFIX}` })
    await conversations.open(fork.id)
    toasts.tell('This is a copy up to the entry. The original is unchanged.')
  } catch (error) {
    toasts.fail('Not forked', error)
  }
}
