import { adoptStyles, focusedElement, h, type Child } from '../surface/dom.ts'

/** What a dialog shows and offers. */
export interface Question {
  readonly title: string
  /** Who asks, as the user can know it. */
  readonly from: string
  readonly body: readonly Child[]
  readonly yes: string
  readonly no?: string
  /** The text of the box that keeps the answer; without it there is none. */
  readonly remember?: string | undefined
  readonly theme?: 'light' | 'dark' | undefined
  /** Takes the question away. */
  readonly signal?: AbortSignal | undefined
}

/** What the user chose. */
export interface Choice {
  readonly allow: boolean
  readonly remember: boolean
}

const STYLE = `
dialog { width: min(460px, calc(100vw - 32px)); max-height: calc(100dvh - 32px); overflow: auto; box-sizing: border-box; padding: 20px; border: 1px solid light-dark(#d4d4d8, #3f3f46); border-radius: 14px; background: light-dark(#fff, #1c1c1f); color: light-dark(#18181b, #f4f4f5); font: 14px/1.5 system-ui, sans-serif; box-shadow: 0 16px 48px rgb(0 0 0 / .35); }
dialog::backdrop { background: rgb(0 0 0 / .45); }
h2 { margin: 0 0 4px; font-size: 17px; line-height: 1.3; }
.from { margin: 0 0 12px; color: light-dark(#71717a, #a1a1aa); overflow-wrap: anywhere; }
p { margin: 0 0 10px; }
pre { margin: 0 0 12px; padding: 10px 12px; max-height: 40dvh; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 8px; background: light-dark(#f4f4f5, #27272a); font: 13px/1.5 ui-monospace, monospace; unicode-bidi: plaintext; direction: ltr; }
strong { overflow-wrap: anywhere; }
label { display: flex; gap: 8px; align-items: center; margin: 0 0 14px; }
footer { display: flex; justify-content: flex-end; gap: 8px; }
button { font: 500 14px/1.2 system-ui, sans-serif; padding: 9px 16px; border-radius: 9px; border: 1px solid light-dark(#d4d4d8, #52525b); background: light-dark(#fff, #27272a); color: inherit; cursor: pointer; }
button.yes { border-color: transparent; background: light-dark(#18181b, #f4f4f5); color: light-dark(#fff, #18181b); }
button:disabled { opacity: .5; cursor: default; }
button:focus-visible, input:focus-visible { outline: 2px solid light-dark(#2563eb, #60a5fa); outline-offset: 2px; }
`

// A dialog that appears under a finger which is already on its way must not be answered by it.
const SETTLE_MS = 500

/** Asks the user in a modal dialog of the page, out of reach of any View. Esc, closing and the signal all mean no. */
export function askUser(question: Question): Promise<Choice> {
  const { title, from, body, yes, no = 'Cancel', remember, theme, signal } = question
  if (signal?.aborted) return Promise.resolve({ allow: false, remember: false })
  const allow = h('button', { type: 'button', class: 'yes', disabled: '' }, yes)
  const deny = h('button', { type: 'button', class: 'no', autofocus: '' }, no)
  const box = h('input', { type: 'checkbox' })
  const dialog = h(
    'dialog',
    { 'aria-label': title },
    h('h2', {}, title),
    h('p', { class: 'from' }, from),
    ...body,
    remember !== undefined && h('label', {}, box, remember),
    h('footer', {}, deny, allow),
  )
  const holder = h('div', { class: 'casement-dialog' })
  if (theme) holder.style.colorScheme = theme
  const shadow = holder.attachShadow({ mode: 'open' })
  adoptStyles(shadow, STYLE)
  shadow.append(dialog)
  document.body.append(holder)
  const before = focusedElement()
  const settle = setTimeout(() => (allow.disabled = false), SETTLE_MS)
  return new Promise((resolve) => {
    const finish = (allowed: boolean): void => {
      clearTimeout(settle)
      signal?.removeEventListener('abort', stop)
      dialog.close()
      holder.remove()
      // Browsers give the focus back by themselves, except to a frame.
      before?.focus({ preventScroll: true })
      resolve({ allow: allowed, remember: box.checked })
    }
    const stop = (): void => finish(false)
    signal?.addEventListener('abort', stop)
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      finish(false)
    })
    deny.addEventListener('click', () => finish(false))
    allow.addEventListener('click', () => finish(true))
    dialog.showModal()
  })
}
