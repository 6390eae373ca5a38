import type { SavedCall } from '@casement/gateway/api'
import { useId, useState, type ReactElement } from 'react'
import { useServerLabels } from '../api/server-label.ts'
import { toolText, useToolLabels } from '../api/tool-label.ts'
import { parseObject } from '../chat/parse-object.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Notice } from '../design/feedback.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { DifferenceList } from '../timeline/difference-list.tsx'
import { JsonText } from '../timeline/json-text.tsx'
import type { SavedDialog } from './saved-calls.ts'

/** The dialogs about a saved call. */
export function SavedDialogs({ at, call }: SavedDialog): ReactElement {
  const { saved } = useStudio()
  const isNew = useStore(saved.list).every(({ id }) => id !== call.id)
  const labelOf = useServerLabels()
  const toolLabel = useToolLabels()
  const close = (): void => saved.dialog.set(undefined)
  if (at === 'result')
    return (
      <Dialog open onClose={close} title={`Last result of ${call.name}`} wide>
        <LastResult call={call} />
      </Dialog>
    )
  if (at === 'delete')
    return (
      <Dialog open onClose={close} title="Delete the saved call?" description={`“${call.name}”. This cannot be undone.`}>
        <DeleteActions call={call} onClose={close} />
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={close}
      title={isNew ? 'Save this call' : 'Edit the saved call'}
      description={`${toolText(toolLabel(call.server, call.tool))}, ${labelOf(call.server).title}`}
    >
      <EditForm call={call} onClose={close} />
    </Dialog>
  )
}

interface PartProps {
  readonly call: SavedCall
  readonly onClose: () => void
}

function EditForm({ call, onClose }: PartProps): ReactElement {
  const { saved, toasts } = useStudio()
  const outcome = useStore(saved.outcomes).get(call.id)
  const id = useId()
  const [problem, setProblem] = useState<string>()
  // Controlled, because React resets a form after its action, also after one that found a mistake.
  const [name, setName] = useState(call.name)
  const [input, setInput] = useState(write(call.input))
  const [expected, setExpected] = useState(call.expected ? write(call.expected) : '')
  const last = outcome && 'result' in outcome ? outcome.result : undefined
  const useLast = (): void => {
    const { _meta, ...rest } = last ?? { content: [] }
    setExpected(write(rest))
  }
  const save = async (): Promise<void> => {
    const given = parseObject(input)
    if ('problem' in given) return setProblem(`Arguments: ${given.problem}`)
    const wanted = expected.trim() === '' ? undefined : parseObject(expected)
    if (wanted && 'problem' in wanted) return setProblem(`Expected result: ${wanted.problem}`)
    const { expected: _before, ...rest } = call
    try {
      await saved.put({ ...rest, name: name.trim() || call.name, input: given.input, ...(wanted && { expected: wanted.input }) })
      onClose()
    } catch (error) {
      toasts.fail('Not saved', error)
    }
  }
  return (
    <form className="form" action={save}>
      <div className="field">
        <label htmlFor={`${id}-name`}>Name</label>
        <input
          id={`${id}-name`}
          className="input"
          value={name}
          onChange={({ target }) => setName(target.value)}
          maxLength={500}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-input`}>Arguments</label>
        <textarea
          id={`${id}-input`}
          className="textarea mono"
          value={input}
          onChange={({ target }) => setInput(target.value)}
          rows={5}
          spellCheck={false}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-expected`}>Expected result</label>
        <textarea
          id={`${id}-expected`}
          className="textarea mono"
          rows={7}
          spellCheck={false}
          value={expected}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setExpected(target.value)}
        />
        <p className="field-hint" id={`${id}-hint`}>
          The result must have these fields; remove those that change with every run. If empty, the call passes unless the tool
          reports an error.
        </p>
      </div>
      {problem !== undefined && <Notice tone="danger" icon="warning" title={problem} />}
      <div className="dialog-actions">
        {last && (
          <Button look="ghost" onClick={useLast}>
            Use the last result
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit">
          Save
        </Button>
      </div>
    </form>
  )
}

function LastResult({ call }: { readonly call: SavedCall }): ReactElement {
  const outcome = useStore(useStudio().saved.outcomes).get(call.id)
  if (!outcome || outcome.status === 'running') return <p className="quiet">The call is running.</p>
  return (
    <div className="form">
      {outcome.status === 'passed' ? (
        <Notice tone="success" icon="check" title="Passed" />
      ) : (
        <Notice tone="danger" icon="warning" title="Failed">
          {outcome.reason}
        </Notice>
      )}
      {outcome.status === 'failed' && outcome.differences.length > 0 && <DifferenceList differences={outcome.differences} />}
      {outcome.result && <JsonText value={outcome.result} label="Result" />}
    </div>
  )
}

function DeleteActions({ call, onClose }: PartProps): ReactElement {
  const { saved, toasts } = useStudio()
  const remove = (): void => {
    onClose()
    void saved.remove(call.id).catch((error: unknown) => toasts.fail('Not deleted', error))
  }
  return (
    <div className="dialog-actions">
      <Button onClick={onClose}>Cancel</Button>
      <Button look="danger" onClick={remove}>
        Delete
      </Button>
    </div>
  )
}

const write = (value: unknown): string => JSON.stringify(value, null, 2)
