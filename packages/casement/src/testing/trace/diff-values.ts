/** One place in which two values differ. */
export interface Difference {
  /** JSON Pointer to it; empty for the whole value. */
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before?: unknown
  readonly after?: unknown
}

const MOST = 1000

/** Where two JSON values differ, at most 1,000 places, in the order of the first. Lists are compared place by place. */
export function diffValues(before: unknown, after: unknown): Difference[] {
  const found: Difference[] = []
  // A list and no recursion: how deep a message is was decided by a stranger.
  const waiting: Difference[] = [{ path: '', kind: 'changed', before, after }]
  for (let next = waiting.pop(); next && found.length < MOST; next = waiting.pop()) {
    if (next.kind !== 'changed' || !isBranch(next.before) || !isBranch(next.after)) {
      if (next.kind !== 'changed' || next.before !== next.after) found.push(next)
    } else if (Array.isArray(next.before) === Array.isArray(next.after)) {
      waiting.push(...inside(next.before, next.after, next.path).toReversed())
    } else found.push(next)
  }
  return found
}

type Branch = Readonly<Record<string, unknown>>

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null

/** The members of two values next to each other, each as it would be told if it differs. */
function inside(before: Branch, after: Branch, path: string): Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name): Difference[] => {
    // What is undefined is not in JSON, so it is the same as not being there.
    const [was, is] = [own(before, name), own(after, name)]
    const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (is === undefined) return was === undefined ? [] : [{ path: at, kind: 'removed', before: was }]
    if (was === undefined) return [{ path: at, kind: 'added', after: is }]
    return [{ path: at, kind: 'changed', before: was, after: is }]
  })
}

const own = (branch: Branch, name: string): unknown => (Object.hasOwn(branch, name) ? branch[name] : undefined)
