import type { Divergence } from 'casement/testing/trace'
import type { ReactElement } from 'react'
import { Badge } from '../design/feedback.tsx'
import { DifferenceList } from '../timeline/difference-list.tsx'

const WORDS = {
  different: 'Different in the View',
  missing: 'Missing in the View',
  unexpected: 'Not in the recording',
} as const

/** The differences between the View and the recording. */
export function DivergenceList({ divergences }: { readonly divergences: readonly Divergence[] }): ReactElement {
  if (divergences.length === 0) return <p className="panel-quiet">No differences from the recording so far.</p>
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
    : 'a response'
