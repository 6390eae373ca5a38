import type { Unsubscribe } from '../../protocol/runtime.ts'
import { Scope } from '../../protocol/scope.ts'
import type { DisplayMode } from '../../protocol/schemas/apps-context.ts'
import { loadChunk } from '../lazy.ts'
import { adoptStyles, h } from './dom.ts'
import { MODES_STYLE } from './modes-style.ts'
import type { Surface } from './surface.ts'

/** Options of `createModes`. */
export interface ModesOptions {
  /** The title in the bar and for screen readers. */
  readonly title: string
  /** The size of picture-in-picture. Default 360 by 240. */
  readonly pip?: { readonly width: number; readonly height: number } | undefined
  /** The region that a View in the mode `split` covers. */
  readonly split?: HTMLElement | undefined
  /** The user has pressed the close button or Esc. */
  readonly onexit: () => void
}

/** Shows a View inline, fullscreen, as picture-in-picture or beside the chat. */
export interface Modes {
  set(mode: DisplayMode): void
  /** Returns to inline and removes the listeners. */
  dispose: Unsubscribe
}

/**
 * Adds fullscreen and picture-in-picture to a surface. Fullscreen is a modal dialog: it is in the top layer, the rest of the page is
 * inert, the browser traps and restores the focus, and the frame is not moved in the document. Picture-in-picture is the same element
 * as a popover, and the mode `split` a popover that covers a region of the page.
 */
export function createModes({ element, dialog }: Surface, { title, pip, split, onexit }: ModesOptions): Modes {
  const { width, height } = pip ?? { width: 360, height: 240 }
  const scope = new Scope()
  const close = h('button', { type: 'button', class: 'close', 'aria-label': `Close ${title}` }, 'Close')
  const bar = h('div', { class: 'bar', part: 'bar' }, h('span', { class: 'title' }, title), close)
  let mode: DisplayMode = 'inline'
  let previousFocus: Element | null = null
  let stopFollowing: Unsubscribe | undefined
  adoptStyles(dialog.getRootNode(), MODES_STYLE)
  dialog.style.setProperty('--pip-width', `${width}px`)
  dialog.style.setProperty('--pip-height', `${height}px`)
  dialog.prepend(bar)

  const follow = async (): Promise<void> => {
    const { coverRegion } = await loadChunk()
    if (mode !== 'split' || !split) return
    stopFollowing?.()
    stopFollowing = coverRegion(dialog, split)
  }
  const leave = (): void => {
    stopFollowing?.()
    if (dialog.matches(':popover-open')) dialog.hidePopover()
    dialog.removeAttribute('popover')
    if (dialog.matches(':modal')) dialog.close()
    dialog.removeAttribute('open')
    dialog.removeAttribute('role')
  }
  const enter = {
    inline: () => showInline(dialog),
    fullscreen: () => showAsModal(dialog, close),
    pip: () => showAsPopover(dialog),
    split() {
      showAsPopover(dialog)
      // Until the chunk is loaded, the View is in front of the page.
      follow().catch(NOTHING)
    },
  }
  const set = (next: DisplayMode): void => {
    if (next === mode) return
    if (mode === 'inline') {
      previousFocus = document.activeElement
      // Keeps the place of the View, so that the content of the page does not jump.
      element.style.minHeight = `${element.getBoundingClientRect().height}px`
    }
    mode = next
    leave()
    dialog.dataset['mode'] = next
    enter[next]()
    if (next === 'inline') element.style.minHeight = ''
    // Only fullscreen moves the focus into the View.
    if (next !== 'fullscreen') restoreFocus(previousFocus)
  }

  scope.listen(close, 'click', onexit)
  scope.listen(dialog, 'cancel', (event: Event) => {
    if (event.target !== dialog) return
    event.preventDefault()
    onexit()
  })
  // A second Esc closes the dialog even if `cancel` was prevented.
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

const NOTHING = (): void => {}

function showInline(dialog: HTMLDialogElement): void {
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

function restoreFocus(target: Element | null): void {
  if (target instanceof HTMLElement && target.isConnected && target !== document.body) target.focus({ preventScroll: true })
}
