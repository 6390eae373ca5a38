/**
 * `casement/testing/profiles`: options of a View as known hosts would have them. The Studio imitates hosts by it, and so do tests.
 * @module
 */
export { applyProfile } from './apply-profile.ts'
export { isProfileId, PROFILE_IDS, profileOf, type HostProfile, type ProfileId, type ProfileSettings } from './profiles.ts'
