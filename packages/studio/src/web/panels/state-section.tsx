import { readMessage } from 'casement/protocol'
import type { StateEntry } from 'casement/protocol/schemas'
import { useCallback, useEffect, useState, type ReactElement } from 'react'
import { Button, IconButton } from '../design/button.tsx'
import { useStudio } from '../studio.ts'
import { JsonText } from '../timeline/json-text.tsx'
import type { RegisteredView } from '../wire/view-registry.ts'
import type { WireEntry } from '../wire/wire-log.ts'
import { Section } from './section.tsx'

type Shown = { readonly entries: Readonly<Record<string, StateEntry>> } | { readonly failed: string }

/** The state that the View stores with its host. */
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
    const isKept = watchWrites(id)
    let seen = wireLog.end
    return wireLog.subscribe(() => {
      let hasChanged = false
      for (; seen < wireLog.end; seen++) hasChanged = isKept(wireLog.get(seen)) || hasChanged
      if (hasChanged) void read()
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
      hint="The state that this View stores with its host. It survives a reload."
      actions={<IconButton icon="refresh" label="Reload the state" size="small" onClick={() => void read()} />}
    >
      {!state && <p className="panel-quiet">This host profile does not store state.</p>}
      {shown && 'failed' in shown && <p role="alert">{shown.failed}</p>}
      {state && entries.length === 0 && <p className="panel-quiet">No state is stored.</p>}
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

/** True for the answer to a write of the View: from then on there is something else to read. */
function watchWrites(view: string): (entry: WireEntry | undefined) => boolean {
  const asked = new Set<unknown>()
  return (entry) => {
    if (entry?.view !== view) return false
    const message = readMessage(entry.message)
    if (message.kind === 'request' && message.method === 'dev.casement/state/write') asked.add(message.id)
    return entry.direction === 'to-view' && message.kind === 'reply' && asked.delete(message.id)
  }
}
