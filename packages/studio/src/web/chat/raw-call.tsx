import type { CallEntry } from '@casement/gateway/api'
import { useState, type ReactElement } from 'react'
import { CopyButton } from '../design/copy-button.tsx'
import { Segments } from '../design/segments.tsx'
import { JsonText } from '../timeline/json-text.tsx'

const PARTS = [
  { value: 'input', label: 'Arguments' },
  { value: 'result', label: 'Result' },
] as const

/** The raw messages. */
export function RawCall({ entry }: { readonly entry: CallEntry }): ReactElement {
  const [part, setPart] = useState<'input' | 'result'>('result')
  const value = part === 'input' ? entry.input : (entry.result ?? entry.error ?? null)
  return (
    <section className="raw" aria-label="Raw call">
      <header>
        <Segments label="Part of the call" value={part} segments={PARTS} onChange={setPart} />
        <CopyButton text={() => JSON.stringify(value, null, 2)} />
      </header>
      <JsonText value={value} label={part === 'input' ? 'Arguments' : 'Result'} />
    </section>
  )
}
