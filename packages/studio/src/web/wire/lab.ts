import type { Fault } from 'casement/testing/faults'
import { isProfileId, PROFILE_IDS, type HostProfile, type ProfileChoice } from 'casement/testing/profiles'

/** The host profile and faults that Views are tested with. */
export interface Lab {
  readonly profile: ProfileChoice
  /** The profile of `--host-profile FILE`, which can be chosen beside the built-in ones. */
  readonly given?: HostProfile | undefined
  readonly faults: readonly Fault[]
  readonly seed: string
}

/** The default: the strict host without faults. */
export const PLAIN_LAB: Lab = { profile: 'strict', faults: [], seed: '1' }

/** The profiles that can be chosen. */
export const profileChoices = ({ given }: Lab): readonly ProfileChoice[] => [...(given ? [given] : []), ...PROFILE_IDS]

const KEY = 'casement.lab'

/** The settings of the lab from the previous visit. Faults are not stored: an old injected fault would be hard to find. */
export function readLab(storage: Pick<Storage, 'getItem'> | undefined): Lab {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(KEY) ?? 'null')
    const profile = typeof kept === 'object' && kept !== null && 'profile' in kept ? kept.profile : undefined
    return isProfileId(profile) ? { ...PLAIN_LAB, profile } : PLAIN_LAB
  } catch {
    return PLAIN_LAB
  }
}

/** Stores the profile for the next session. */
export function writeLab(storage: Pick<Storage, 'setItem'> | undefined, { profile }: Lab): void {
  // A file is given to one session, and the next one may not have it.
  if (!isProfileId(profile)) return
  try {
    storage?.setItem(KEY, JSON.stringify({ profile }))
  } catch {
    // Storage that is full or forbidden costs the choice, not the page.
  }
}
