import { loadChunk } from '../lazy.ts'
import type { completeCard } from './card.ts'
import type { Diagnosis } from './diagnosis.ts'
import { plainCard } from './plain-card.ts'

type LoadCard = () => Promise<{ readonly completeCard: typeof completeCard }>

/** Shows a plain card immediately, and completes it when the lazy chunk has loaded. If that fails, the plain card stays. */
export function diagnosisCard(diagnosis: Diagnosis, retry: () => void, load: LoadCard = loadChunk): HTMLElement {
  const card = plainCard(diagnosis, retry)
  load().then(
    (chunk) => chunk.completeCard(card, diagnosis),
    () => {},
  )
  return card
}
