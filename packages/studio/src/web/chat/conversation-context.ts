import { createModelContext, type AppMessage, type ContextSlot, type ModelContext } from 'casement/host'

/** The model context of the Views of a conversation, stored by the gateway. */
export interface ConversationContext {
  /** For the bridges. The context of a frozen or invisible View stays. */
  readonly forBridges: ModelContext
  /** Deletes the context of a View that was closed permanently. */
  forget(view: string): void
  close(): void
}

/** Brings back what was kept, and keeps what changes. Messages that Views send go to `onMessage`. */
export function createConversationContext(
  kept: readonly ContextSlot[],
  save: (view: string, slot: ContextSlot | null) => void,
  onMessage: (message: AppMessage) => void,
): ConversationContext {
  const context = createModelContext()
  for (const { content, structuredContent, ...speaker } of kept)
    context.update(speaker, { content: [...content], ...(structuredContent && { structuredContent: { ...structuredContent } }) })

  let known = new Map(context.slots.map((slot) => [slot.view, slot]))
  const stop = context.subscribe(() => {
    const now = new Map(context.slots.map((slot) => [slot.view, slot]))
    for (const [view, slot] of now) if (known.get(view) !== slot) save(view, slot)
    for (const view of known.keys()) if (!now.has(view)) save(view, null)
    known = now
    for (const message of context.takeMessages()) onMessage(message)
  })

  const forBridges = Object.create(context, { clear: { value: () => {} } }) as ModelContext
  return { forBridges, forget: (view) => context.clear(view), close: stop }
}
