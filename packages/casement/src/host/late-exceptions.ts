import { late } from './late.ts'

/** What is needed only where something is not as it should be. Most pages never fetch it. */
export const exceptions = late('What deals with this kind of View', () => import('./exceptions.ts'))
