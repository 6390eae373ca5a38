import { useState, type ReactElement } from 'react'
import type { ModelChoice } from '../../model/chat-protocol.ts'
import { Button } from '../design/button.tsx'
import { Segments } from '../design/segments.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { textOf } from './form-text.ts'

const PROVIDERS = [
  { value: 'openai-compatible', label: 'OpenAI-compatible' },
  { value: 'anthropic', label: 'Anthropic' },
] as const

/** Chooses the model that answers in this tab. */
export function ModelForm(): ReactElement {
  const { modelChoice, composer, toasts } = useStudio()
  const chosen = useStore(modelChoice)
  const [provider, setProvider] = useState<ModelChoice['provider']>(chosen?.provider ?? 'openai-compatible')
  const use = (form: FormData): void => {
    const baseUrl = textOf(form, 'baseUrl')
    const key = textOf(form, 'key')
    const id = textOf(form, 'id')
    modelChoice.set({ provider, id, ...(baseUrl && { baseUrl }), ...(key && { key }) })
    composer.set((before) => ({ ...before, mode: 'talk' }))
    toasts.tell(`${id} answers from now on`)
  }
  return (
    <form className="form" action={use}>
      <div className="field">
        <span className="field-label">Language model</span>
        <Segments label="Provider" value={provider} segments={PROVIDERS} onChange={setProvider} />
      </div>
      {provider === 'openai-compatible' && (
        <div className="field">
          <label htmlFor="model-url">Address</label>
          <input
            id="model-url"
            className="input"
            name="baseUrl"
            type="url"
            required
            defaultValue={chosen?.baseUrl}
            placeholder="http://localhost:11434/v1"
          />
        </div>
      )}
      <div className="field">
        <label htmlFor="model-id">Model</label>
        <input id="model-id" className="input" name="id" required defaultValue={chosen?.id} />
      </div>
      <div className="field">
        <label htmlFor="model-key">Key</label>
        <input id="model-key" className="input" name="key" type="password" autoComplete="off" defaultValue={chosen?.key} />
        <span className="field-hint">
          The key stays in this tab. It is sent to the gateway with each request and is not stored there.
        </span>
      </div>
      <div className="dialog-actions">
        {chosen && <Button onClick={() => modelChoice.set(undefined)}>Remove</Button>}
        <Button look="primary" type="submit">
          Use this model
        </Button>
      </div>
    </form>
  )
}
