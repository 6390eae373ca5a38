import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useRef, useState, type ReactElement } from 'react'
import { labelServer } from '../api/server-label.ts'
import { labelTool } from '../api/tool-label.ts'
import { Keys } from '../design/feedback.tsx'
import { Icon, type IconName } from '../design/icon.tsx'
import { useStore } from '../store.ts'
import type { Studio } from '../studio.ts'
import { useStudio } from '../studio.ts'
import { commandsOf } from './commands.ts'
import { pickTool } from './pick-tool.ts'
import { showKeys } from './use-shortcuts.ts'

interface Find {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly icon: IconName
  readonly keys?: string | undefined
  readonly run: () => void
}

interface FindGroup {
  readonly value: string
  readonly items: readonly Find[]
}

/** Everything by its name: tools, conversations, commands. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactElement {
  const studio = useStudio()
  const input = useRef<HTMLInputElement>(null)
  // Servers list their tools when they can, which may be after the palette was opened.
  useStore(studio.servers.tools)
  useStore(studio.conversations.list)
  const [query, setQuery] = useState('')
  const groups = matchingGroups(findGroups(studio), query)
  // Immediately, because users type before the next frame.
  const takeFocus = (): false => {
    input.current?.focus()
    return false
  }
  const run = (found: Find): void => {
    onClose()
    found.run()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog palette" aria-label="Find anything" initialFocus={takeFocus}>
          <Autocomplete.Root
            open
            inline
            items={groups}
            mode="none"
            value={query}
            onValueChange={setQuery}
            autoHighlight="always"
            keepHighlight
            itemToStringValue={({ title, note }: Find) => `${title} ${note}`}
          >
            <div className="palette-input">
              <Icon name="search" />
              <Autocomplete.Input ref={input} placeholder="Find a tool, a conversation, a command" aria-label="Find anything" />
            </div>
            <Autocomplete.Empty className="palette-empty">No results.</Autocomplete.Empty>
            <Autocomplete.List className="palette-list">
              {(group: FindGroup) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className="palette-group">{group.value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(found: Find) => (
                      <Autocomplete.Item key={found.id} value={found} className="palette-item" onClick={() => run(found)}>
                        <Icon name={found.icon} />
                        <span className="row-title">{found.title}</span>
                        <span className="row-note">{found.note}</span>
                        {found.keys && <Keys>{showKeys(found.keys)}</Keys>}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

// Enough rows to read, and few enough to open and search ten thousand tools without a delay.
const MAX_IN_GROUP = 100

/** The groups with what has the words of a query in its title or note, each up to a limit. */
function matchingGroups(groups: readonly FindGroup[], query: string): FindGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ title, note }: Find): boolean => {
    const text = `${title} ${note}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return groups
    .map(({ value, items }) => ({ value, items: items.filter(matches).slice(0, MAX_IN_GROUP) }))
    .filter(({ items }) => items.length > 0)
}

function findGroups(studio: Studio): FindGroup[] {
  const entries = studio.servers.entries.get() ?? []
  const tools = [...studio.servers.tools.get().values()].flatMap((list) => (list.status === 'ready' ? list.tools : []))
  return [
    {
      value: 'Tools',
      items: tools.map(({ server, tool, ui }) => {
        const { title, name } = labelTool(tool)
        return {
          id: `tool ${server} ${tool.name}`,
          title,
          note: [name, labelServer(server, entries).title].filter(Boolean).join(' · '),
          icon: ui === undefined ? 'tool' : 'window',
          run: () => pickTool(studio, server, tool.name),
        }
      }),
    },
    {
      value: 'Conversations',
      items: (studio.conversations.list.get() ?? []).map(({ id, title }) => ({
        id: `conversation ${id}`,
        title,
        note: '',
        icon: 'message',
        run: () => void studio.conversations.open(id),
      })),
    },
    {
      value: 'Commands',
      items: commandsOf(studio)
        .filter(({ id }) => id !== 'palette')
        .map(({ id, title, icon, keys, run }) => ({ id, title, note: '', icon, keys, run })),
    },
  ]
}
