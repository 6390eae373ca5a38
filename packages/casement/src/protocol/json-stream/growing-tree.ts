type Container = unknown[] | Record<string, unknown>

/** A JSON value that is built from the outside in: a container is inserted when it opens. */
export interface GrowingTree {
  /** The value so far. Always the same containers, which later values extend. */
  root(): unknown
  /** Sets the value at the current place, and replaces an incomplete one. */
  put(value: unknown): void
  open(container: Container): void
  close(): void
  /** Sets the key of the next value in the innermost object. */
  setKey(key: string): void
  /** Moves to the next index of the innermost array. */
  nextItem(): void
  /** The kind of the innermost open container. */
  readonly inside: 'array' | 'object' | 'nothing'
  /** A copy of the value so far. Open containers are copied, complete ones are shared. */
  copy(): unknown
}

/** Creates an empty tree, whose root is undefined. */
export function createGrowingTree(): GrowingTree {
  let root: unknown
  // The open containers, outermost first, and the current key or index in each.
  const containers: Container[] = []
  const places: (string | number)[] = []
  let innermost: Container | undefined
  let place: string | number = 0

  const put = (value: unknown): void => {
    if (innermost) setMember(innermost, place, value)
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
    setKey(key) {
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
        setMember(parent, places[depth] ?? 0, child)
        parent = child
      }
      return top
    },
  }
}

const shallowCopy = (container: Container): Container => (Array.isArray(container) ? container.slice() : { ...container })

function setMember(container: Container, place: string | number, value: unknown): void {
  // Assigning to `__proto__` would set the prototype, and assigning to any inherited name fails if the prototype is frozen.
  if (typeof place === 'string' && place in Object.prototype)
    Object.defineProperty(container, place, { value, writable: true, enumerable: true, configurable: true })
  else (container as Record<string | number, unknown>)[place] = value
}
