import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactElement, ReactNode } from 'react'

/** One tab and what is under it. */
export interface Tab {
  readonly id: string
  readonly title: ReactNode
  readonly content: ReactNode
}

/** Several panels in one place, one at a time; only the one that shows is rendered. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly value: string
  readonly onChange: (id: string) => void
}): ReactElement {
  return (
    <Base.Root className="tabs" value={value} onValueChange={(id) => onChange(String(id))}>
      <Base.List className="tab-list" aria-label={label}>
        {tabs.map(({ id, title }) => (
          <Base.Tab key={id} className="tab" value={id}>
            {title}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ id, content }) => (
        <Base.Panel key={id} className="tab-panel" value={id}>
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
