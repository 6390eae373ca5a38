import type { Ask, AskAnswer, AskedCall } from '@casement/gateway/api'
import { lazy, Suspense, useId, type ReactElement } from 'react'
import { useServerLabels } from '../api/server-label.ts'
import { toolText, useToolLabels } from '../api/tool-label.ts'
import { Button } from '../design/button.tsx'
import { ErrorBoundary } from '../design/error-boundary.tsx'
import { Skeleton } from '../design/feedback.tsx'
import { Icon } from '../design/icon.tsx'
import { useDraft } from '../drafts.ts'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'

const ArgumentsForm = lazy(async () => ({ default: (await import('./arguments-form.tsx')).ArgumentsForm }))
const SamplingForm = lazy(async () => ({ default: (await import('./sampling-form.tsx')).SamplingForm }))

/** The requests of servers to the user, above the composer. */
export function AskList(): ReactElement | null {
  const { asks, toasts } = useStudio()
  const open = useStore(asks.open)
  if (open.length === 0) return null
  const answerTo = (id: string) => (answer: AskAnswer) =>
    void asks.answer(id, answer).catch((error: unknown) => toasts.fail('Not answered', error))
  return (
    <section className="asks" aria-label="Requests from servers" aria-live="polite">
      {open.map((ask) => (
        <ErrorBoundary key={ask.id}>
          <AskCard ask={ask} onAnswer={answerTo(ask.id)} />
        </ErrorBoundary>
      ))}
    </section>
  )
}

function AskCard({ ask, onAnswer }: { readonly ask: Ask; readonly onAnswer: (answer: AskAnswer) => void }): ReactElement {
  const formId = useId().replaceAll(/\W/g, '')
  const what = ask.kind === 'elicitation' ? 'asks you' : 'asks a model'
  const asking = `${useServerLabels()(ask.server).title} ${what}`
  return (
    <article className="ask" aria-label={asking}>
      <h2 className="ask-head">
        <Icon name="message" /> {asking}
      </h2>
      {ask.call && <AskedFor server={ask.server} call={ask.call} />}
      <Suspense fallback={<Skeleton height={96} />}>
        {ask.kind === 'elicitation' ? (
          <ElicitationForm id={formId} ask={ask} onAnswer={onAnswer} />
        ) : (
          <SamplingForm id={formId} ask={ask} onAnswer={onAnswer} />
        )}
      </Suspense>
      <div className="composer-actions">
        <Button size="small" look="ghost" onClick={() => onAnswer({ action: 'decline' })}>
          Decline
        </Button>
        <span className="spacer" />
        <Button size="small" look="primary" icon="send" type="submit" form={formId}>
          Answer
        </Button>
      </div>
    </article>
  )
}

/** The call during which a server sends a request, with a link to it. */
function AskedFor({ server, call }: { readonly server: string; readonly call: AskedCall }): ReactElement {
  const { conversations } = useStudio()
  const shown = useStore(conversations.shown)
  const toolLabel = useToolLabels()
  const labelOf = useServerLabels()
  const { conversation, view, tool, by } = call
  const entries = shown.at === 'open' && shown.conversation.id === conversation ? shown.conversation.entries.get() : []
  const entry = entries.find(({ id }) => id === view)
  const maker =
    by === 'app' ? (entry?.kind === 'call' ? `the View of ${toolText(toolLabel(entry.server, entry.tool))}` : 'a View') : BY[by]
  return (
    <p className="row-note ask-call">
      Needed by <strong>{toolText(toolLabel(server, tool))}</strong> on {labelOf(server).title}, called by {maker}.
      {conversation !== undefined && view !== undefined && (
        <Button size="small" look="ghost" icon="link" onClick={() => void conversations.open(conversation, view)}>
          Show it
        </Button>
      )}
    </p>
  )
}

const NO_VALUES: Record<string, unknown> = {}

/** A request that is repeated after a restart of the gateway keeps the entered values. */
const draftOf = ({ server, params }: Ask): string => `ask ${server} ${JSON.stringify(params)}`

const BY = { person: 'you', model: 'the model' } as const

interface AskFormProps {
  readonly id: string
  readonly ask: Ask
  readonly onAnswer: (answer: AskAnswer) => void
}

function ElicitationForm({ id, ask, onAnswer }: AskFormProps): ReactElement {
  const [values, setValues] = useDraft(draftOf(ask), NO_VALUES)
  const { message, requestedSchema } = ask.params
  return (
    <>
      <p className="plain-text">{String(message)}</p>
      <div className="arguments">
        <ArgumentsForm
          id={id}
          schema={requestedSchema}
          value={values}
          onChange={setValues}
          onReady={() => {}}
          onRun={(content) => {
            setValues(NO_VALUES)
            onAnswer({ action: 'accept', content })
          }}
        />
      </div>
    </>
  )
}
