import { h } from '../surface/dom.ts'
import type { Diagnosis } from './diagnosis.ts'

let lastId = 0

/**
 * Shows a diagnosis in place of the frame. It is not lazy-loaded, because a card is needed most when nothing loads. Its contents are
 * text, never markup: parts of it come from the server and the View.
 */
export function plainCard({ code, cause, fix, stage }: Diagnosis, retry?: () => void): HTMLElement {
  const id = `casement-card-${++lastId}`
  const retryButton =
    retry && h('button', { type: 'button', class: 'retry' }, stage === 'running' ? 'Reload the view' : 'Try again')
  retryButton?.addEventListener('click', () => retry?.())
  return h(
    'section',
    { class: 'card', role: 'group', 'aria-labelledby': id, 'data-code': code, 'data-stage': stage },
    h('h2', { id }, `This app could not be shown (${stage})`),
    h('p', { class: 'cause' }, cause),
    h('p', { class: 'fix' }, fix),
    h('footer', {}, retryButton, h('code', {}, code)),
  )
}
