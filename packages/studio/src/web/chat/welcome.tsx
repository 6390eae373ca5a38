import type { ReactElement } from 'react'
import { useServerLabels } from '../api/server-label.ts'
import type { KnownTool } from '../api/servers.ts'
import { Button } from '../design/button.tsx'
import { Badge, Keys, Skeleton } from '../design/feedback.tsx'
import { Icon } from '../design/icon.tsx'
import { useModel } from './use-model.ts'
import { pickTool } from '../shell/pick-tool.ts'
import { showKeys } from '../shell/use-shortcuts.ts'
import { useStore } from '../store.ts'
import { serverRights, useStudio } from '../studio.ts'

const MAX_CARDS = 8

/** What stands where nothing has happened yet, and how something will. */
export function Welcome(): ReactElement {
  const studio = useStudio()
  const { isAdmin } = serverRights(useStore(studio.session))
  const lists = useStore(studio.servers.tools)
  const entries = useStore(studio.servers.entries)
  const hasModel = useModel() !== undefined
  const labelOf = useServerLabels()
  const tools = [...lists.values()].flatMap((list) => (list.status === 'ready' ? list.tools : []))
  const first = firstOfEach(tools.filter(({ forModel }) => forModel)).slice(0, MAX_CARDS)
  const isLoading = entries === undefined || (entries.length > 0 && lists.size === 0)
  return (
    <div className="welcome">
      <Icon name="window" />
      <h2>{hasModel ? 'Ask, and apps answer' : 'You play the model'}</h2>
      <p>
        {hasModel ? 'Say what you want; the model calls the tools. ' : 'Pick a tool, fill in its arguments and run it. '}
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
        {first.map(({ server, tool, ui }) => (
          <li key={`${server} ${tool.name}`}>
            <button type="button" className="tool-card" onClick={() => pickTool(studio, server, tool.name)}>
              <span className="tool-head">
                <strong>{tool.title ?? tool.name}</strong>
                {ui !== undefined && <Badge tone="accent">View</Badge>}
              </span>
              <span className="row-note">{labelOf(server).title}</span>
              <span className="tool-card-text">{tool.description}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="hints">
        <Keys>{showKeys('Mod+K')}</Keys> find anything · <Keys>T</Keys> servers and tools · <Keys>?</Keys> all shortcuts
      </p>
    </div>
  )
}

/** The tools with a View first, and among them one of each server before the second of any. */
function firstOfEach(tools: readonly KnownTool[]): readonly KnownTool[] {
  const seen = new Map<string, number>()
  const ranked = tools.map((known) => {
    const key = `${known.server} ${known.ui !== undefined}`
    const place = seen.get(key) ?? 0
    seen.set(key, place + 1)
    return { known, place, hasView: Number(known.ui !== undefined) }
  })
  return ranked.toSorted((a, b) => b.hasView - a.hasView || a.place - b.place).map(({ known }) => known)
}
