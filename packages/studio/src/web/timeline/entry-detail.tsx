import { diffValues, maskVolatile } from 'casement/testing/trace'
import { useState, type ReactElement } from 'react'
import { Button, IconButton } from '../design/button.tsx'
import { CopyButton } from '../design/copy-button.tsx'
import { Badge } from '../design/feedback.tsx'
import type { WireEntry } from '../wire/wire-log.ts'
import { describeEntry, formatBytes, formatMs } from './describe-entry.ts'
import { DifferenceList } from './difference-list.tsx'
import { JsonText } from './json-text.tsx'
import type { Pairs } from './pairs.ts'

/** One message in full, with its partner, or next to another one. */
export function EntryDetail({
  entry,
  marked,
  pairs,
  onSelect,
  onMark,
  onClose,
}: {
  readonly entry: WireEntry
  readonly marked: WireEntry | undefined
  readonly pairs: Pairs
  readonly onSelect: (seq: number) => void
  readonly onMark: (seq: number | undefined) => void
  readonly onClose: () => void
}): ReactElement {
  const [isComparing, setComparing] = useState(true)
  const line = describeEntry(entry, pairs)
  const partner = pairs.partnerOf(entry.seq)
  const other = marked && marked.seq !== entry.seq ? marked : undefined
  return (
    <section className="wire-detail" aria-label="Message">
      <header>
        <strong>{line.kind === 'answer' ? `↩ ${line.label}` : line.label}</strong>
        <IconButton icon="close" label="Close the message" size="small" onClick={onClose} />
      </header>
      <p className="wire-facts">
        <Badge>{entry.hop}</Badge>
        {entry.path && <Badge title="Path of the message: through the relay or over the direct port">{entry.path}</Badge>}
        <span>{formatBytes(entry.bytes)}</span>
        {line.ms !== undefined && <span>{formatMs(line.ms)}</span>}
        {entry.fault !== undefined && <Badge tone="warning">fault: {entry.fault}</Badge>}
        {line.isOpen && <Badge tone="warning">not answered</Badge>}
        {line.error !== undefined && <Badge tone="danger">{line.error}</Badge>}
      </p>
      <p className="wire-actions">
        {partner && (
          <Button size="small" onClick={() => onSelect(partner.seq)}>
            {line.kind === 'answer' ? 'Show the request' : 'Show the response'}
          </Button>
        )}
        <CopyButton words="Copy" text={() => JSON.stringify(entry.message, null, 2)} />
        <Button size="small" onClick={() => onMark(marked?.seq === entry.seq ? undefined : entry.seq)}>
          {marked?.seq === entry.seq ? 'Remove the mark' : 'Mark to compare'}
        </Button>
        {other && (
          <Button size="small" aria-pressed={isComparing} onClick={() => setComparing(!isComparing)}>
            Compare with the marked message
          </Button>
        )}
      </p>
      {other && isComparing ? (
        <DifferenceList differences={diffValues(maskVolatile(other.message), maskVolatile(entry.message))} />
      ) : (
        <JsonText value={entry.message} label="Message as JSON" />
      )}
    </section>
  )
}
