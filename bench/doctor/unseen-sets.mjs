// The unseen sets: apps that were committed before the doctor was first run on them.
import { good as good1 } from './unseen-1/good.mjs'
import { broken as servers1 } from './unseen-1/servers.mjs'
import { broken as views1 } from './unseen-1/views.mjs'
import { good as good2 } from './unseen-2/good.mjs'
import { broken as servers2 } from './unseen-2/servers.mjs'
import { broken as views2 } from './unseen-2/views.mjs'
import { broken as moreViews2 } from './unseen-2/views-2.mjs'
import { good as good3 } from './unseen-3/good.mjs'
import { broken as servers3 } from './unseen-3/servers.mjs'
import { broken as views3 } from './unseen-3/views.mjs'
import { good as good4 } from './unseen-4/good.mjs'
import { broken as servers4 } from './unseen-4/servers.mjs'
import { broken as views4 } from './unseen-4/views.mjs'
import { good as good5 } from './unseen-5/good.mjs'
import { broken as servers5 } from './unseen-5/servers.mjs'
import { broken as views5 } from './unseen-5/views.mjs'

/**
 * @typedef {object} UnseenCase
 * @property {string} name
 * @property {string} report The thread, or the section of the specification.
 * @property {string} cause The root cause, in one sentence.
 * @property {readonly RegExp[]} names What one finding has to say to name the root cause.
 * @property {'http'} [transport] Where it is not stdio.
 * @property {() => import('./app-parts.mjs').CaseApp | Promise<import('./app-parts.mjs').CaseApp>} [app]
 * @property {string} [program] A module that is started instead of the server of the cases.
 *
 * @typedef {object} UnseenGood
 * @property {string} name
 * @property {'http'} [transport]
 * @property {() => import('./app-parts.mjs').CaseApp | Promise<import('./app-parts.mjs').CaseApp>} app
 */

/** @type {readonly { name: string, broken: readonly UnseenCase[], good: readonly UnseenGood[] }[]} */
export const UNSEEN_SETS = [
  { name: 'unseen-1', broken: [...views1, ...servers1], good: good1 },
  { name: 'unseen-2', broken: [...views2, ...moreViews2, ...servers2], good: good2 },
  { name: 'unseen-3', broken: [...views3, ...servers3], good: good3 },
  { name: 'unseen-4', broken: [...views4, ...servers4], good: good4 },
  { name: 'unseen-5', broken: [...views5, ...servers5], good: good5 },
]
