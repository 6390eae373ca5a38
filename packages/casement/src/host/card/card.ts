import { adoptStyles, h } from '../surface/dom.ts'
import { CARD_STYLE } from './card-style.ts'
import { CATALOGUE, describeDiagnosis } from './catalogue.ts'
import type { Diagnosis } from './diagnosis.ts'

const toClipboard = (text: string): Promise<void> => navigator.clipboard.writeText(text)

/** Completes a plain card with the title, the detailed fix, the evidence and a copy button. Existing elements stay and keep the focus. */
export function completeCard(card: HTMLElement, diagnosis: Diagnosis, copy = toClipboard): void {
  const { code, evidence } = diagnosis
  const { title, fix } = CATALOGUE[code]
  const status = h('span', { class: 'status', role: 'status' })
  const copyButton = h('button', { type: 'button', class: 'copy' }, 'Copy details')
  copyButton.addEventListener('click', () => {
    copy(describeDiagnosis(diagnosis)).then(
      () => (status.textContent = 'Copied'),
      () => (status.textContent = 'Could not copy'),
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
  h('details', {}, h('summary', {}, `Evidence (${evidence.length})`), h('ul', {}, ...evidence.map((line) => h('li', {}, line))))
