import { Combobox } from '@base-ui/react/combobox'
import { lazy, Suspense, useState, type ReactElement } from 'react'
import { useServerLabels } from '../api/server-label.ts'
import type { KnownTool } from '../api/servers.ts'
import { labelTool } from '../api/tool-label.ts'
import { Icon } from '../design/icon.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'

const loadOptions = async () => ({ default: (await import('./tool-options.tsx')).ToolOptions })
const ToolOptions = lazy(loadOptions)

const titleOf = ({ tool }: KnownTool): string => labelTool(tool).title
const isSame = (a: KnownTool, b: KnownTool): boolean => a.server === b.server && a.tool.name === b.tool.name
const matches = ({ tool }: KnownTool, query: string): boolean => {
  const wanted = query.trim().toLowerCase()
  return tool.name.toLowerCase().includes(wanted) || labelTool(tool).title.toLowerCase().includes(wanted)
}

/** Chooses a tool by typing a part of its name or title. */
export function ToolPicker({
  value,
  onPick,
}: {
  readonly value: KnownTool | undefined
  readonly onPick: (known: KnownTool | undefined) => void
}): ReactElement {
  const { servers } = useStudio()
  const lists = useStore(servers.tools)
  const labelOf = useServerLabels()
  // Opening and arrow keys move the list to an option that may not exist yet.
  const [highlighted, setHighlighted] = useState(0)
  const tools = [...lists.values()].flatMap((list) => (list.status === 'ready' ? list.tools : []))
  const shownName = value && labelTool(value.tool).name
  return (
    <Combobox.Root
      virtualized
      items={tools}
      filter={matches}
      value={value ?? null}
      onValueChange={(known) => onPick(known ?? undefined)}
      onItemHighlighted={(_known, { index }) => setHighlighted(index)}
      itemToStringLabel={titleOf}
      isItemEqualToValue={isSame}
      autoHighlight
    >
      <div className="picker">
        <Icon name={value?.ui === undefined ? 'tool' : 'window'} />
        <Combobox.Input
          className="picker-input"
          placeholder="Choose a tool to run"
          aria-label="Tool"
          data-composer=""
          onFocus={() => void loadOptions()}
        />
        {shownName !== undefined && <code className="row-note">{shownName}</code>}
        {value && <span className="row-note">{labelOf(value.server).title}</span>}
        <Combobox.Trigger className="button" data-look="ghost" data-size="small" data-icon-only="" aria-label="Show all tools">
          <Icon name="chevron" />
        </Combobox.Trigger>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner className="menu-positioner" sideOffset={6} side="top" align="start">
          <Combobox.Popup className="menu picker-menu">
            <Combobox.Empty className="palette-empty">No tools match.</Combobox.Empty>
            <Combobox.List className="picker-list">
              <Suspense>
                <ToolOptions highlighted={highlighted} />
              </Suspense>
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
