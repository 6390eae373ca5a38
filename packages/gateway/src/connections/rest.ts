/** A delay that can be ended early. */
export interface Rest {
  /** Resolves after so many milliseconds, or without a number only when it is woken. */
  take(ms?: number): Promise<void>
  wake(): void
}

/** Creates one. Only one caller uses it at a time. */
export function createRest(): Rest {
  let wake: (() => void) | undefined
  return {
    take: (ms) =>
      new Promise((resolve) => {
        const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    wake: () => wake?.(),
  }
}
