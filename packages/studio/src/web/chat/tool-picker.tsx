import { Combobox } from '@base-ui/react/combobox'
import type { ReactElement } from 'react'
import { useServerLabels } from '../api/server-label.ts'
import type { KnownTool } from '../api/servers.ts'
import { Badge } from '../design/feedback.tsx'
import { Icon } from '../design/icon.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'

interface ToolGroup {
  readonly value: string
  readonly items: readonly KnownTool[]
}

const nameOf = ({ tool }: KnownTool): string => tool.name
const isSame = (a: KnownTool, b: KnownTool): boolean => a.server === b.server && a.tool.name === b.tool.name

/** Chooses a tool by typing a part of its name. */
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
  const groups: ToolGroup[] = [...lists]
    .flatMap(([server, list]) => (list.status === 'ready' ? [{ value: server, items: list.tools }] : []))
    .filter(({ items }) => items.length > 0)
  return (
    <Combobox.Root
      items={groups}
      value={value ?? null}
      onValueChange={(known) => onPick(known ?? undefined)}
      itemToStringLabel={nameOf}
      isItemEqualToValue={isSame}
      autoHighlight
    >
      <div className="picker">
        <Icon name={value?.ui === undefined ? 'tool' : 'window'} />
        <Combobox.Input className="picker-input" placeholder="Pick a tool to run" aria-label="Tool" data-composer="" />
        {value && <span className="row-note">{labelOf(value.server).title}</span>}
        <Combobox.Trigger className="button" data-look="ghost" data-size="small" data-icon-only="" aria-label="Show all tools">
          <Icon name="chevron" />
        </Combobox.Trigger>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner className="menu-positioner" sideOffset={6} side="top" align="start">
          <Combobox.Popup className="menu picker-menu">
            <Combobox.Empty className="palette-empty">No tool has this name.</Combobox.Empty>
            <Combobox.List className="picker-list">
              {(group: ToolGroup) => (
                <Combobox.Group key={group.value} items={group.items}>
                  <Combobox.GroupLabel className="palette-group">{labelOf(group.value).title}</Combobox.GroupLabel>
                  <Combobox.Collection>
                    {(known: KnownTool) => (
                      <Combobox.Item key={known.tool.name} value={known} className="palette-item">
                        <Icon name={known.ui === undefined ? 'tool' : 'window'} />
                        <span className="row-title">{known.tool.name}</span>
                        {!known.forModel && <Badge tone="warning">only for Views</Badge>}
                        {known.ui !== undefined && <Badge tone="accent">View</Badge>}
                      </Combobox.Item>
                    )}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
