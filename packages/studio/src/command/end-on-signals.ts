/** The signals that end the command, and how it is done. */
export interface EndOptions {
  /** Called at the first signal; the command ends when it settles. */
  readonly close: () => Promise<void>
  readonly ending: () => void
  /** Called at the second signal. */
  readonly force: () => void
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Waits for a signal to end, lets running requests finish, and settles afterwards. A second signal does not wait. */
export function endOnSignals({ close, ending, force }: EndOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    let isEnding = false
    const end = (): void => {
      if (isEnding) return force()
      isEnding = true
      ending()
      close().then(resolve, reject)
    }
    for (const signal of SIGNALS) process.on(signal, end)
  })
}
