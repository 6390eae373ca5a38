import { fileURLToPath } from 'node:url'

/** A page that is not the Studio. */
export const pagesFolder: string = fileURLToPath(new URL('./pages', import.meta.url))
