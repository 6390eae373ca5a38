import { fileURLToPath } from 'node:url'

/** Where the built web app is, for the gateway's `pages`. */
export const pagesFolder = (): string => fileURLToPath(new URL('../web', import.meta.url))
