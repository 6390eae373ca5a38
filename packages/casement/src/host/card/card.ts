import { h } from '../display/dom.ts'
import { CATALOGUE } from './catalogue.ts'
import { describeDiagnosis, type Diagnosis } from './diagnosis.ts'

/** What can be done from a card. */
export interface CardActions {
  /** Mounts again. Without it there is no button. */
  readonly retry?: (() => void) | undefined
  /** Default: the clipboard of the browser. */
  readonly copy?: ((text: string) => Promise<void>) | undefined
}

let lastId = 0

/** Shows a diagnosis in place of the frame. Everything in it is text: parts of it come from the server and from the View. */
export function renderCard(
  diagnosis: Diagnosis,
  { retry, copy = (text) => navigator.clipboard.writeText(text) }: CardActions = {},
): HTMLElement {
  const { code, cause, evidence, fix, stage } = diagnosis
  const id = `casement-card-${++lastId}`
  const status = h('span', { class: 'status', role: 'status' })
  const copyButton = h('button', { type: 'button', class: 'copy' }, 'Copy details')
  copyButton.addEventListener('click', () => {
    copy(describeDiagnosis(diagnosis)).then(
      () => (status.textContent = 'Copied'),
      () => (status.textContent = 'Copying was not allowed'),
    )
  })
  const retryButton = retry && h('button', { type: 'button', class: 'retry' }, 'Try again')
  if (retry) retryButton?.addEventListener('click', retry)
  return h(
    'section',
    { class: 'card', role: 'group', 'aria-labelledby': id, 'data-code': code, 'data-stage': stage },
    h('h2', { id }, CATALOGUE[code].title),
    h('p', { class: 'cause' }, cause),
    h('p', { class: 'fix' }, fix),
    evidence.length > 0 &&
      h(
        'details',
        {},
        h('summary', {}, `What was seen (${evidence.length})`),
        h('ul', {}, ...evidence.map((line) => h('li', {}, line))),
      ),
    h('footer', {}, retryButton, copyButton, h('code', {}, code), status),
  )
}
