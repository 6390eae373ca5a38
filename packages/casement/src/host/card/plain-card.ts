import { h } from '../surface/dom.ts'
import type { Diagnosis } from './diagnosis.ts'

let lastId = 0

/**
 * Shows a diagnosis in place of the frame, in as few words as will do, because nothing may load when it is needed. Everything in it
 * is text: parts of it come from the server and from the View.
 */
export function plainCard({ code, cause, fix, stage }: Diagnosis, retry?: () => void): HTMLElement {
  const id = `casement-card-${++lastId}`
  const again = retry && h('button', { type: 'button', class: 'retry' }, 'Try again')
  again?.addEventListener('click', () => retry?.())
  return h(
    'section',
    { class: 'card', role: 'group', 'aria-labelledby': id, 'data-code': code, 'data-stage': stage },
    h('h2', { id }, `Not shown: ${stage}`),
    h('p', { class: 'cause' }, cause),
    h('p', { class: 'fix' }, fix),
    h('footer', {}, again, h('code', {}, code)),
  )
}
