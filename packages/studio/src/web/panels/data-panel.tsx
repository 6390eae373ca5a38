import type { ModelContext } from 'casement/host'
import { useEffect, useState, type ReactElement } from 'react'
import { Badge, Empty } from '../design/feedback.tsx'
import type { PanelProps } from '../dock.ts'
import { JsonText } from '../timeline/json-text.tsx'
import type { ViewNotes } from '../wire/view-notes.ts'
import type { RegisteredView } from '../wire/view-registry.ts'
import { Section } from './section.tsx'
import { StateSection } from './state-section.tsx'

/** The model context and the stored state of the View. */
export function DataPanel({ view }: PanelProps): ReactElement {
  if (!view)
    return (
      <Empty icon="message" title="No View yet">
        <p>
          The context that Views send to the model appears here exactly as the model reads it, and so does the state that they
          store.
        </p>
      </Empty>
    )
  return (
    <div className="panel" key={view.id}>
      <ModelSection view={view} />
      <StateSection view={view} />
    </div>
  )
}

function ModelSection({ view: { id, notes } }: { readonly view: RegisteredView }): ReactElement {
  const shown = useModelContext(notes)
  const slot = shown?.slots.find((one) => one.view === id)
  return (
    <Section title="Model context" hint="Context from all Views of the conversation, as the model receives it in its next turn.">
      {shown && shown.content.length > 0 ? (
        <ol className="panel-blocks" aria-label="Blocks for the model">
          {shown.content.map((block, index) => (
            // Blocks have no names, only places.
            <li key={index}>
              <Badge>{block.type}</Badge>
              {block.type === 'text' ? <pre>{block.text}</pre> : <JsonText label={`Block ${index + 1}`} value={block} />}
            </li>
          ))}
        </ol>
      ) : (
        <p className="panel-quiet">No View has added model context.</p>
      )}
      <p className="field-hint">
        {slot ? 'The View can restrict this.' : 'The View has not sent any messages.'}
        {shown && shown.messages > 0 && ` ${shown.messages} message(s) from Views are queued for the next turn.`}
      </p>
    </Section>
  )
}

interface ShownContext {
  readonly content: ReturnType<ModelContext['toContent']>
  readonly slots: ModelContext['slots']
  readonly messages: number
}

function useModelContext({ modelContext }: ViewNotes): ShownContext | undefined {
  const [shown, setShown] = useState<ShownContext>()
  useEffect(() => {
    if (!modelContext) return undefined
    const show = (): void =>
      setShown({ content: modelContext.toContent(), slots: modelContext.slots, messages: modelContext.messages.length })
    show()
    return modelContext.subscribe(show)
  }, [modelContext])
  return shown
}
