import type { CallEntry } from '@casement/gateway/api'
import { useState, type ReactElement } from 'react'
import { IconButton } from '../design/button.tsx'
import { Segments } from '../design/segments.tsx'

const PARTS = [
  { value: 'input', label: 'Arguments' },
  { value: 'result', label: 'Result' },
] as const

/** What went over the wire, as it is. */
export function RawCall({ entry }: { readonly entry: CallEntry }): ReactElement {
  const [part, setPart] = useState<'input' | 'result'>('result')
  const value = part === 'input' ? entry.input : (entry.result ?? entry.error ?? null)
  const text = JSON.stringify(value, null, 2)
  return (
    <section className="raw" aria-label="Raw call">
      <header>
        <Segments label="Part of the call" value={part} segments={PARTS} onChange={setPart} />
        <IconButton icon="copy" label="Copy" size="small" onClick={() => void navigator.clipboard.writeText(text)} />
      </header>
      {/* What scrolls must be reachable by the keyboard */}
      <pre className="json" tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}
