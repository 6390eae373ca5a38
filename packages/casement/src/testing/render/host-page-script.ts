import { createHostPage } from './host-page.ts'

// The one file here that runs when it is loaded: it is the script of the page.
Object.assign(globalThis, { casementTest: createHostPage() })
