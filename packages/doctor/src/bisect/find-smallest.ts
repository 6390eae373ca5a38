import { failureOf, type Outcome } from './outcome.ts'
import type { Toggle } from './toggles.ts'

/** A set of differences that makes the View fail. */
export interface Culprit {
  readonly toggles: readonly Toggle[]
  readonly failure: string
}

/** The result of a bisection. */
export interface Bisection {
  /** Why the View fails without any difference; then nothing else was tried. */
  readonly failsAnyway: string | undefined
  /** The smallest sets of differences that make the View fail: all of one difference, or the first of two. */
  readonly culprits: readonly Culprit[]
  readonly runs: number
}

// A View mostly waits, so a few share a core.
const AT_ONCE = 4

/** Runs a View with the given differences. */
export type RunWith = (toggles: readonly Toggle[]) => Promise<Outcome>

/**
 * Tries each difference alone. A host profile counts only if none of its properties fails alone, because a property explains more.
 * If no single difference fails, pairs of properties are tried.
 */
export async function findSmallest(
  toggles: readonly Toggle[],
  runWith: RunWith,
  onProgress: (text: string) => void,
): Promise<Bisection> {
  let runs = 1
  onProgress('the View as it is')
  const working = await runWith([])
  if (working.stage !== 'ready' || working.exceptions.length > 0)
    return { failsAnyway: failureOf(working, { ...working, stage: 'ready', exceptions: [] }), culprits: [], runs }
  const tryOut = async (set: readonly Toggle[]): Promise<Culprit | undefined> => {
    runs++
    onProgress(set.map(({ name }) => name).join(' and '))
    const failure = failureOf(await runWith(set), working)
    return failure === undefined ? undefined : { toggles: set, failure }
  }
  const properties: Culprit[] = []
  const profiles: Culprit[] = []
  for (let start = 0; start < toggles.length; start += AT_ONCE) {
    const some = toggles.slice(start, start + AT_ONCE)
    const found = await Promise.all(some.map((toggle) => tryOut([toggle])))
    for (const culprit of found.filter((each) => each !== undefined))
      (culprit.toggles[0]?.kind === 'profile' ? profiles : properties).push(culprit)
  }
  if (properties.length > 0) return { failsAnyway: undefined, culprits: properties, runs }
  if (profiles.length > 0) return { failsAnyway: undefined, culprits: profiles, runs }
  for (const pair of pairsOf(toggles.filter(({ kind }) => kind === 'policy' || kind === 'host'))) {
    const culprit = await tryOut(pair)
    if (culprit) return { failsAnyway: undefined, culprits: [culprit], runs }
  }
  return { failsAnyway: undefined, culprits: [], runs }
}

function pairsOf(toggles: readonly Toggle[]): (readonly [Toggle, Toggle])[] {
  return toggles.flatMap((one, index) => toggles.slice(index + 1).map((other) => [one, other] as const))
}
