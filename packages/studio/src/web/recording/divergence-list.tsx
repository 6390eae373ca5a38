import type { Divergence } from 'casement/testing/trace'
import type { ReactElement } from 'react'
import { Badge } from '../design/feedback.tsx'
import { DifferenceList } from '../timeline/difference-list.tsx'

const WORDS = {
  different: 'The View said something else',
  missing: 'The View did not say it',
  unexpected: 'The View said what is not in the recording',
} as const

/** In what the View did not do as it did in the recording. */
export function DivergenceList({ divergences }: { readonly divergences: readonly Divergence[] }): ReactElement {
  if (divergences.length === 0) return <p className="panel-quiet">Up to here the View does what it did in the recording.</p>
  return (
    <ol className="divergences" aria-label="Divergences">
      {divergences.map(({ kind, position, recorded, live, differences }, index) => (
        <li key={index}>
          <Badge tone="warning">{position}</Badge> {WORDS[kind]}: <code>{methodOf(live ?? recorded)}</code>
          {kind === 'different' && <DifferenceList differences={differences} />}
        </li>
      ))}
    </ol>
  )
}

const methodOf = (message: unknown): string =>
  typeof message === 'object' && message !== null && 'method' in message && typeof message.method === 'string'
    ? message.method
    : 'an answer'
