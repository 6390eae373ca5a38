import { Scope } from '../../protocol/scope.ts'
import type { McpUiDisplayMode } from '../../protocol/schemas/index.ts'
import { h, sheetOf } from './dom.ts'
import { SURFACE_STYLE } from './surface-style.ts'

/** What a surface can be told. */
export interface SurfaceOptions {
  /** For the bar and for screen readers. */
  readonly title: string
  readonly theme: 'light' | 'dark'
  /** How wide and tall picture-in-picture is. */
  readonly pip?: { readonly width: number; readonly height: number }
  /** The user wants back to the page: the close button or Esc. */
  readonly onexit: () => void
}

/** The place of one View on the page. It never moves its frame in the document, because that would load it again. */
export interface Surface {
  /** What stands in the page. */
  readonly element: HTMLElement
  /** Holds the frame, or the card. */
  readonly slot: HTMLElement
  readonly mode: McpUiDisplayMode
  setMode(mode: McpUiDisplayMode): void
  /** Height and width in the flow of the page. Undefined width means all there is. */
  setInlineSize(height: number, width?: number): void
  setBorder(prefers: boolean | undefined): void
  setTheme(theme: 'light' | 'dark'): void
  setStage(stage: string): void
  /** Shows something in place of the frame; nothing takes it away again. */
  cover(cover?: HTMLElement): void
  dispose(): void
}

/**
 * Puts a surface into a container. A `dialog` in a shadow tree: shown as modal it is in the top layer with everything else
 * inert, focus is kept inside and given back by the browser, and the frame in it stays where it is. Picture-in-picture is the same
 * element as a popover.
 */
export function createSurface(container: HTMLElement, options: SurfaceOptions): Surface {
  const { title, pip = { width: 360, height: 240 } } = options
  const scope = new Scope()
  const close = h('button', { type: 'button', class: 'close', 'aria-label': `Close ${title}` }, 'Close')
  const slot = h('div', { class: 'slot', part: 'slot' })
  const bar = h('div', { class: 'bar', part: 'bar' }, h('span', { class: 'title' }, title), close)
  const dialog = h('dialog', { 'data-mode': 'inline', 'data-stage': 'loading', part: 'surface', 'aria-label': title }, bar, slot)
  const element = h('div', { class: 'casement-app' })
  const shadow = element.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [sheetOf(SURFACE_STYLE)]
  shadow.append(dialog)
  let mode: McpUiDisplayMode = 'inline'
  let inline: { height: number; width: number | undefined } = { height: 160, width: undefined }
  let before: Element | null = null
  let cover: HTMLElement | undefined

  const layOut = (): void => {
    const { height, width } = inline
    slot.style.height = mode === 'fullscreen' ? '' : `${mode === 'pip' ? pip.height : height}px`
    slot.style.height = cover?.className === 'card' && mode === 'inline' ? 'auto' : slot.style.height
    dialog.style.setProperty('--pip-width', `${pip.width}px`)
    dialog.style.width = mode === 'inline' && width !== undefined ? `min(${width}px, 100%)` : ''
  }
  const toInline = (): void => {
    dialog.role = 'group'
    dialog.setAttribute('open', '')
  }
  const leave = (): void => {
    if (dialog.matches(':popover-open')) dialog.hidePopover()
    dialog.removeAttribute('popover')
    if (dialog.matches(':modal')) dialog.close()
    dialog.removeAttribute('open')
    dialog.removeAttribute('role')
  }
  const enter = { inline: toInline, fullscreen: () => showAsModal(dialog, close), pip: () => showAsPopover(dialog) }

  const setMode = (next: McpUiDisplayMode): void => {
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
    layOut()
  }

  scope.listen(close, 'click', options.onexit)
  scope.listen(dialog, 'cancel', (event: Event) => {
    if (event.target !== dialog) return
    event.preventDefault()
    options.onexit()
  })
  // Esc pressed twice closes a dialog whatever `cancel` says.
  scope.listen(dialog, 'close', () => mode === 'fullscreen' && !dialog.open && options.onexit())
  scope.listen(document, 'keydown', (event: KeyboardEvent) => {
    if (event.key === 'Escape' && mode === 'pip' && !event.defaultPrevented) options.onexit()
  })

  element.style.colorScheme = options.theme
  toInline()
  layOut()
  container.append(element)
  return {
    element,
    slot,
    get mode() {
      return mode
    },
    setMode,
    setInlineSize(height, width) {
      inline = { height, width }
      layOut()
    },
    setBorder(prefers) {
      // Left open, the host decides: a line, so that everyone sees where the View begins and ends.
      dialog.dataset['border'] = prefers === undefined ? 'line' : String(prefers)
    },
    setTheme(theme) {
      // The frame inherits it: where its scheme differs from that of the page in it, browsers paint an opaque ground (4.24).
      element.style.colorScheme = theme
    },
    setStage(stage) {
      dialog.dataset['stage'] = stage
      dialog.ariaBusy = String(stage === 'loading' || stage === 'handshaking')
    },
    cover(next) {
      cover?.remove()
      cover = next
      if (next) slot.append(next)
      layOut()
    },
    dispose() {
      const wasAway = mode !== 'inline'
      scope.close()
      if (wasAway) leave()
      element.remove()
      if (wasAway) giveFocusBack(before)
    },
  }
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
