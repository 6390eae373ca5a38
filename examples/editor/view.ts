import { connect, type OutputOf } from 'casement/view/typed'
import { followHost } from '../shared/follow-host.ts'
import { find } from '../shared/page.ts'
import type { app } from './app.ts'
import { renderMarkdown } from './markdown.ts'

type Kept = OutputOf<typeof app, 'write-document'>

const view = followHost(await connect<typeof app>())
const article = find('article')
const field = find('textarea', HTMLTextAreaElement)
const edit = find('#edit', HTMLButtonElement)
const save = find('#save', HTMLButtonElement)
const draft = view.app.state<{ title: string; text: string; version: number } | undefined>('draft', undefined)
let shown: Kept | undefined

const say = (text: string): void => void (find('#status').textContent = text)
const words = (text: string): number => text.split(/\s+/).filter(Boolean).length

function write(title: string | undefined, text: string, busy: boolean): void {
  find('h1').textContent = title || '…'
  article.setAttribute('aria-busy', String(busy))
  article.replaceChildren(...renderMarkdown(text))
  if (busy) say(`Writing, ${words(text)} words so far`)
}

function show(kept: Kept): void {
  shown = kept
  write(kept.title, kept.text, false)
  say(`${words(kept.text)} words, version ${kept.version}`)
  edit.disabled = false
}

function setEditing(editing: boolean): void {
  article.hidden = editing
  field.hidden = !editing
  save.hidden = !editing
  edit.textContent = editing ? 'Cancel' : 'Edit'
  if (editing) field.focus()
}

edit.onclick = () => {
  if (!shown) return
  const editing = field.hidden !== false
  const unsaved = draft.get()
  field.value = unsaved?.title === shown.title && unsaved.version === shown.version ? unsaved.text : shown.text
  if (!editing) void draft.set(undefined)
  setEditing(editing)
}

field.oninput = () => {
  if (shown)
    void draft
      .set({ title: shown.title, text: field.value, version: shown.version })
      .catch(() => say('Too long to be kept as a draft'))
}

save.onclick = async () => {
  if (!shown) return
  save.disabled = true
  try {
    const { kept, document } = await view.call('save-document', { ...shown, text: field.value })
    if (kept) {
      await draft.set(undefined)
      setEditing(false)
      show(document)
      await tellModel(document)
    } else {
      shown = document
      say('Somebody else changed it meanwhile. Save again to replace that version.')
    }
  } catch (error) {
    say(`Not saved: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    save.disabled = false
  }
}

async function tellModel({ title, text, version }: Kept): Promise<void> {
  if (!view.app.getHostCapabilities()?.updateModelContext) return
  const content = `The user edited "${title}", now version ${version}:\n\n${text}`
  await view.app.updateModelContext({ content: [{ type: 'text', text: content }] })
}

view.on('write-document', {
  partial: ({ title, text }) => write(title, text ?? '', true),
  input: ({ title, text }) => write(title, text, true),
  result: (kept) => (kept ? show(kept) : say('It was not written')),
  cancelled: () => {
    article.setAttribute('aria-busy', 'false')
    say('Writing was stopped')
  },
})
