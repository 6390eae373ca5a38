import { exceptions } from '../late-exceptions.ts'
import type { completeCard } from './card.ts'
import type { Diagnosis } from './diagnosis.ts'
import { plainCard } from './plain-card.ts'

type Bring = () => Promise<{ readonly completeCard: typeof completeCard }>

/** A plain card at once. The rest of it follows when it has been fetched, and is not missed where it cannot be. */
export function growingCard(diagnosis: Diagnosis, retry: () => void, bring: Bring = exceptions.load): HTMLElement {
  const card = plainCard(diagnosis, retry)
  bring().then(
    ({ completeCard }) => completeCard(card, diagnosis),
    () => {},
  )
  return card
}
