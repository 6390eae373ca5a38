import type { ServerEntry } from '@casement/gateway/api'
import type { ReactElement } from 'react'
import { useServerLabels } from '../api/server-label.ts'
import { IconButton } from '../design/button.tsx'
import { Dot, Skeleton } from '../design/feedback.tsx'
import { useStore } from '../store.ts'
import { serverRights, useStudio } from '../studio.ts'
import { SavedList } from '../saved/saved-list.tsx'
import type { Layout } from './layout.ts'
import { describeState } from './server-state.ts'

/** The servers with their state, and the way to their tools. */
export function ServerList(): ReactElement {
  const { servers, layout, session } = useStudio()
  const { isAdmin, allowCommands } = serverRights(useStore(session))
  const entries = useStore(servers.entries)
  const tools = useStore(servers.tools)
  const labelOf = useServerLabels()
  const open = (overlay: Layout['overlay'], browsed?: string): void =>
    layout.set((before): Layout => ({ ...before, overlay, ...(browsed !== undefined && { browsed }) }))
  return (
    <section className="sidebar-section servers" aria-labelledby="servers-title">
      <header>
        <h2 id="servers-title">Servers</h2>
        {isAdmin && <IconButton icon="plus" label="Add a server" size="small" onClick={() => open('add-server')} />}
      </header>
      {!entries && <Skeleton width="70%" />}
      {entries?.length === 0 && <p className="quiet">{howToAdd(isAdmin, allowCommands)}</p>}
      <ul>
        {entries?.map((server) => {
          const { name, state } = server
          const { tone, label } = describeState(state)
          const list = tools.get(name)
          return (
            <li key={name}>
              <div className="row">
                <button type="button" className="row-main" onClick={() => open('tools', name)}>
                  <Dot tone={tone} label={label} />
                  <span className="row-title" title={`${name}: ${labelOf(name).address}`}>
                    {labelOf(name).title}
                    <span className="row-note row-second">{labelOf(name).address || name}</span>
                  </span>
                  <span className="row-note">
                    {server.watch ? 'watched · ' : ''}
                    {list?.status === 'ready' ? countTools(list.tools.length) : label}
                  </span>
                </button>
                {isAdmin && <ServerActions server={server} />}
              </div>
              <SavedList server={name} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The restart of a server, and whether changes of its files cause one, next to its name. */
function ServerActions({ server: { name, watch } }: { readonly server: ServerEntry }): ReactElement {
  const { title } = useServerLabels()(name)
  const { api, toasts } = useStudio()
  const attempt = (failure: string, work: () => Promise<unknown>) => (): void =>
    void work().catch((error: unknown) => toasts.fail(failure, error))
  return (
    <span className="row-actions">
      {watch !== undefined && (
        <IconButton
          size="small"
          icon="eye"
          label={watch ? `Stop watching the files of ${title}` : `Restart ${title} when its files change`}
          aria-pressed={watch}
          onClick={attempt('Not changed', () => api.watchServer(name, !watch))}
        />
      )}
      <IconButton
        size="small"
        icon="refresh"
        label={`Restart ${title}`}
        onClick={attempt('Not restarted', () => api.restartServer(name))}
      />
    </span>
  )
}

const howToAdd = (isAdmin: boolean, allowCommands: boolean): string =>
  isAdmin
    ? `None yet. Add one by its URL${allowCommands ? ' or the command that starts it' : ''}.`
    : 'None yet. An admin of this gateway can add one.'

const countTools = (count: number): string => (count === 1 ? '1 tool' : `${count} tools`)
