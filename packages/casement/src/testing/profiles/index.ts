/**
 * `casement/testing/profiles`: options of a View as known hosts would have them, and the format of profile files. The Studio imitates
 * hosts by it, and so do tests.
 * @module
 */
export { applyProfile } from './apply-profile.ts'
export type { HostProfile, ProfileFact, ProfileSettings } from './host-profile.ts'
export { readProfile, writeProfile } from './profile-file.ts'
export { isProfileId, PROFILE_IDS, profileOf, type ProfileChoice, type ProfileId } from './profiles.ts'
