import type { SavedCall } from '@casement/gateway/api'
import type { ReactElement } from 'react'
import { editCall } from '../chat/edit-call.ts'
import { useServerLabels } from '../api/server-label.ts'
import { toolText, useToolLabels } from '../api/tool-label.ts'
import { IconButton } from '../design/button.tsx'
import { Dot, type Tone } from '../design/feedback.tsx'
import { Menu, type MenuItem } from '../design/menu.tsx'
import { saveFile } from '../recording/save-file.ts'
import type { Layout } from '../shell/layout.ts'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { runAllSaved, runSaved } from './run-saved.ts'
import type { Outcome } from './saved-calls.ts'

/** The saved calls of a server, with the outcome of their last run. */
export function SavedList({ server }: { readonly server: string }): ReactElement | null {
  const studio = useStudio()
  const { saved, servers, toasts } = studio
  const outcomes = useStore(saved.outcomes)
  const { title } = useServerLabels()(server)
  const calls = useStore(saved.list).filter((call) => call.server === server)
  if (calls.length === 0) return null
  const runs = calls.flatMap(({ id }) => outcomes.get(id) ?? [])
  const isRunning = runs.some(({ status }) => status === 'running')
  const exportTests = async (): Promise<void> => {
    const { exportSaved, savedFileName } = await import('./export-saved.ts')
    const entry = servers.entries.get()?.find(({ name }) => name === server)
    if (entry) saveFile(savedFileName(server), exportSaved(calls, entry))
  }
  return (
    <section className="saved" aria-label={`Saved calls of ${title}`}>
      <header>
        <span className="row-note" role="status">
          {summary(calls.length, runs)}
        </span>
        <IconButton
          size="small"
          icon="play"
          label={`Run all saved calls of ${title}`}
          disabled={isRunning}
          onClick={() => void runAllSaved(studio, server)}
        />
        <IconButton
          size="small"
          icon="download"
          label={`Export the saved calls of ${title} as tests`}
          onClick={() => void exportTests().catch((error: unknown) => toasts.fail('Not exported', error))}
        />
      </header>
      <ul>
        {calls.map((call) => (
          <SavedRow key={call.id} call={call} outcome={outcomes.get(call.id)} />
        ))}
      </ul>
    </section>
  )
}

function SavedRow({ call, outcome }: { readonly call: SavedCall; readonly outcome: Outcome | undefined }): ReactElement {
  const studio = useStudio()
  const { saved, layout } = studio
  const tool = toolText(useToolLabels()(call.server, call.tool))
  const run = (): void => {
    layout.set((before): Layout => ({ ...before, overlay: undefined }))
    void runSaved(studio, call)
  }
  const ask = (at: 'edit' | 'result' | 'delete') => (): void => saved.dialog.set({ at, call })
  const items: MenuItem[] = [
    { label: 'Run', icon: 'play', run },
    ...(outcome && outcome.status !== 'running'
      ? [{ label: 'Show the last result', icon: 'code', run: ask('result') } satisfies MenuItem]
      : []),
    { label: 'Rename or edit', icon: 'edit', run: ask('edit') },
    { label: 'Edit in the composer', icon: 'tool', run: () => editCall(studio, call) },
    { label: 'Delete', icon: 'trash', tone: 'danger', run: ask('delete') },
  ]
  const { tone, label } = describe(outcome)
  return (
    <li className="row" data-outcome={outcome?.status}>
      <button type="button" className="row-main" onClick={run} title={label}>
        <Dot tone={tone} label={label} />
        <span className="row-title">{call.name}</span>
        <span className="row-note">{tool === call.name ? '' : tool}</span>
      </button>
      <Menu label={`More for ${call.name}`} items={items} />
    </li>
  )
}

function describe(outcome: Outcome | undefined): { readonly tone: Tone | 'busy'; readonly label: string } {
  if (!outcome) return { tone: 'neutral', label: 'not run yet' }
  if (outcome.status === 'running') return { tone: 'busy', label: 'running' }
  return outcome.status === 'passed'
    ? { tone: 'success', label: 'passed' }
    : { tone: 'danger', label: `failed: ${outcome.reason}` }
}

function summary(count: number, runs: readonly Outcome[]): string {
  const of = (status: Outcome['status']): number => runs.filter((run) => run.status === status).length
  const parts = [
    of('running') > 0 && `${of('running')} running`,
    of('passed') > 0 && `${of('passed')} passed`,
    of('failed') > 0 && `${of('failed')} failed`,
  ].filter(Boolean)
  return parts.join(', ') || (count === 1 ? '1 saved call' : `${count} saved calls`)
}
