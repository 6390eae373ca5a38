import type { CallEntry } from '@casement/gateway/api'
import { readRecording, type Trace } from 'casement/testing/trace'
import { useCallback, useRef, useState, type ReactElement } from 'react'
import { toolText, useToolLabels } from '../api/tool-label.ts'
import { isUnderWay } from '../chat/is-under-way.ts'
import type { OpenConversation } from '../chat/open-conversation.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Notice } from '../design/feedback.tsx'
import { Section } from '../panels/section.tsx'
import { MessageTable, type Sides } from '../recording/message-table.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { DifferenceList } from '../timeline/difference-list.tsx'
import { differencesOf, sideOfCall, sideOfRecording, type Side } from './compared-call.ts'
import { ComparedPictures } from './compared-pictures.tsx'
import { ComparedView } from './compared-view.tsx'

/** Two calls, or recordings of some, side by side. */
export function CompareDialog({
  conversation,
  entry,
  onClose,
}: {
  readonly conversation: OpenConversation
  readonly entry: CallEntry
  readonly onClose: () => void
}): ReactElement {
  const { toasts } = useStudio()
  const entries = useStore(conversation.entries)
  const [recordings, setRecordings] = useState<readonly Side[]>([])
  const toolLabel = useToolLabels()
  const picker = useRef<HTMLInputElement>(null)
  const sides = [
    ...entries.flatMap((one, at): Side[] =>
      one.kind === 'call' && !isUnderWay(one) ? [sideOfCall(one, at + 1, toolText(toolLabel(one.server, one.tool)))] : [],
    ),
    ...recordings,
  ]
  const [chosen, setChosen] = useState<readonly [string | undefined, string]>([otherThan(entry, sides)?.id, entry.id])
  const [before, after] = chosen.map((id) => sides.find((side) => side.id === id))
  const choose = (at: 0 | 1, id: string): void => setChosen(at === 0 ? [id, chosen[1]] : [chosen[0], id])
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return
    try {
      const side = sideOfRecording(await readRecording(await file.text()), file.name)
      setRecordings((all) => [...all.filter(({ id }) => id !== side.id), side])
      choose(0, side.id)
    } catch (error) {
      toasts.fail(`${file.name} was not opened`, error)
    }
  }
  return (
    <Dialog
      open
      full
      onClose={onClose}
      title="Compare calls"
      description="Each View is mounted a second time, with a copy of its state. The conversation does not change."
    >
      <div className="compare">
        <div className="compare-sides">
          <SideChoice label="First call" sides={sides} value={before?.id} onChange={(id) => choose(0, id)} />
          <SideChoice label="Second call" sides={sides} value={after?.id} onChange={(id) => choose(1, id)} />
          <Button onClick={() => picker.current?.click()}>Open a recording…</Button>
          <input
            ref={picker}
            className="visually-hidden"
            type="file"
            accept=".jsonl,.txt,application/jsonl,application/x-ndjson,text/plain"
            aria-label="A recording to compare"
            tabIndex={-1}
            onChange={({ target }) => {
              void open(target.files?.[0])
              target.value = ''
            }}
          />
        </div>
        {before && after ? (
          <Compared key={`${before.id} ${after.id}`} conversation={conversation} before={before} after={after} />
        ) : (
          <Notice tone="info" title="There is nothing to compare with">
            Run the tool again, or open a recording.
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

/** The previous call of the same tool, else of any. */
function otherThan({ id, tool, server }: CallEntry, sides: readonly Side[]): Side | undefined {
  const others = sides.slice(
    0,
    sides.findIndex((side) => side.id === id),
  )
  const all = others.length > 0 ? others : sides.filter((side) => side.id !== id)
  return all.findLast((side) => side.kind === 'call' && side.entry.tool === tool && side.entry.server === server) ?? all.at(-1)
}

function SideChoice({
  label,
  sides,
  value,
  onChange,
}: {
  readonly label: string
  readonly sides: readonly Side[]
  readonly value: string | undefined
  readonly onChange: (id: string) => void
}): ReactElement {
  return (
    <select className="select" aria-label={label} value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
      {value === undefined && <option value="">{label}</option>}
      {sides.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  )
}

function Compared({
  conversation,
  before,
  after,
}: {
  readonly conversation: OpenConversation
  readonly before: Side
  readonly after: Side
}): ReactElement {
  const [traces, setTraces] = useState<readonly [Trace | undefined, Trace | undefined]>([undefined, undefined])
  const views = useRef<HTMLDivElement>(null)
  const sides: Sides = [before.title, after.title]
  const differences = differencesOf(before, after)
  const setBefore = useCallback((trace: Trace) => setTraces(([, other]) => [trace, other]), [])
  const setAfter = useCallback((trace: Trace) => setTraces(([other]) => [other, trace]), [])
  return (
    <>
      <Section title="Results" hint="Tool, arguments and result of the two calls.">
        {differences.length === 0 ? (
          <Notice tone="success" title="The same tool, arguments and result" />
        ) : (
          <Notice tone="warning" title={`First difference: ${differences[0]?.path || 'the whole call'}`}>
            <DifferenceList differences={differences} markFirst />
          </Notice>
        )}
      </Section>
      <div className="compare-views" ref={views}>
        <ComparedView conversation={conversation} side={before} onTrace={setBefore} />
        <ComparedView conversation={conversation} side={after} onTrace={setAfter} />
      </div>
      <ComparedPictures views={views} sides={sides} />
      <Section title="Messages" hint="Between the View and its host, in order. Ids and times do not count.">
        {traces[0] && traces[1] ? (
          <MessageTable before={traces[0]} after={traces[1]} sides={sides} />
        ) : (
          <p className="quiet">A call without a View has no messages between View and host.</p>
        )}
      </Section>
    </>
  )
}
