import { readTrace } from '../trace/read-trace.ts'
import type { Divergence } from '../trace/playhead.ts'
import type { Trace } from '../trace/trace.ts'
import { serveHostPage } from './host-server.ts'
import { callPage, viewIn, type FrameIn, type PageLike } from './page-like.ts'

/** The View of a recording, with the recording as its host. The test repeats the user's actions. */
export interface ReplayedApp<P extends PageLike> {
  readonly view: FrameIn<P>
  /** Resolves at the end of the recording to the divergences of the View. */
  divergences(): Promise<readonly Divergence[]>
  unmount(): Promise<void>
}

/**
 * Shows the document of a recording in a real frame and plays its host. A recording of the Studio has the document. `patience` is
 * the timeout for messages of the View, in milliseconds. Default 10,000.
 */
export async function replayTrace<P extends PageLike>(
  page: P,
  recording: Trace | string,
  { patience = 10_000 }: { readonly patience?: number } = {},
): Promise<ReplayedApp<P>> {
  const trace = typeof recording === 'string' ? readTrace(recording) : recording
  const served = await serveHostPage({})
  const id = crypto.randomUUID()
  try {
    await page.goto(served.hostOrigin)
    await callPage(page, 'replay', id, trace, patience)
  } catch (error) {
    await served.close()
    throw error
  }
  return {
    view: viewIn(page, id),
    divergences: () => callPage(page, 'divergences') as Promise<readonly Divergence[]>,
    async unmount() {
      try {
        await callPage(page, 'close')
      } finally {
        await served.close()
      }
    },
  }
}
