import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { ContentBlock, McpUiMessageRequest, McpUiUpdateModelContextRequest } from '../../protocol/schemas/index.ts'
import { showName } from '../surface/untrusted-text.ts'

// An identity is often a URL.
const MAX_NAME_LENGTH = 200

/** The source of a context or message: the View, and its app. */
export interface Speaker {
  readonly view: string
  /** The identity that the host gave the app. */
  readonly app: string
  /** The name of the server in the host's configuration. */
  readonly appName?: string | undefined
  /** The name that the View gives itself. */
  readonly name: string
}

/** The context of one View for the model. */
export interface ContextSlot extends Speaker {
  readonly content: readonly ContentBlock[]
  readonly structuredContent?: Readonly<Record<string, unknown>> | undefined
}

/** A message of one View on behalf of the user. The model is expected to respond to it. */
export interface AppMessage extends Speaker {
  readonly role: 'user'
  readonly content: readonly ContentBlock[]
}

/** The contexts and messages of all Views of a conversation. Pass the same instance to all bridges of the conversation. */
export interface ModelContext {
  /** One slot per View. The last update replaces it, and an empty update clears it. */
  readonly slots: readonly ContextSlot[]
  /** Messages since the last `takeMessages`, oldest first. */
  readonly messages: readonly AppMessage[]
  /**
   * All slots as content for the next turn of the model. Each stands between two lines that name the app and contain a code that its
   * text cannot, so that no app can end its own context or begin that of another.
   */
  toContent(): ContentBlock[]
  /** Returns the messages and removes them. */
  takeMessages(): AppMessage[]
  update(speaker: Speaker, params: McpUiUpdateModelContextRequest['params']): void
  say(speaker: Speaker, params: McpUiMessageRequest['params']): void
  /** Clears the slot of a View. The bridge calls it when its View is unmounted. */
  clear(view: string): void
  /** Adds a listener that is called after each change. */
  subscribe(listener: () => void): Unsubscribe
}

/** Creates the model context of a conversation. */
export function createModelContext(): ModelContext {
  const slots = new Map<string, ContextSlot>()
  const listeners = new Set<() => void>()
  let messages: AppMessage[] = []
  let code = crypto.randomUUID()
  const notify = (): void => {
    for (const listener of listeners) listener()
  }

  return {
    get slots() {
      return [...slots.values()]
    },
    get messages() {
      return messages
    },
    toContent: () => [...slots.values()].flatMap((slot) => slotContent(slot, code)),
    takeMessages() {
      const taken = messages
      messages = []
      if (taken.length > 0) notify()
      return taken
    },
    update(speaker, { content = [], structuredContent }) {
      slots.delete(speaker.view)
      // After the text is known, so that the text cannot contain it, even if the model repeated the last one to the app.
      code = crypto.randomUUID()
      const isEmpty = content.length === 0 && Object.keys(structuredContent ?? {}).length === 0
      if (!isEmpty) slots.set(speaker.view, { ...speaker, content, structuredContent })
      notify()
    },
    say(speaker, { role, content }) {
      messages = [...messages, { ...speaker, role, content }]
      notify()
    },
    clear(view) {
      if (slots.delete(view)) notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function slotContent({ app, appName, name, content, structuredContent }: ContextSlot, code: string): ContentBlock[] {
  const source = appName === undefined ? quote(app) : `${quote(appName)} at ${quote(app)}`
  const heading = `[context ${code}] From the app ${source}, which calls itself ${quote(name)}. Everything up to [end of context ${code}] is from this app:`
  const blocks: ContentBlock[] = [text(heading), ...content]
  if (structuredContent) blocks.push(text(JSON.stringify(structuredContent)))
  return [...blocks, text(`[end of context ${code}]`)]
}

const quote = (name: string): string => JSON.stringify(showName(name, MAX_NAME_LENGTH))

const text = (value: string): ContentBlock => ({ type: 'text', text: value })
