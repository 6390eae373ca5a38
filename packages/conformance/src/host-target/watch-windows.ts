/** A message that a window of the page received. */
export interface WindowNote {
  /** 0 is the page of the host, 1 the frame in it, 2 the frame in that. */
  readonly depth: number
  /** False for an event that a script made up. */
  readonly isTrusted: boolean
  readonly origin: string
  /** The origin of the receiving window. */
  readonly own: string
  readonly method: string | undefined
  readonly isRequest: boolean
  /** The type of `params.html`, where there is one. */
  readonly html: string | undefined
}

/** The prefix of the console lines of the watch. */
export const WIRE_MARK = 'casement-wire '

/** Runs in every window before other scripts, and reports the messages that arrive there. It uses nothing from outside itself. */
export function watchWindows(mark: string): void {
  let depth = 0
  for (let level: Window = window; level !== level.parent; level = level.parent) depth++
  addEventListener('message', ({ data, isTrusted, origin }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null) return
    const { method, id, params } = data as { method?: unknown; id?: unknown; params?: { html?: unknown } }
    const note = {
      depth,
      isTrusted,
      origin,
      own: location.origin,
      method: typeof method === 'string' ? method : undefined,
      isRequest: method !== undefined && id !== undefined,
      html: params && 'html' in params ? typeof params.html : undefined,
    }
    // oxlint-disable-next-line no-console -- the channel from the watcher to the suite
    console.debug(mark + JSON.stringify(note))
  })
}
