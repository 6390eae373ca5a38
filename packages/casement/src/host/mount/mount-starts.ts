import { care } from '../late-care.ts'
import { takenAway, type MountLife } from './mount-life.ts'
import type { MountOptions } from './options.ts'
import type { ToolDelivery } from '../model/tool-data.ts'

/** The starts of one View: the first, and each after it was put to sleep or has to begin anew. */
export interface MountStarts {
  /** How the last one goes. */
  readonly ready: Promise<void>
  readonly begin: () => Promise<void>
  readonly reload: () => Promise<void>
  /** Starts over; how that goes is seen on the page. */
  readonly retry: () => void
  readonly freeze: () => Promise<void>
  readonly thaw: () => void
}

/** Keeps the starts of one life. Nothing is started before `begin`. */
export function createStarts(life: () => MountLife, options: MountOptions, delivery: ToolDelivery): MountStarts {
  const { signal } = options
  let ready: Promise<void>
  const starts: MountStarts = {
    get ready() {
      return ready
    },
    begin() {
      ready = signal?.aborted ? Promise.reject(takenAway()) : life().start()
      // Who does not await it sees the card.
      ready.catch(() => {})
      return ready
    },
    async reload() {
      if (life().now.state === 'closed') throw takenAway()
      await life().stop('loading', 'reload')
      return starts.begin()
    },
    retry: () => void starts.reload().catch(() => {}),
    async freeze() {
      const { placeholder } = care.now() ?? (await care.load())
      if (life().now.state !== 'ready') return
      await life().stop('frozen', 'frozen', placeholder(options, delivery.result(), starts.thaw))
    },
    thaw() {
      if (life().now.state === 'frozen') void starts.begin()
    },
  }
  return starts
}
