import { profileOf } from 'casement/testing/profiles'
import type { ReactElement } from 'react'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'

/** Shows that Views run with another host profile, policy or fault. A click opens the setting. */
export function LabChips(): ReactElement | null {
  const { views, layout } = useStudio()
  const { profile, faults } = useStore(views.lab)
  const { title, settings } = profileOf(profile)
  const chips = [
    ...(profile === 'strict' ? [] : [settings.isPolicyLoose ? `${title} policy` : `${title} host`]),
    ...(faults.length > 0 ? [faults.length === 1 ? `Fault: ${faults[0]?.name}` : `${faults.length} faults`] : []),
  ]
  if (chips.length === 0) return null
  const open = (): void => layout.set((before) => ({ ...before, isDockOpen: true, dockTab: 'host' }))
  return (
    <span className="lab-chips">
      {chips.map((chip) => (
        <button
          key={chip}
          type="button"
          className="badge chip"
          data-tone="warning"
          title="Change in the inspector"
          onClick={open}
        >
          {chip}
        </button>
      ))}
    </span>
  )
}
