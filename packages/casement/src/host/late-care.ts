import { late } from './late.ts'

/** What is needed once a View is there: who watches it, what stands for it while it sleeps, and what keeps a frame warm for the next one. */
export const care = late('What looks after Views', () => import('./view-care.ts'))
