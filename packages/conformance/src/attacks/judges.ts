import type { Evidence, HostRecord } from './evidence.ts'

/** Says what got out, or undefined. */
export type Judge = (evidence: Evidence) => string | undefined

/** Anything at all that reached the canary. */
export const reachesCanary: Judge = ({ canary }) =>
  (canary.length > 0 && canary.map(({ by, what }) => `${by} ${what}`).join(', ')) || undefined

/** The View knows what only another could have told it. */
export const loots: Judge = ({ looted }) => (looted ? 'the View has the secret of another' : undefined)

/** The honest View of another app was fooled, or changed. */
export const harmsVictim: Judge = ({ victim }) => victim.join(', ') || undefined

/** The host page, or its tab, cannot go on. */
export const breaksHost: Judge = ({ page, removed, crashed }) => {
  if (crashed) return 'the host page crashed'
  if (!page) return 'the host page does not answer'
  return removed ? undefined : 'the View cannot be removed'
}

/** Judges by what the host page saw. A page that does not answer is lost. */
export const page =
  (judge: (record: HostRecord, evidence: Evidence) => string | false | undefined): Judge =>
  (evidence) =>
    evidence.page ? judge(evidence.page, evidence) || undefined : 'the host page does not answer'

/** The first of several that has something to say. */
export const anyOf =
  (...judges: readonly Judge[]): Judge =>
  (evidence) => {
    for (const judge of judges) {
      const found = judge(evidence)
      if (found) return found
    }
    return undefined
  }

/** A tool that the View must not call was called. */
export const calls = (...allowed: readonly string[]): Judge =>
  page(({ calls: made }) => made.filter((name) => !allowed.includes(name)).join(', '))

/** The host's tab was taken somewhere else. */
export const navigatesTab: Judge = ({ navigations }) => navigations.join(', ') || undefined
/** A window was opened. */
export const opensWindow: Judge = ({ popups }) => popups.join(', ') || undefined
/** A dialog of the browser was shown. */
export const showsDialog: Judge = ({ dialogs }) => dialogs.join(', ') || undefined
