import { createHostPage, type HostPage } from './host-page.ts'

// The one file here that runs when it is loaded: it is the script of the page.
;(globalThis as unknown as { casementTest: HostPage }).casementTest = createHostPage()
