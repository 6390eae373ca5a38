import { adoptStyles, h } from '../surface/dom.ts'
import { CARD_STYLE } from './card-style.ts'
import { CATALOGUE } from './catalogue.ts'
import { describeDiagnosis } from './describe-diagnosis.ts'
import type { Diagnosis } from './diagnosis.ts'
import { plainCard } from './plain-card.ts'

/** What can be done from a card. */
export interface CardActions {
  /** Mounts again. Without it there is no button. */
  readonly retry?: (() => void) | undefined
  /** Default: the clipboard of the browser. */
  readonly copy?: ((text: string) => Promise<void>) | undefined
}

const toClipboard = (text: string): Promise<void> => navigator.clipboard.writeText(text)

/** Shows a diagnosis in place of the frame. Everything in it is text: parts of it come from the server and from the View. */
export function renderCard(diagnosis: Diagnosis, { retry, copy }: CardActions = {}): HTMLElement {
  const card = plainCard(diagnosis, retry)
  completeCard(card, diagnosis, copy)
  return card
}

/** Makes a plain card whole: its title, what to do at length, what was seen, and a button that copies it all. What is there stays, and keeps the focus. */
export function completeCard(card: HTMLElement, diagnosis: Diagnosis, copy = toClipboard): void {
  const { code, evidence } = diagnosis
  const { title, fix } = CATALOGUE[code]
  const status = h('span', { class: 'status', role: 'status' })
  const copyButton = h('button', { type: 'button', class: 'copy' }, 'Copy details')
  copyButton.addEventListener('click', () => {
    copy(describeDiagnosis(diagnosis)).then(
      () => (status.textContent = 'Copied'),
      () => (status.textContent = 'Copying was not allowed'),
    )
  })
  card.querySelector('h2')?.replaceChildren(title)
  card.querySelector('.fix')?.replaceChildren(fix)
  card.querySelector('code')?.before(copyButton)
  card.querySelector('footer')?.append(status)
  if (evidence.length > 0) card.querySelector('footer')?.before(evidenceList(evidence))
  adoptStyles(card.getRootNode(), CARD_STYLE)
}

const evidenceList = (evidence: readonly string[]): HTMLElement =>
  h(
    'details',
    {},
    h('summary', {}, `What was seen (${evidence.length})`),
    h('ul', {}, ...evidence.map((line) => h('li', {}, line))),
  )
