import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useRef, type ReactElement } from 'react'
import { labelServer } from '../api/server-label.ts'
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
  const groups = findGroups(studio)
  // Now, and not with the next frame: who knows the keys does not wait for it to type.
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

function findGroups(studio: Studio): FindGroup[] {
  const tools = [...studio.servers.tools.get().values()].flatMap((list) => (list.status === 'ready' ? list.tools : []))
  const groups: FindGroup[] = [
    {
      value: 'Tools',
      items: tools.map(({ server, tool, ui }) => ({
        id: `tool ${server} ${tool.name}`,
        title: tool.name,
        note: labelServer(server, studio.servers.entries.get() ?? []).title,
        icon: ui === undefined ? 'tool' : 'window',
        run: () => pickTool(studio, server, tool.name),
      })),
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
  return groups.filter(({ items }) => items.length > 0)
}
