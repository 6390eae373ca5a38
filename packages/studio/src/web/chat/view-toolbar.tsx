import type { MountEventMap } from 'casement/host'
import { profileOf } from 'casement/testing/profiles'
import type { ReactElement } from 'react'
import { toolText, useToolLabels } from '../api/tool-label.ts'
import { IconButton } from '../design/button.tsx'
import { DEVICES } from '../panels/devices.ts'
import { LOCALES } from '../panels/locales.ts'
import { useTold } from '../panels/told-to-view.ts'
import { useViewOf } from '../problems/use-problems.ts'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { profileChoices } from '../wire/lab.ts'
import type { RegisteredView } from '../wire/view-registry.ts'
import { LabChips } from './lab-chips.tsx'
import { saveScreenshot } from './view-screenshot.ts'

/** The settings of a View that its author changes most, right above it. Every change takes effect at once. */
export function ViewToolbar({ entry }: { readonly entry: string }): ReactElement | null {
  const view = useViewOf(entry)
  return view ? <Toolbar view={view} /> : null
}

function Toolbar({ view: { id, mounted, server, tool } }: { readonly view: RegisteredView }): ReactElement {
  const { views, wireLog, toasts } = useStudio()
  const lab = useStore(views.lab)
  const label = toolText(useToolLabels()(server, tool))
  const { context } = useTold(wireLog, id)
  const { theme = 'light', displayMode = 'inline', availableDisplayModes = ['inline'], locale = '' } = context
  const fail = (error: unknown): void => toasts.fail('Not changed', error)
  const setMode = async (mode: string): Promise<void> => {
    if ((await mounted.setDisplayMode(mode as MountEventMap['displaymode'])) !== mode)
      throw new Error(`The View does not offer ${mode}: it names its modes in availableDisplayModes.`)
  }
  const profiles = profileChoices(lab)
  const setProfile = (chosenId: string): void => {
    const chosen = profiles.find((one) => profileOf(one).id === chosenId)
    if (chosen) views.lab.set((before) => ({ ...before, profile: chosen }))
  }
  const setDevice = (chosen: string): void => {
    const device = DEVICES.find((one) => one.id === chosen)
    if (!device) return
    mounted.element.style.maxWidth = device.width === undefined ? '' : `${device.width}px`
    mounted.update({ hostContext: device.context })
  }
  const device = DEVICES.find(
    ({ width, context: { platform } }) =>
      mounted.element.style.maxWidth === (width === undefined ? '' : `${width}px`) && platform === (context.platform ?? 'web'),
  )
  const locales = LOCALES.includes(locale) ? LOCALES : [locale, ...LOCALES]
  return (
    <div className="view-toolbar" role="toolbar" aria-label={`View of ${label}`}>
      <Choice
        label="Host profile"
        value={profileOf(lab.profile).id}
        choices={profiles.map((one) => [profileOf(one).id, profileOf(one).title])}
        onChange={setProfile}
      />
      <Choice
        label="Device"
        value={device?.id ?? 'web'}
        choices={DEVICES.map((one) => [one.id, one.title])}
        onChange={setDevice}
      />
      {locale !== '' && (
        <Choice
          label="Language"
          value={locale}
          choices={locales.map((one) => [one, one])}
          onChange={(next) => mounted.update({ hostContext: { locale: next } })}
        />
      )}
      <Choice
        label="Mode"
        value={displayMode}
        choices={availableDisplayModes.map((one) => [one, one])}
        onChange={(next) => void setMode(next).catch(fail)}
      />
      <IconButton
        size="small"
        icon={theme === 'dark' ? 'sun' : 'moon'}
        label={theme === 'dark' ? 'Show the View in light' : 'Show the View in dark'}
        onClick={() => mounted.update({ hostContext: { theme: theme === 'dark' ? 'light' : 'dark' } })}
      />
      <LabChips />
      <span className="view-actions">
        <IconButton size="small" icon="refresh" label="Reload this View" onClick={() => void mounted.reload().catch(() => {})} />
        <IconButton size="small" icon="stop" label="Freeze this View" onClick={() => void mounted.freeze().catch(fail)} />
        <IconButton
          size="small"
          icon="download"
          label="Save a screenshot of this View"
          onClick={() =>
            void saveScreenshot(mounted.element, tool).catch((error: unknown) => toasts.fail('No screenshot', error))
          }
        />
      </span>
    </div>
  )
}

function Choice({
  label,
  value,
  choices,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly choices: readonly (readonly [value: string, title: string])[]
  readonly onChange: (value: string) => void
}): ReactElement {
  return (
    <select
      className="select"
      aria-label={`${label} of this View`}
      title={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {choices.map(([choice, title]) => (
        <option key={choice} value={choice}>
          {title}
        </option>
      ))}
    </select>
  )
}
