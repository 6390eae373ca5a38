type Hear<K extends keyof WindowEventMap> = (event: WindowEventMap[K]) => void

const again: (() => void)[] = []

/** Listens on this window, also after its document was opened anew, which takes all listeners away. */
export function listen<K extends keyof WindowEventMap>(type: K, hear: Hear<K>, capture = false): void {
  const add = (): void => addEventListener(type, hear, capture)
  again.push(add)
  add()
}

/** Puts back what `document.open` took away. */
export function listenAgain(): void {
  for (const add of again) add()
}
