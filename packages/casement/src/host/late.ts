import { CasementError, INTERNAL_ERROR } from '../protocol/errors.ts'

/** A part that is fetched when it is needed for the first time, so that a page shows its first View without it. */
export interface Late<T> {
  /** The part, once it is there. */
  readonly now: () => T | undefined
  /** Fetches it; a fetch that failed is tried again the next time. Rejects with an error of code `NOT_LOADED`. */
  readonly load: () => Promise<T>
}

/** Makes a part of a dynamic import. `what` says what cannot be done without it. */
// @__NO_SIDE_EFFECTS__
export function late<T>(what: string, bring: () => Promise<T>): Late<T> {
  let there: T | undefined
  let loading: Promise<T> | undefined
  const load = async (): Promise<T> => {
    try {
      return (there = await bring())
    } catch (cause) {
      loading = undefined
      const message = `${what} could not be loaded: see that all files of the build are served`
      throw new CasementError('NOT_LOADED', message, { cause, wire: { code: INTERNAL_ERROR } })
    }
  }
  return { now: () => there, load: () => (loading ??= load()) }
}
