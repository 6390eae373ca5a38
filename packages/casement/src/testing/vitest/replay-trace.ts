import { onTestFinished } from 'vitest'
import { mountReplay } from '../render/mount-replay.ts'
import { DEFAULT_WIDTH } from '../render/open-app.ts'
import { readTrace } from '../trace/read-trace.ts'
import type { Divergence } from '../trace/playhead.ts'
import type { Trace } from '../trace/trace.ts'
import { fitViewport } from './fit-viewport.ts'
import { pluginSandbox, viewIn } from './sandbox.ts'
import type { ViewQueries } from './view-locator.ts'

/** The View of a recording, with the recording as its host. The test repeats the user's actions. */
export interface ReplayedApp extends ViewQueries {
  /** Resolves at the end of the recording: where the View did something else than then. */
  readonly divergences: Promise<readonly Divergence[]>
}

/**
 * Shows the document of a recording in a real frame and plays its host. A recording of the Studio has the document; `html` shows
 * another one, such as the next version. `patience` is for what the View did then, in milliseconds; default 10,000.
 */
export async function replayTrace(
  recording: Trace | string,
  { html, patience = 10_000 }: { readonly html?: string; readonly patience?: number } = {},
): Promise<ReplayedApp> {
  const trace = withDocument(typeof recording === 'string' ? readTrace(recording) : recording, html)
  await fitViewport(DEFAULT_WIDTH)
  const container = document.createElement('div')
  const id = crypto.randomUUID()
  container.dataset['casementApp'] = id
  document.body.append(container)
  const { mounted, replay } = mountReplay(container, trace, pluginSandbox(), { patience })
  onTestFinished(async () => {
    await mounted.dispose('the test has ended')
    container.remove()
  })
  const playing = await Promise.race([replay, mounted.ready.then(() => replay)])
  playing.play({ speed: Infinity })
  return { ...viewIn(id), divergences: playing.done }
}

function withDocument({ header, records }: Trace, html: string | undefined): Trace {
  if (html === undefined) return { header, records }
  const view = header.view ?? { app: 'recording', tool: { name: 'view' } }
  return { header: { ...header, view: { ...view, resource: { ...view.resource, html } } }, records }
}
