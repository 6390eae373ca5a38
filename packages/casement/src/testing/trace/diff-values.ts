/** One place in which two values differ. */
export interface Difference {
  /** JSON Pointer to it; empty for the whole value. */
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before?: unknown
  readonly after?: unknown
}

const MAX_DIFFERENCES = 1000

/** The first 1,000 differences of two JSON values, in the order of the first. Lists are compared item by item. */
export function diffValues(before: unknown, after: unknown): Difference[] {
  const found: Difference[] = []
  // Without recursion, because an untrusted message can have any depth.
  const pending: Difference[] = [{ path: '', kind: 'changed', before, after }]
  for (let next = pending.pop(); next && found.length < MAX_DIFFERENCES; next = pending.pop()) {
    if (next.kind !== 'changed' || !isBranch(next.before) || !isBranch(next.after)) {
      if (next.kind !== 'changed' || next.before !== next.after) found.push(next)
    } else if (Array.isArray(next.before) === Array.isArray(next.after)) {
      pending.push(...inside(next.before, next.after, next.path).toReversed())
    } else found.push(next)
  }
  return found
}

type Branch = Readonly<Record<string, unknown>>

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null

/** The members of two values side by side, as differences. Equal members are removed by the caller. */
function inside(before: Branch, after: Branch, path: string): Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name): Difference[] => {
    // JSON has no undefined, so an undefined member counts as absent.
    const [was, is] = [own(before, name), own(after, name)]
    const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (is === undefined) return was === undefined ? [] : [{ path: at, kind: 'removed', before: was }]
    if (was === undefined) return [{ path: at, kind: 'added', after: is }]
    return [{ path: at, kind: 'changed', before: was, after: is }]
  })
}

const own = (branch: Branch, name: string): unknown => (Object.hasOwn(branch, name) ? branch[name] : undefined)
