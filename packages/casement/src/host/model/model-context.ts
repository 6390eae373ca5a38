import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { ContentBlock, McpUiMessageRequest, McpUiUpdateModelContextRequest } from '../../protocol/schemas/index.ts'

/** Who speaks: the View, its app, and what the app calls itself. */
export interface Speaker {
  readonly view: string
  readonly app: string
  readonly name: string
}

/** What one View wants the model to know. */
export interface ContextSlot extends Speaker {
  readonly content: readonly ContentBlock[]
  readonly structuredContent?: Readonly<Record<string, unknown>> | undefined
}

/** What one View said in the user's name. It asks for an answer of the model. */
export interface AppMessage extends Speaker {
  readonly role: 'user'
  readonly content: readonly ContentBlock[]
}

/** What the Views of a conversation have for its model. Give one of these to all bridges of a conversation. */
export interface ModelContext {
  /** One slot per View; the last write counts, and an empty one clears it. */
  readonly slots: readonly ContextSlot[]
  /** Messages since the last `takeMessages`, oldest first. */
  readonly messages: readonly AppMessage[]
  /** All slots as the model will see them in the next turn: each begins with a line that says which app speaks. */
  toContent(): ContentBlock[]
  /** Hands over the messages and forgets them. */
  takeMessages(): AppMessage[]
  update(speaker: Speaker, params: McpUiUpdateModelContextRequest['params']): void
  say(speaker: Speaker, params: McpUiMessageRequest['params']): void
  /** Forgets the slot of a View; a bridge does it when its View is torn down (4.28). */
  clear(view: string): void
  /** Runs something after each change. */
  subscribe(changed: () => void): Unsubscribe
}

/** Makes the model side of a conversation. */
export function createModelContext(): ModelContext {
  const slots = new Map<string, ContextSlot>()
  const listeners = new Set<() => void>()
  let messages: AppMessage[] = []
  const changed = (): void => {
    for (const listener of listeners) listener()
  }

  return {
    get slots() {
      return [...slots.values()]
    },
    get messages() {
      return messages
    },
    toContent: () => [...slots.values()].flatMap((slot) => slotContent(slot)),
    takeMessages() {
      const taken = messages
      messages = []
      if (taken.length > 0) changed()
      return taken
    },
    update(speaker, { content = [], structuredContent }) {
      slots.delete(speaker.view)
      const isEmpty = content.length === 0 && Object.keys(structuredContent ?? {}).length === 0
      if (!isEmpty) slots.set(speaker.view, { ...speaker, content, structuredContent })
      changed()
    },
    say(speaker, { role, content }) {
      messages = [...messages, { ...speaker, role, content }]
      changed()
    },
    clear(view) {
      if (slots.delete(view)) changed()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function slotContent({ name, content, structuredContent }: ContextSlot): ContentBlock[] {
  const blocks: ContentBlock[] = [{ type: 'text', text: `Context from the app ${JSON.stringify(name)}:` }, ...content]
  if (structuredContent) blocks.push({ type: 'text', text: JSON.stringify(structuredContent) })
  return blocks
}
