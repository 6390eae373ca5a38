import type { ReactElement } from 'react'
import { useServerLabels } from '../api/server-label.ts'
import type { KnownTool } from '../api/servers.ts'
import { labelTool } from '../api/tool-label.ts'
import { Button } from '../design/button.tsx'
import { Badge, Keys, Skeleton } from '../design/feedback.tsx'
import { Icon } from '../design/icon.tsx'
import { playCall } from './play-call.ts'
import { hasExample, sampleArguments } from './sample-arguments.ts'
import { useModel } from './use-model.ts'
import { pickTool } from '../shell/pick-tool.ts'
import { showKeys } from '../shell/use-shortcuts.ts'
import { useStore } from '../store.ts'
import { serverRights, useStudio } from '../studio.ts'

const MAX_CARDS = 8

/** An empty state, with the action that changes it. */
export function Welcome(): ReactElement {
  const studio = useStudio()
  const { isAdmin } = serverRights(useStore(studio.session))
  const lists = useStore(studio.servers.tools)
  const entries = useStore(studio.servers.entries)
  const hasModel = useModel() !== undefined
  const labelOf = useServerLabels()
  const tools = [...lists.values()].flatMap((list) => (list.status === 'ready' ? list.tools : []))
  const first = firstOfEach(tools.filter(({ forModel }) => forModel)).slice(0, MAX_CARDS)
  // The examples are harmless and declare example arguments. The arguments for other servers are unknown, so their tool is only
  // selected.
  const open = (known: KnownTool): void => {
    const { server, tool } = known
    const isExample = entries?.find(({ name }) => name === server)?.kind === 'built-in' && hasExample(tool.inputSchema)
    if (!isExample) return pickTool(studio, server, tool.name)
    studio.composer.set((before) => ({ ...before, delivery: 'stream' }))
    playCall(studio, known, sampleArguments(tool.inputSchema))
  }
  const isLoading = entries === undefined || (entries.length > 0 && lists.size === 0)
  return (
    <div className="welcome">
      <Icon name="window" />
      <h2>{hasModel ? 'Chat with tools and apps' : 'Call tools'}</h2>
      <p>
        {hasModel ? 'Send a message; the model calls the tools. ' : 'Choose a tool, enter its arguments and run it. '}
        Its View opens here, in a sandbox of its own, and every message it sends is in the inspector.
      </p>
      {isLoading && (
        <div className="tool-cards" role="status" aria-label="Loading tools">
          <Skeleton height={74} />
          <Skeleton height={74} />
        </div>
      )}
      {entries?.length === 0 && isAdmin && (
        <Button look="primary" icon="plug" onClick={() => studio.layout.set((before) => ({ ...before, overlay: 'add-server' }))}>
          Add a server
        </Button>
      )}
      <ul className="tool-cards">
        {first.map((known) => {
          const { server, tool, ui } = known
          const { title, name } = labelTool(tool)
          return (
            <li key={`${server} ${tool.name}`}>
              <button type="button" className="tool-card" onClick={() => open(known)}>
                <span className="tool-head">
                  <strong>{title}</strong>
                  {ui !== undefined && <Badge tone="accent">View</Badge>}
                </span>
                <span className="row-note">
                  {name !== undefined && <code>{name} · </code>}
                  {labelOf(server).title}
                </span>
                <span className="tool-card-text">{tool.description}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <p className="hints">
        <Keys>{showKeys('Mod+K')}</Keys> find anything · <Keys>T</Keys> servers and tools · <Keys>?</Keys> all shortcuts
      </p>
    </div>
  )
}

/** One tool of each server before the second of any. Those with a View come first. */
function firstOfEach(tools: readonly KnownTool[]): readonly KnownTool[] {
  const seen = new Map<string, number>()
  const withViewsFirst = tools.toSorted((a, b) => Number(b.ui !== undefined) - Number(a.ui !== undefined))
  const ranked = withViewsFirst.map((known) => {
    const place = seen.get(known.server) ?? 0
    seen.set(known.server, place + 1)
    return { known, place }
  })
  return ranked.toSorted((a, b) => a.place - b.place).map(({ known }) => known)
}
