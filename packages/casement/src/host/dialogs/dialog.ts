import { adoptStyles, focusedElement, h, type Child } from '../surface/dom.ts'
import { armAfterPause } from './arm-after-pause.ts'
import { DIALOG_STYLE } from './dialog-style.ts'

/** The contents of a dialog. */
export interface DialogContents {
  readonly title: string
  /** The app that asks, as the host knows it. */
  readonly from: readonly Child[]
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

/** Asks the user in a modal dialog of the page, which no View can reach. Esc, closing and the signal all deny. */
export function askUser(contents: DialogContents): Promise<Choice> {
  const { title, from, body, yes, no = 'Cancel', remember, theme, signal } = contents
  if (signal?.aborted) return Promise.resolve({ allow: false, remember: false })
  const allow = h('button', { type: 'button', class: 'yes' }, yes)
  const deny = h('button', { type: 'button', class: 'no', autofocus: '' }, no)
  const checkbox = h('input', { type: 'checkbox' })
  const dialog = h(
    'dialog',
    { 'aria-labelledby': 'title', 'aria-describedby': 'from' },
    h('h2', { id: 'title' }, title),
    h('div', { id: 'from' }, ...from),
    ...body,
    remember !== undefined && h('label', {}, checkbox, h('span', {}, remember)),
    h('footer', {}, deny, allow),
  )
  const container = h('div', { class: 'casement-dialog' })
  if (theme) container.style.colorScheme = theme
  const shadow = container.attachShadow({ mode: 'open' })
  adoptStyles(shadow, DIALOG_STYLE)
  shadow.append(dialog)
  document.body.append(container)
  const previousFocus = focusedElement()
  return new Promise((resolve) => {
    const finish = (allowed: boolean): void => {
      disarm()
      signal?.removeEventListener('abort', refuse)
      dialog.close()
      container.remove()
      // Browsers restore the focus on their own, except to a frame.
      previousFocus?.focus({ preventScroll: true })
      resolve({ allow: allowed, remember: checkbox.checked })
    }
    const refuse = (): void => finish(false)
    const disarm = armAfterPause(allow, () => finish(true))
    signal?.addEventListener('abort', refuse)
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      refuse()
    })
    deny.addEventListener('click', refuse)
    dialog.showModal()
  })
}
