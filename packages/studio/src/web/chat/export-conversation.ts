import type { CallEntry } from '@casement/gateway/api'
import type { Studio } from '../studio.ts'
import type { OpenConversation } from './open-conversation.ts'

/** Saves the conversation as one read-only HTML file. */
export async function exportConversation(studio: Studio, conversation: OpenConversation): Promise<void> {
  const { renderExport } = await import('./render-export.ts')
  const { version } = await studio.api.session()
  const entries = conversation.entries.get()
  const calls = entries.filter((entry): entry is CallEntry => entry.kind === 'call')
  const html = renderExport({
    title: conversation.title.get(),
    entries,
    documents: await collect(
      calls.map(({ resourceHash }) => resourceHash),
      async (hash) => (await studio.api.resource(hash)).html,
    ),
    states: await collect(
      calls.map(({ view }) => view),
      (view) => studio.api.viewState(view),
    ),
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

/** The documents that can be found, by name. The others are left out of the file. */
async function collect<T>(names: readonly (string | undefined)[], find: (name: string) => Promise<T>): Promise<Map<string, T>> {
  const known = [...new Set(names)].filter((name) => name !== undefined)
  const found = await Promise.allSettled(known.map(async (name): Promise<[string, T]> => [name, await find(name)]))
  return new Map(found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
}

const fileName = (title: string): string =>
  title
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60) || 'conversation'
