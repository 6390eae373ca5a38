import type { StateEntry } from 'casement/protocol/schemas'
import { useCallback, useEffect, useState, type ReactElement } from 'react'
import { Button, IconButton } from '../design/button.tsx'
import { useStudio } from '../studio.ts'
import { JsonText } from '../timeline/json-text.tsx'
import type { RegisteredView } from '../wire/view-registry.ts'
import { Section } from './section.tsx'

type Shown = { readonly entries: Readonly<Record<string, StateEntry>> } | { readonly failed: string }

/** What the View keeps with its host. */
export function StateSection({ view: { id, notes } }: { readonly view: RegisteredView }): ReactElement {
  const { wireLog } = useStudio()
  const { app, state } = notes
  const [shown, setShown] = useState<Shown>()
  const read = useCallback(async (): Promise<void> => {
    if (!state) return
    try {
      setShown({ entries: await state.read({ app, view: id }) })
    } catch (error) {
      setShown({ failed: error instanceof Error ? error.message : String(error) })
    }
  }, [app, id, state])
  useEffect(() => {
    void read()
    let seen = wireLog.end
    return wireLog.subscribe(() => {
      const hasWritten = anyWrite(seen, wireLog.end, (seq) => wireLog.get(seq), id)
      seen = wireLog.end
      if (hasWritten) void read()
    })
  }, [read, wireLog, id])
  const forget = async (key: string): Promise<void> => {
    await state?.write({ app, view: id }, key, null)
    await read()
  }
  const entries = shown && 'entries' in shown ? Object.entries(shown.entries) : []
  return (
    <Section
      title="State"
      hint="What this View keeps with its host. It finds it again after a reload."
      actions={<IconButton icon="refresh" label="Read the state again" size="small" onClick={() => void read()} />}
    >
      {!state && <p className="panel-quiet">This host keeps none (the profile has no state).</p>}
      {shown && 'failed' in shown && <p role="alert">{shown.failed}</p>}
      {state && entries.length === 0 && <p className="panel-quiet">Nothing is kept.</p>}
      {entries.map(([key, entry]) => (
        <div key={key} className="state-entry">
          <header>
            <code>{key}</code>
            <Button size="small" look="ghost" onClick={() => void forget(key)}>
              Forget
            </Button>
          </header>
          <JsonText label={`State ${key}`} value={entry} />
        </div>
      ))}
    </Section>
  )
}

const isWrite = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'method' in message && message.method === 'dev.casement/state/write'

function anyWrite(
  from: number,
  to: number,
  get: (seq: number) => { view?: string | undefined; message: unknown } | undefined,
  view: string,
): boolean {
  for (let seq = from; seq < to; seq++) {
    const entry = get(seq)
    if (entry?.view === view && isWrite(entry.message)) return true
  }
  return false
}
