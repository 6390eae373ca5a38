type Container = unknown[] | Record<string, unknown>

/** A JSON value that is built from the outside in: a container is in its place as soon as it opens. */
export interface GrowingTree {
  /** The value so far. The same containers every time, which go on growing. */
  root(): unknown
  /** Puts a value where the next one belongs, or replaces the unfinished one that was put there before. */
  put(value: unknown): void
  open(container: Container): void
  close(): void
  /** Names the place of the next value in the innermost object. */
  nameKey(key: string): void
  /** Moves on to the next place of the innermost array. */
  nextItem(): void
  /** What the innermost open container is. */
  readonly inside: 'array' | 'object' | 'nothing'
  /** The value so far, safe to keep: open containers are copied, finished ones are shared. */
  copy(): unknown
}

/** Makes an empty one, whose root is undefined. */
export function createGrowingTree(): GrowingTree {
  let root: unknown
  // The containers that are still open, outermost first, and the place in each that is being filled.
  const containers: Container[] = []
  const places: (string | number)[] = []
  let innermost: Container | undefined
  let place: string | number = 0

  const put = (value: unknown): void => {
    if (innermost) fill(innermost, place, value)
    else root = value
  }

  return {
    put,
    root: () => root,
    open(container) {
      put(container)
      if (innermost) places.push(place)
      containers.push(container)
      innermost = container
      place = 0
    },
    close() {
      containers.pop()
      innermost = containers.at(-1)
      place = places.pop() ?? 0
    },
    nameKey(key) {
      place = key
    },
    nextItem() {
      place = (place as number) + 1
    },
    get inside() {
      if (!innermost) return 'nothing'
      return Array.isArray(innermost) ? 'array' : 'object'
    },
    copy() {
      const [outermost, ...rest] = containers
      if (!outermost) return root
      const top = shallowCopy(outermost)
      let parent = top
      for (const [depth, container] of rest.entries()) {
        const child = shallowCopy(container)
        fill(parent, places[depth] ?? 0, child)
        parent = child
      }
      return top
    },
  }
}

const shallowCopy = (container: Container): Container => (Array.isArray(container) ? container.slice() : { ...container })

function fill(container: Container, place: string | number, value: unknown): void {
  // Assigning to `__proto__` would set the prototype, and to any inherited name fails where the prototype is frozen.
  if (typeof place === 'string' && place in Object.prototype)
    Object.defineProperty(container, place, { value, writable: true, enumerable: true, configurable: true })
  else (container as Record<string | number, unknown>)[place] = value
}
