import type { ReactElement } from 'react'
import { Dialog } from '../design/dialog.tsx'
import { Segments } from '../design/segments.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { ModelForm } from './model-form.tsx'
import { UsageField } from '../limits/usage-field.tsx'
import { RetentionField } from './retention-field.tsx'
import type { Layout, ThemeChoice } from './layout.ts'

const THEMES = [
  { value: 'system', label: 'System', icon: 'system' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
] as const

/** The appearance of the page and its platform. */
export function Settings({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { layout, session } = useStudio()
  const { theme } = useStore(layout)
  const state = useStore(session)
  const choose = (next: ThemeChoice): void => layout.set((before): Layout => ({ ...before, theme: next }))
  return (
    <Dialog open onClose={onClose} title="Settings">
      <div className="field">
        <span className="field-label">Theme</span>
        <Segments label="Theme" value={theme} segments={THEMES} onChange={choose} />
      </div>
      <RetentionField />
      <UsageField />
      {state.at === 'ready' && state.info.canShare && state.info.user.role === 'admin' && <a href="/?admin">Administration</a>}
      <ModelForm />
      {state.at === 'ready' && (
        <dl className="facts">
          <dt>Version</dt>
          <dd>{state.info.version}</dd>
          <dt>Host profile</dt>
          <dd>{state.info.profile}</dd>
          <dt>Store</dt>
          <dd>{state.info.store === 'embedded' ? 'Embedded PostgreSQL' : 'PostgreSQL server'}</dd>
          <dt>Model</dt>
          <dd>
            {state.info.model ? `${state.info.model.id} (${state.info.model.provider})` : 'none: you call the tools yourself'}
          </dd>
          <dt>Views</dt>
          <dd>{state.info.sandbox === 'served' ? 'each app has its own origin' : 'run in an opaque origin'}</dd>
        </dl>
      )}
    </Dialog>
  )
}
