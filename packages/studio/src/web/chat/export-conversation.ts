import type { Studio } from '../studio.ts'
import type { OpenConversation } from './open-conversation.ts'

/** Saves the conversation as one read-only HTML file. */
export async function exportConversation(studio: Studio, conversation: OpenConversation): Promise<void> {
  const { renderExport } = await import('./render-export.ts')
  const { version } = await studio.api.session()
  const html = renderExport({
    title: conversation.title.get(),
    entries: conversation.entries.get(),
    context: conversation.context.forBridges.slots,
    version,
    at: new Date(),
  })
  const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${fileName(conversation.title.get())}.html`
  link.click()
  // The browser has taken hold of the bytes by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  studio.toasts.tell('Exported as HTML')
}

const fileName = (title: string): string =>
  title
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60) || 'conversation'
