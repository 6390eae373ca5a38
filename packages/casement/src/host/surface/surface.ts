import type { McpUiDisplayMode } from '../../protocol/schemas/index.ts'
import { dress, h } from './dom.ts'
import { SURFACE_STYLE } from './surface-style.ts'
import { WAIT_STYLE } from './wait-style.ts'

/** The place of one View on the page. It never moves its frame in the document, because that would load it again. */
export interface Surface {
  /** What stands in the page. */
  readonly element: HTMLElement
  /** Holds the slot, wherever it is shown: `createModes` shows it elsewhere than in the flow. */
  readonly dialog: HTMLDialogElement
  /** Holds the frame, or the card. */
  readonly slot: HTMLElement
  readonly mode: McpUiDisplayMode
  /** Height and width in the flow of the page. Undefined width means all there is. */
  setInlineSize(height: number, width?: number): void
  setBorder(prefers: boolean | undefined): void
  setTheme(theme: 'light' | 'dark'): void
  setStage(stage: string): void
  /** Shows something in place of the frame; nothing takes it away again. */
  cover(cover?: HTMLElement): void
}

/** How high a View is before it has said how high it is. */
export const FIRST_HEIGHT = 160

/** Puts a surface into a container, in its flow. A `dialog` in a shadow tree, because that can be shown elsewhere without being moved. */
export function createSurface(container: HTMLElement, title: string, theme: 'light' | 'dark'): Surface {
  const slot = h('div', { class: 'slot', part: 'slot' })
  const dialog = h(
    'dialog',
    { 'data-mode': 'inline', 'data-stage': 'loading', part: 'surface', 'aria-label': title, role: 'group', open: '' },
    slot,
  )
  const element = h('div', { class: 'casement-app' })
  const shadow = element.attachShadow({ mode: 'open' })
  dress(shadow, SURFACE_STYLE, WAIT_STYLE)
  shadow.append(dialog)
  let tall = FIRST_HEIGHT
  let cover: HTMLElement | undefined
  const layOut = (): void => {
    slot.style.height = cover?.className === 'card' ? 'auto' : `${tall}px`
  }
  const surface: Surface = {
    element,
    dialog,
    slot,
    get mode() {
      return dialog.dataset['mode'] as McpUiDisplayMode
    },
    setInlineSize(height, width) {
      tall = height
      layOut()
      dialog.style.width = width === undefined ? '' : `min(${width}px, 100%)`
    },
    setBorder(prefers) {
      // Left open, the host decides: a line, so that everyone sees where the View begins and ends.
      dialog.dataset['border'] = String(prefers ?? 'line')
    },
    setTheme(next) {
      // The frame inherits it: where its scheme differs from that of the page in it, browsers paint an opaque ground (4.24).
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
