import type { ServerEntry } from '@casement/gateway/api'
import { useState, type ReactElement } from 'react'
import { useServerLabels } from '../api/server-label.ts'
import { Button } from '../design/button.tsx'
import { Badge, Notice } from '../design/feedback.tsx'
import { useStore } from '../store.ts'
import { serverRights, useStudio } from '../studio.ts'
import { describeState } from './server-state.ts'

/** The state of a server, with the reason and the fix. */
export function ServerDetails({ server }: { readonly server: ServerEntry }): ReactElement {
  const { api, toasts, session } = useStudio()
  const { isAdmin } = serverRights(useStore(session))
  const [isRemoving, setRemoving] = useState(false)
  const { name, kind, address, state, output, watch, restarted } = server
  const { tone, label } = describeState(state)
  const { title } = useServerLabels()(name)
  const refusal = state.status === 'unauthorized' ? state.reason : state.status === 'ready' ? state.reauthorize : undefined
  const attempt = (failure: string, work: () => Promise<unknown>) => (): void =>
    void work().catch((error: unknown) => toasts.fail(failure, error))
  const authorize = async (): Promise<void> => {
    // Opened immediately, during the user activation; browsers block it after a response.
    const tab = open('about:blank', '_blank')
    try {
      const { url } = await api.authorizeServer(name)
      if (tab) tab.location.href = url
      else location.href = url
    } catch (error) {
      tab?.close()
      throw error
    }
  }
  return (
    <section className="server-details" aria-label={`Server ${title}`}>
      <div className="tool-head">
        <h3>{title}</h3>
        {title !== name && <code>{name}</code>}
        {isAdmin && (
          <Button size="small" icon="refresh" onClick={attempt('Not restarted', () => api.restartServer(name))}>
            Restart
          </Button>
        )}
        {isAdmin && watch !== undefined && (
          <label className="check">
            <input type="checkbox" checked={watch} onChange={attempt('Not changed', () => api.watchServer(name, !watch))} />
            Restart when its files change
          </label>
        )}
        <Badge tone={tone === 'busy' ? 'info' : tone}>{label}</Badge>
        <Badge>{kind}</Badge>
        {state.status === 'ready' && <Badge title="Protocol version">{state.protocolVersion}</Badge>}
      </div>
      <code className="server-address">{address}</code>
      {restarted?.files && (
        <p className="row-note">
          Restarted at {new Date(restarted.at).toLocaleTimeString()}, because of {restarted.files.slice(0, 5).join(', ')}.
        </p>
      )}
      {state.status === 'failed' && (
        <Notice tone="danger" icon="warning" title={state.reason}>
          {state.fix} {state.retryAt !== undefined && <Retry at={state.retryAt} />}
        </Notice>
      )}
      {refusal !== undefined && (
        <Notice
          tone="warning"
          icon="key"
          title={refusal}
          actions={
            isAdmin && (
              <Button size="small" look="primary" onClick={attempt('Not authorized', authorize)}>
                Authorize
              </Button>
            )
          }
        >
          {isAdmin ? 'Sign-in opens in a new tab. Return here afterwards.' : 'An admin of this gateway can authorize it.'}
        </Notice>
      )}
      {state.status === 'ready' && state.instructions && <p className="tool-description">{state.instructions}</p>}
      {output.length > 0 && (
        <details className="server-output" open={state.status === 'failed'}>
          <summary>Last output</summary>
          <pre className="json">{output.join('\n')}</pre>
        </details>
      )}
      {isAdmin && (
        <div className="tool-actions">
          {isRemoving ? (
            <>
              <Button size="small" look="danger" icon="trash" onClick={attempt('Not removed', () => api.removeServer(name))}>
                Remove {name} permanently
              </Button>
              <Button size="small" onClick={() => setRemoving(false)}>
                Keep it
              </Button>
            </>
          ) : (
            <Button size="small" look="ghost" icon="trash" onClick={() => setRemoving(true)}>
              Remove
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function Retry({ at }: { readonly at: number }): ReactElement {
  return <>Next attempt at {new Date(at).toLocaleTimeString()}.</>
}
