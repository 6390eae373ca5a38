import type { CallEntry } from '@casement/gateway/api'
import type { OpenConversation } from '../chat/open-conversation.ts'

/** A dialog about one call of the conversation. */
export interface CallDialog {
  readonly at: 'matrix' | 'compare'
  readonly conversation: OpenConversation
  readonly entry: CallEntry
}
