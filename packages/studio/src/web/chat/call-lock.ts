const nameOf = (entry: string): string => `casement-call ${entry}`

/** Holds a name for as long as a call runs in this page: it is free again the moment the page is gone, however it went. */
export function holdCall(entry: string, finished: Promise<unknown>): void {
  // Where the browser has no locks, a call that another page runs looks interrupted until its result arrives.
  void globalThis.navigator?.locks?.request(nameOf(entry), () => finished.catch(() => {}))
}

/** Which of these calls some page of this browser still runs. */
export async function heldCalls(entries: readonly string[]): Promise<ReadonlySet<string>> {
  const { held = [] } = (await globalThis.navigator?.locks?.query()) ?? {}
  const names = new Set(held.map(({ name }) => name))
  return new Set(entries.filter((entry) => names.has(nameOf(entry))))
}
