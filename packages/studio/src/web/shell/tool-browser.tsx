import { useState, type ReactElement } from 'react'
import { useServerLabels } from '../api/server-label.ts'
import type { KnownTool, ToolList } from '../api/servers.ts'
import { labelTool } from '../api/tool-label.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Badge, Dot, Empty, Progress, Skeleton } from '../design/feedback.tsx'
import { useStore } from '../store.ts'
import { serverRights, useStudio } from '../studio.ts'
import { JsonText } from '../timeline/json-text.tsx'
import { pickTool } from './pick-tool.ts'
import { ServerDetails } from './server-details.tsx'
import { describeState } from './server-state.ts'

/** A browser of the servers and their tools. */
export function ToolBrowser({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { servers, layout, session } = useStudio()
  const { isAdmin } = serverRights(useStore(session))
  const entries = useStore(servers.entries) ?? []
  const tools = useStore(servers.tools)
  const { browsed } = useStore(layout)
  const labelOf = useServerLabels()
  const server = entries.find(({ name }) => name === browsed) ?? entries[0]
  const browse = (name: string): void => layout.set((before) => ({ ...before, browsed: name }))
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title="Servers and tools"
      description="Tools and resources of each server, for the model and for Views."
    >
      {!server && (
        <Empty icon="plug" title="No server yet">
          <p>{isAdmin ? 'Add a server to see its tools.' : 'An admin of this gateway can add one.'}</p>
          {isAdmin && (
            <Button look="primary" onClick={() => layout.set((before) => ({ ...before, overlay: 'add-server' }))}>
              Add a server
            </Button>
          )}
        </Empty>
      )}
      {server && (
        <div className="browser">
          <ul className="browser-servers" aria-label="Servers">
            {entries.map(({ name, state }) => {
              const { tone, label } = describeState(state)
              return (
                <li key={name} className="row" data-current={name === server.name ? '' : undefined}>
                  <button type="button" className="row-main" aria-pressed={name === server.name} onClick={() => browse(name)}>
                    <Dot tone={tone} label={label} />
                    <span className="row-title">{labelOf(name).title}</span>
                  </button>
                </li>
              )
            })}
          </ul>
          <div className="browser-detail">
            <ServerDetails key={server.name} server={server} />
            {server.state.status === 'starting' && <Progress label={`${labelOf(server.name).title} is starting`} />}
            {server.state.status === 'ready' && <ToolRows key={server.name} list={tools.get(server.name)} />}
          </div>
        </div>
      )}
    </Dialog>
  )
}

// Browsers take seconds to lay out ten thousand.
const MAX_ROWS = 100

function ToolRows({ list }: { readonly list: ToolList | undefined }): ReactElement {
  const [shown, setShown] = useState(MAX_ROWS)
  if (!list || list.status === 'loading') return <Skeleton height={60} />
  if (list.status === 'failed')
    return (
      <Empty icon="warning" title="The tools could not be listed">
        {list.message}
      </Empty>
    )
  if (list.tools.length === 0) return <Empty icon="tool" title="This server offers no tools" />
  const rest = list.tools.length - shown
  return (
    <>
      <ul className="tool-rows">
        {list.tools.slice(0, shown).map((known) => (
          <ToolRow key={known.tool.name} known={known} />
        ))}
      </ul>
      {rest > 0 && (
        <p className="text-rest">
          {rest.toLocaleString('en')} more. The tool field of the composer finds them by name.{' '}
          <Button size="small" look="ghost" onClick={() => setShown(shown + MAX_ROWS)}>
            Show more
          </Button>
        </p>
      )}
    </>
  )
}

function ToolRow({ known }: { readonly known: KnownTool }): ReactElement {
  const studio = useStudio()
  const [isSchemaShown, showSchema] = useState(false)
  const { tool, server, ui, forModel, forApp } = known
  const { title, name } = labelTool(tool)
  return (
    <li className="tool-row">
      <div className="tool-head">
        <h3>{title}</h3>
        {name !== undefined && <code>{name}</code>}
        {ui !== undefined && (
          <Badge tone="accent" title={ui}>
            View
          </Badge>
        )}
        {!forModel && <Badge tone="warning">{forApp ? 'only for Views' : 'hidden'}</Badge>}
        {forModel && !forApp && <Badge>only for the model</Badge>}
        {tool.annotations?.readOnlyHint && <Badge tone="success">reads only</Badge>}
        {tool.annotations?.destructiveHint && <Badge tone="danger">destructive</Badge>}
      </div>
      {tool.description && <p className="tool-description">{tool.description}</p>}
      <div className="tool-actions">
        <Button size="small" look="primary" icon="play" onClick={() => pickTool(studio, server, tool.name)}>
          Use
        </Button>
        <Button size="small" look="ghost" icon="code" aria-expanded={isSchemaShown} onClick={() => showSchema(!isSchemaShown)}>
          Definition
        </Button>
      </div>
      {isSchemaShown && <JsonText value={tool} label={`Definition of ${tool.name}`} />}
    </li>
  )
}
