import { writeTrace, type Trace } from 'casement/testing/trace'

/** A test that plays a recording to a View and wants it to do the same again. It needs `casement` and Vitest, and no browser. */
export function exportTest(trace: Trace): string {
  const title = trace.header.title ?? 'a recorded session'
  // A template literal would read ${…} and backslashes in the recording; JSON text in a string literal reads nothing.
  const lines = writeTrace(trace)
    .trimEnd()
    .split('\n')
    .map((line) => `  ${JSON.stringify(line)},`)
  return `import type { Channel } from 'casement/protocol'
import { replayTrace } from 'casement/testing'
import { App } from 'casement/view'
import { expect, test } from 'vitest'

/** Start your View here, with its handlers, on the channel that it is given. */
async function startView(channel: Channel): Promise<void> {
  const app = new App(${JSON.stringify(appInfoOf(trace))})
  await app.connect(channel)
}

test(${JSON.stringify(`${title} matches the recording`)}, async () => {
  expect(await replayTrace(recording.join('\\n'), startView)).toEqual([])
})

const recording = [
${lines.join('\n')}
]
`
}

/** The name that the View gives itself. */
function appInfoOf({ records, header }: Trace): { name: string; version: string } {
  for (const record of records) {
    const message =
      record.kind === 'message'
        ? (record.message as { params?: { appInfo?: { name?: unknown; version?: unknown } } } | null)
        : null
    const { name, version } = message?.params?.appInfo ?? {}
    if (typeof name === 'string' && typeof version === 'string') return { name, version }
  }
  return { name: header.view?.tool.name ?? 'view', version: '1.0.0' }
}
