import { PROFILE_IDS, profileOf, type ProfileChoice } from 'casement/testing/profiles'
import type { Circumstances } from '../isolated/isolated-view.tsx'
import { DEVICES, type Device } from '../panels/devices.ts'
import type { Theme } from '../shell/theme.ts'

/** The axes of a matrix, as the user chose them. */
export interface MatrixChoice {
  readonly profiles: readonly string[]
  readonly themes: readonly Theme[]
  readonly devices: readonly string[]
}

/** One View of a matrix. */
export interface Cell extends Circumstances {
  readonly id: string
  readonly title: string
}

export const THEMES: readonly Theme[] = ['light', 'dark']

/** Devices with a width, so that Views of the same device have the same one. */
export const MATRIX_DEVICES: readonly Device[] = DEVICES.filter(({ id }) => id !== 'web')

/** The width of a View on a device that is as wide as there is room. */
export const DESKTOP_WIDTH = 760

/** The first choice: the host that is chosen now and two others, in both themes, on a computer and a phone. */
export function firstChoice(current: ProfileChoice): MatrixChoice {
  const profiles = [...new Set([profileOf(current).id, 'claude', 'chatgpt', ...PROFILE_IDS])].slice(0, 3)
  return { profiles, themes: THEMES, devices: ['desktop', 'phone'] }
}

/** The choice with a value added or removed. The last value of an axis stays. */
export function toggle<T extends string>(all: readonly T[], chosen: readonly T[], value: T): readonly T[] {
  const next = all.filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one)))
  return next.length > 0 ? next : chosen
}

/** Every combination, host by host. */
export function cellsOf({ profiles, themes, devices }: MatrixChoice, known: readonly ProfileChoice[]): readonly Cell[] {
  return profiles.flatMap((id) => {
    const profile = known.find((one) => profileOf(one).id === id)
    if (profile === undefined) return []
    return MATRIX_DEVICES.filter((device) => devices.includes(device.id)).flatMap((device) =>
      themes.map((theme) => ({
        id: `${id} ${theme} ${device.id}`,
        title: `${profileOf(profile).title} · ${theme} · ${device.title}`,
        profile,
        theme,
        device,
      })),
    )
  })
}
