/** The response to a message: a text, or a tool call. */
export type Reply = { readonly text: string } | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }

/** Stands in for a model: it knows one tool. Call yours here, on the back end, where its key is safe. */
export function replyTo(text: string): Reply {
  const [, trip] = /^pack(?: for)? (.+)$/i.exec(text.trim()) ?? []
  return trip === undefined ? { text: 'Write "pack for Lisbon" to get a packing list.' } : { tool: 'pack', input: { trip } }
}
