import { late } from './late.ts'

/** What a View may do only after the user said so. Most Views never ask for anything, so most pages never fetch it. */
export const decisions = late('What asks the user', () => import('./user-decisions.ts'))
