import type { Unsubscribe } from '../../protocol/runtime.ts'
import { Scope } from '../../protocol/scope.ts'
import type { McpUiDisplayMode } from '../../protocol/schemas/index.ts'
import { dress, h } from './dom.ts'
import { MODES_STYLE } from './modes-style.ts'
import type { Surface } from './surface.ts'

/** What showing a View elsewhere needs to know. */
export interface ModesOptions {
  /** For the bar and for screen readers. */
  readonly title: string
  /** How wide and tall picture-in-picture is. Default 360 by 240. */
  readonly pip?: { readonly width: number; readonly height: number } | undefined
  /** The user wants back to the page: the close button or Esc. */
  readonly onexit: () => void
}

/** Shows a View elsewhere than in the flow of its page, and back. */
export interface Modes {
  set(mode: McpUiDisplayMode): void
  /** Back into the flow, for good. */
  dispose: Unsubscribe
}

/**
 * Lets a surface leave the flow. Shown as modal, its dialog is in the top layer with everything else inert, focus is kept inside and
 * given back by the browser, and the frame in it stays where it is. Picture-in-picture is the same element as a popover.
 */
export function createModes({ element, dialog }: Surface, { title, pip, onexit }: ModesOptions): Modes {
  const { width, height } = pip ?? { width: 360, height: 240 }
  const scope = new Scope()
  const close = h('button', { type: 'button', class: 'close', 'aria-label': `Close ${title}` }, 'Close')
  const bar = h('div', { class: 'bar', part: 'bar' }, h('span', { class: 'title' }, title), close)
  let mode: McpUiDisplayMode = 'inline'
  let before: Element | null = null
  dress(dialog.getRootNode(), MODES_STYLE)
  dialog.style.setProperty('--pip-width', `${width}px`)
  dialog.style.setProperty('--pip-height', `${height}px`)
  dialog.prepend(bar)

  const leave = (): void => {
    if (dialog.matches(':popover-open')) dialog.hidePopover()
    dialog.removeAttribute('popover')
    if (dialog.matches(':modal')) dialog.close()
    dialog.removeAttribute('open')
    dialog.removeAttribute('role')
  }
  const enter = {
    inline: () => showInFlow(dialog),
    fullscreen: () => showAsModal(dialog, close),
    pip: () => showAsPopover(dialog),
  }
  const set = (next: McpUiDisplayMode): void => {
    if (next === mode) return
    if (mode === 'inline') {
      before = document.activeElement
      // The page around it must not jump while the View is elsewhere.
      element.style.minHeight = `${element.getBoundingClientRect().height}px`
    }
    mode = next
    leave()
    dialog.dataset['mode'] = next
    enter[next]()
    if (next === 'inline') element.style.minHeight = ''
    // In fullscreen the focus goes along; elsewhere the user keeps it.
    if (next !== 'fullscreen') giveFocusBack(before)
  }

  scope.listen(close, 'click', onexit)
  scope.listen(dialog, 'cancel', (event: Event) => {
    if (event.target !== dialog) return
    event.preventDefault()
    onexit()
  })
  // Esc pressed twice closes a dialog whatever `cancel` says.
  scope.listen(dialog, 'close', () => mode === 'fullscreen' && !dialog.open && onexit())
  scope.listen(document, 'keydown', (event: KeyboardEvent) => {
    if (event.key === 'Escape' && mode === 'pip' && !event.defaultPrevented) onexit()
  })
  return {
    set,
    dispose() {
      scope.close()
      set('inline')
    },
  }
}

function showInFlow(dialog: HTMLDialogElement): void {
  dialog.role = 'group'
  dialog.setAttribute('open', '')
}

function showAsModal(dialog: HTMLDialogElement, first: HTMLElement): void {
  dialog.showModal()
  first.focus()
}

function showAsPopover(dialog: HTMLDialogElement): void {
  dialog.role = 'dialog'
  dialog.popover = 'manual'
  dialog.showPopover()
}

function giveFocusBack(to: Element | null): void {
  if (to instanceof HTMLElement && to.isConnected && to !== document.body) to.focus({ preventScroll: true })
}
