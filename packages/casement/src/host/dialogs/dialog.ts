import { adoptStyles, focusedElement, h, type Child } from '../surface/dom.ts'

/** The contents of a dialog. */
export interface DialogContents {
  readonly title: string
  /** The app that asks, by a name that the user knows. */
  readonly from: string
  readonly body: readonly Child[]
  /** The label of the button that allows. */
  readonly yes: string
  /** The label of the button that denies. */
  readonly no?: string
  /** The label of the checkbox that stores the decision. Without it, there is no checkbox. */
  readonly remember?: string | undefined
  readonly theme?: 'light' | 'dark' | undefined
  /** Closes the dialog. */
  readonly signal?: AbortSignal | undefined
}

/** The user's decision. */
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

// A click that was meant for the content below must not confirm a dialog that has just appeared.
const ENABLE_AFTER_MS = 500

/** Asks the user in a modal dialog of the page, which no View can reach. Esc, closing and the signal all deny. */
export function askUser(contents: DialogContents): Promise<Choice> {
  const { title, from, body, yes, no = 'Cancel', remember, theme, signal } = contents
  if (signal?.aborted) return Promise.resolve({ allow: false, remember: false })
  const allow = h('button', { type: 'button', class: 'yes', disabled: '' }, yes)
  const deny = h('button', { type: 'button', class: 'no', autofocus: '' }, no)
  const checkbox = h('input', { type: 'checkbox' })
  const dialog = h(
    'dialog',
    { 'aria-label': title },
    h('h2', {}, title),
    h('p', { class: 'from' }, from),
    ...body,
    remember !== undefined && h('label', {}, checkbox, remember),
    h('footer', {}, deny, allow),
  )
  const container = h('div', { class: 'casement-dialog' })
  if (theme) container.style.colorScheme = theme
  const shadow = container.attachShadow({ mode: 'open' })
  adoptStyles(shadow, STYLE)
  shadow.append(dialog)
  document.body.append(container)
  const previousFocus = focusedElement()
  const enableTimer = setTimeout(() => (allow.disabled = false), ENABLE_AFTER_MS)
  return new Promise((resolve) => {
    const finish = (allowed: boolean): void => {
      clearTimeout(enableTimer)
      signal?.removeEventListener('abort', refuse)
      dialog.close()
      container.remove()
      // Browsers restore the focus on their own, except to a frame.
      previousFocus?.focus({ preventScroll: true })
      resolve({ allow: allowed, remember: checkbox.checked })
    }
    const refuse = (): void => finish(false)
    signal?.addEventListener('abort', refuse)
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      refuse()
    })
    deny.addEventListener('click', refuse)
    allow.addEventListener('click', () => finish(true))
    dialog.showModal()
  })
}
