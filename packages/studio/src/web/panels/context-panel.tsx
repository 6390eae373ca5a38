import type { MountEventMap } from 'casement/host'
import type { McpUiHostContext } from 'casement/protocol/schemas'
import type { ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { Empty } from '../design/feedback.tsx'
import { Segments } from '../design/segments.tsx'
import type { PanelProps } from '../dock.ts'
import { useStudio } from '../studio.ts'
import { JsonText } from '../timeline/json-text.tsx'
import type { RegisteredView } from '../wire/view-registry.ts'
import { ContainerFields } from './container-fields.tsx'
import { DEVICES, type Device } from './devices.ts'
import { InsetFields } from './inset-fields.tsx'
import { LOCALES } from './locales.ts'
import { Section } from './section.tsx'
import { useTold } from './told-to-view.ts'

/** The host context of the View, which can be changed while it runs. */
export function ContextPanel({ view }: PanelProps): ReactElement {
  if (!view)
    return (
      <Empty icon="edit" title="No View yet">
        <p>
          When a View is open, you can change its theme, language, size and device here. The View receives the change immediately.
        </p>
      </Empty>
    )
  return <ContextEditor key={view.id} view={view} />
}

/** True for the device that the View is shown on now. */
function isLike(maxWidth: string, told: McpUiHostContext, { width, context }: Pick<Device, 'width' | 'context'>): boolean {
  return (
    maxWidth === (width === undefined ? '' : `${width}px`) &&
    told.platform === context.platform &&
    told.deviceCapabilities?.touch === context.deviceCapabilities?.touch
  )
}

function ContextEditor({ view }: { readonly view: RegisteredView }): ReactElement {
  const { wireLog, toasts } = useStudio()
  const { context } = useTold(wireLog, view.id)
  const { mounted } = view
  const change = (hostContext: McpUiHostContext): void => mounted.update({ hostContext })
  const showIn = async (mode: MountEventMap['displaymode']): Promise<void> => {
    if ((await mounted.setDisplayMode(mode)) === mode) return
    throw new Error(`The View does not offer ${mode}: it names its modes in availableDisplayModes.`)
  }
  const show = (mode: MountEventMap['displaymode']): void =>
    void showIn(mode).catch((error: Error) => toasts.fail('Not changed', error))
  const touch = context.deviceCapabilities?.touch ?? false
  const hover = context.deviceCapabilities?.hover ?? false
  return (
    <div className="panel">
      <Section title="Device" hint="Sets the width, input type and safe area.">
        <div className="panel-row">
          {DEVICES.map(({ id, title, width, context: given }) => (
            <Button
              key={id}
              size="small"
              aria-pressed={isLike(mounted.element.style.maxWidth, context, { width, context: given })}
              onClick={() => {
                mounted.element.style.maxWidth = width === undefined ? '' : `${width}px`
                change(given)
              }}
            >
              {title}
            </Button>
          ))}
        </div>
      </Section>
      <Section title="Environment">
        <div className="panel-fields">
          <div className="field">
            <span className="field-label">Theme</span>
            <Segments
              label="Theme"
              value={context.theme ?? 'light'}
              segments={[
                { value: 'light', label: 'Light', icon: 'sun' },
                { value: 'dark', label: 'Dark', icon: 'moon' },
              ]}
              onChange={(theme) => change({ theme })}
            />
          </div>
          <div className="field">
            <span className="field-label">Display mode</span>
            <Segments<MountEventMap['displaymode']>
              label="Display mode"
              value={context.displayMode ?? 'inline'}
              segments={(context.availableDisplayModes ?? ['inline']).map((value) => ({ value, label: value }))}
              onChange={show}
            />
          </div>
          <TextField label="Locale" value={context.locale ?? ''} choices={LOCALES} onChange={(locale) => change({ locale })} />
          <TextField
            label="Time zone"
            value={context.timeZone ?? ''}
            choices={Intl.supportedValuesOf('timeZone')}
            onChange={(timeZone) => change({ timeZone })}
          />
          <div className="field">
            <label htmlFor="context-platform">Platform</label>
            <select
              id="context-platform"
              className="select"
              value={context.platform ?? 'web'}
              onChange={({ target }) => change({ platform: target.value as 'web' })}
            >
              {['web', 'desktop', 'mobile'].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </div>
          <div className="field">
            <span className="field-label">Input</span>
            <div className="panel-row">
              <Check label="Touch" value={touch} onChange={(next) => change({ deviceCapabilities: { touch: next, hover } })} />
              <Check label="Hover" value={hover} onChange={(next) => change({ deviceCapabilities: { touch, hover: next } })} />
            </div>
          </div>
        </div>
      </Section>
      <Section title="Container" hint="The width is the width of the frame. A View in the conversation sets its own height.">
        <ContainerFields mounted={mounted} dimensions={context.containerDimensions} onChange={change} />
        <InsetFields insets={context.safeAreaInsets} onChange={(safeAreaInsets) => change({ safeAreaInsets })} />
      </Section>
      <Section title="Host context as the View receives it">
        <JsonText label="Host context" value={context} />
      </Section>
    </div>
  )
}

function TextField({
  label,
  value,
  choices,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly choices: readonly string[]
  readonly onChange: (value: string) => void
}): ReactElement {
  const id = `context-${label.toLowerCase().replace(' ', '-')}`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        key={value}
        id={id}
        className="input"
        list={`${id}-choices`}
        defaultValue={value}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && onChange(currentTarget.value)}
        onBlur={({ target }) => target.value !== value && onChange(target.value)}
      />
      <datalist id={`${id}-choices`}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </div>
  )
}

function Check({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}): ReactElement {
  return (
    <label className="check">
      <input type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}
