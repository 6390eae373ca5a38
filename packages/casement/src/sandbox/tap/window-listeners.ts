type Listener<K extends keyof WindowEventMap> = (event: WindowEventMap[K]) => void

const restores: (() => void)[] = []

/** Adds a listener to this window that `restoreListeners` can add again after `document.open`, which removes all listeners. */
export function listen<K extends keyof WindowEventMap>(type: K, listener: Listener<K>, capture = false): void {
  const add = (): void => addEventListener(type, listener, capture)
  restores.push(add)
  add()
}

/** Adds the listeners again that `document.open` has removed. */
export function restoreListeners(): void {
  for (const restore of restores) restore()
}
