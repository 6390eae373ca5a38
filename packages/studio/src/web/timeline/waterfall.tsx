import type { MountStep } from 'casement/host'
import { useSyncExternalStore, type ReactElement } from 'react'
import type { ViewNotes } from '../wire/view-notes.ts'
import { formatMs } from './describe-entry.ts'

const TITLES: Readonly<Record<string, string>> = {
  fetch: 'resources/read',
  mint: 'Sandbox ticket',
  proxy: 'Proxy frame',
  document: 'Document',
  initialize: 'ui/initialize',
  initialized: 'initialized',
  input: 'Tool input delivered',
  result: 'Tool result delivered',
}

/** How long each stage of showing a View took, one after the other. */
export function Waterfall({ notes }: { readonly notes: ViewNotes }): ReactElement | null {
  const steps = useSyncExternalStore(notes.subscribe, () => notes.steps)
  const total = Math.max(1, ...steps.map(({ elapsed }) => elapsed))
  if (steps.length === 0) return null
  return (
    <details className="waterfall" open={hasRoom()}>
      <summary>
        Mounted in {formatMs(readyAfter(steps))}
        <span className="waterfall-total">{formatMs(total)} with tool data</span>
      </summary>
      <ol>
        {steps.map(({ name, elapsed }, index) => {
          const before = steps[index - 1]?.elapsed ?? 0
          return (
            <li key={`${name} ${elapsed}`}>
              <span className="waterfall-name">{TITLES[name] ?? name}</span>
              <span className="waterfall-lane" aria-hidden="true">
                <span
                  className="waterfall-bar"
                  style={{
                    left: `${(before / total) * 100}%`,
                    width: `${(Math.max(elapsed - before, total / 200) / total) * 100}%`,
                  }}
                />
              </span>
              <span className="waterfall-ms">{formatMs(elapsed - before)}</span>
            </li>
          )
        })}
      </ol>
    </details>
  )
}

/** Beside the conversation there is room for both; elsewhere the messages need it more. */
const hasRoom = (): boolean => matchMedia('(min-width: 1181px) and (min-height: 640px)').matches

const readyAfter = (steps: readonly MountStep[]): number =>
  steps.find(({ name }) => name === 'initialized')?.elapsed ?? steps.at(-1)?.elapsed ?? 0
