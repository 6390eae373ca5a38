import { Combobox } from '@base-ui/react/combobox'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type ReactElement } from 'react'
import { useServerLabels } from '../api/server-label.ts'
import type { KnownTool } from '../api/servers.ts'
import { labelTool } from '../api/tool-label.ts'
import { Badge } from '../design/feedback.tsx'
import { Icon } from '../design/icon.tsx'

const ROW = 34

/** The tools that match, of which only those in sight exist. The first of each server has its name above it. */
export function ToolOptions({ highlighted }: { readonly highlighted: number }): ReactElement {
  const tools = Combobox.useFilteredItems<KnownTool>()
  const labelOf = useServerLabels()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: tools.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    getItemKey: (index) => `${tools[index]?.server} ${tools[index]?.tool.name}`,
  })
  useEffect(() => {
    if (highlighted >= 0 && highlighted < tools.length) list.scrollToIndex(highlighted)
  }, [highlighted, list, tools.length])
  return (
    <div ref={scroller} className="picker-scroller" role="presentation">
      <div style={{ height: list.getTotalSize(), position: 'relative' }} role="presentation">
        {list.getVirtualItems().map(({ index, start, key }) => {
          const known = tools[index]
          if (!known) return null
          const { server, tool, ui, forModel } = known
          const { title, name } = labelTool(tool)
          const isFirst = tools[index - 1]?.server !== server
          return (
            <div
              key={key}
              ref={list.measureElement}
              data-index={index}
              className="picker-row-place"
              style={{ transform: `translateY(${start}px)` }}
              role="presentation"
            >
              {isFirst && (
                <div className="palette-group" aria-hidden="true">
                  {labelOf(server).title}
                </div>
              )}
              <Combobox.Item
                index={index}
                value={known}
                className="palette-item"
                aria-setsize={tools.length}
                aria-posinset={index + 1}
              >
                <Icon name={ui === undefined ? 'tool' : 'window'} />
                <span className="row-title">{title}</span>
                {name !== undefined && <code className="row-note">{name}</code>}
                {isFirst && <span className="visually-hidden">, {labelOf(server).title}</span>}
                {!forModel && <Badge tone="warning">only for Views</Badge>}
                {ui !== undefined && <Badge tone="accent">View</Badge>}
              </Combobox.Item>
            </div>
          )
        })}
      </div>
    </div>
  )
}
