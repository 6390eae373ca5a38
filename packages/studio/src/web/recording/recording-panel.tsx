import { readRecording, redactTrace, writeTrace, type Trace } from 'casement/testing/trace'
import { lazy, Suspense, useRef, useState, type ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Skeleton } from '../design/feedback.tsx'
import type { PanelProps } from '../dock.ts'
import { Section } from '../panels/section.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { Comparison } from './comparison.tsx'
import { exportTest } from './export-test.ts'
import { makeTrace, traceFileName } from './make-trace.ts'
import { saveFile } from './save-file.ts'

const ReplayStage = lazy(async () => ({ default: (await import('./replay-stage.tsx')).ReplayStage }))

/** Saves the recording of a View as a file, and replays such files. */
export function RecordingPanel({ view }: PanelProps): ReactElement {
  const { wireLog, toasts, recording } = useStudio()
  const recorded = useStore(recording)
  const [isRedacting, setRedacting] = useState(true)
  const [withHtml, setWithHtml] = useState(true)
  const [opened, setOpened] = useState<Trace>()
  const picker = useRef<HTMLInputElement>(null)

  const make = (): Trace | undefined => {
    if (!view) return undefined
    const trace = makeTrace(view, wireLog)
    return isRedacting || !withHtml ? redactTrace(trace, { html: !withHtml }) : trace
  }
  const save = (write: (trace: Trace) => string, nameOf: (trace: Trace) => string): void => {
    const trace = make()
    if (trace) saveFile(nameOf(trace), write(trace))
  }
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return
    try {
      setOpened(await readRecording(await file.text()))
    } catch (error) {
      toasts.fail(`${file.name} was not opened`, error)
    }
  }

  return (
    <div className="panel">
      {recorded && view && <Comparison recorded={recorded} view={view} />}
      <Section
        title="Record"
        hint="All messages are recorded. The file contains the messages with their times, the document and the policy."
      >
        <div className="panel-row">
          <label className="check">
            <input type="checkbox" checked={isRedacting} onChange={({ target }) => setRedacting(target.checked)} />
            Redact secrets
          </label>
          <label className="check">
            <input type="checkbox" checked={withHtml} onChange={({ target }) => setWithHtml(target.checked)} />
            Include the document
          </label>
        </div>
        <div className="panel-row">
          <Button look="primary" icon="download" disabled={!view} onClick={() => save(writeTrace, traceFileName)}>
            Save the recording
          </Button>
          <Button
            icon="code"
            disabled={!view}
            onClick={() => save(exportTest, (trace) => traceFileName(trace).replace('.trace.jsonl', '.test.ts'))}
          >
            Export as a test
          </Button>
        </div>
      </Section>
      <Section title="Replay" hint="The recording acts as the host of the real View, in the real sandbox. No server is called.">
        <div className="panel-row">
          <Button icon="play" disabled={!view} onClick={() => setOpened(make())}>
            Replay this View
          </Button>
          <Button onClick={() => picker.current?.click()}>Open a recording…</Button>
          <input
            ref={picker}
            className="visually-hidden"
            type="file"
            accept=".jsonl,.txt,application/jsonl,application/x-ndjson,text/plain"
            aria-label="Recording file"
            tabIndex={-1}
            onChange={({ target }) => {
              void open(target.files?.[0])
              target.value = ''
            }}
          />
        </div>
      </Section>
      {opened && (
        <Dialog
          open
          wide
          onClose={() => setOpened(undefined)}
          title={opened.header.title ?? 'Recording'}
          description={describe(opened)}
        >
          <Suspense fallback={<Skeleton height={240} />}>
            <ReplayStage trace={opened} />
          </Suspense>
        </Dialog>
      )}
    </div>
  )
}

function describe({ header, records }: Trace): string {
  const when = new Date(header.startedAt).toLocaleString()
  return `Recorded ${when} by ${header.by.name}, ${records.length.toLocaleString('en')} records`
}
