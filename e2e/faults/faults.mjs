import * as audit from './audit.mjs'
import * as embedded from './embedded.mjs'
import * as lock from './lock.mjs'
import * as server from './server.mjs'

/** Every fault, in the order of the table. @type {readonly import('./fault.mjs').Fault[]} */
export const FAULTS = [...Object.values(embedded), ...Object.values(audit), ...Object.values(lock), ...Object.values(server)]
