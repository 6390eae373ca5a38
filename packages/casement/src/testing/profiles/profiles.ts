import { BUILT_IN_PROFILES } from './built-in-profiles.ts'
import type { HostProfile } from './host-profile.ts'

/** The name of a built-in profile, as `renderApp` and `--host-profile` take it. */
export type ProfileId = keyof typeof BUILT_IN_PROFILES

/** A built-in profile by its name, or a profile of a file. */
export type ProfileChoice = ProfileId | HostProfile

/** All built-in profiles, ours first. */
export const PROFILE_IDS = Object.keys(BUILT_IN_PROFILES) as readonly ProfileId[]

/** True for the name of a built-in profile. */
export const isProfileId = (value: unknown): value is ProfileId =>
  typeof value === 'string' && Object.hasOwn(BUILT_IN_PROFILES, value)

/** The profile that was chosen. */
export const profileOf = (choice: ProfileChoice): HostProfile => (typeof choice === 'string' ? BUILT_IN_PROFILES[choice] : choice)
