import type { DisplayMode } from '../../protocol/schemas/apps-context.ts'
import { adoptStyles, h } from './dom.ts'
import { SURFACE_STYLE } from './surface-style.ts'
import { WAIT_STYLE } from './wait-style.ts'

/** The place of one View on the page. It never moves its frame in the document, because that would reload the frame. */
export interface Surface {
  /** The element in the page. */
  readonly element: HTMLElement
  /** Contains the slot. `createModes` shows it in other display modes. */
  readonly dialog: HTMLDialogElement
  /** Contains the frame or the card. */
  readonly slot: HTMLElement
  readonly mode: DisplayMode
  /** Sets the size in inline mode. The width defaults to that of the container. */
  setInlineSize(height: number, width?: number): void
  setBorder(prefers: boolean | undefined): void
  setTheme(theme: 'light' | 'dark'): void
  setStage(stage: string): void
  /** Shows an element over the frame, or removes it. */
  cover(cover?: HTMLElement): void
}

/** The height of a View in pixels before it has reported its size. */
export const FIRST_HEIGHT = 160

/** Adds a surface to a container, in inline mode. It is a `dialog`, which can be shown fullscreen without being moved in the document. */
export function createSurface(container: HTMLElement, title: string, theme: 'light' | 'dark'): Surface {
  const slot = h('div', { class: 'slot', part: 'slot' })
  const dialog = h(
    'dialog',
    { 'data-mode': 'inline', 'data-stage': 'loading', part: 'surface', 'aria-label': title, role: 'group', open: '' },
    slot,
  )
  const element = h('div', { class: 'casement-app' })
  const shadow = element.attachShadow({ mode: 'open' })
  adoptStyles(shadow, SURFACE_STYLE, WAIT_STYLE)
  shadow.append(dialog)
  let inlineHeight = FIRST_HEIGHT
  let cover: HTMLElement | undefined
  const layOut = (): void => {
    slot.style.height = cover?.className === 'card' ? 'auto' : `${inlineHeight}px`
  }
  const surface: Surface = {
    element,
    dialog,
    slot,
    get mode() {
      return dialog.dataset['mode'] as DisplayMode
    },
    setInlineSize(height, width) {
      inlineHeight = height
      layOut()
      dialog.style.width = width === undefined ? '' : `min(${width}px, 100%)`
    },
    setBorder(prefers) {
      // By default a line, so that the user sees where the View begins and ends.
      dialog.dataset['border'] = String(prefers ?? 'line')
    },
    setTheme(next) {
      // The frame inherits it. If its color scheme differs from that of its document, browsers paint an opaque background.
      element.style.colorScheme = next
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
  }
  surface.setTheme(theme)
  layOut()
  container.append(element)
  return surface
}
