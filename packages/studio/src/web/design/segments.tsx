import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { ReactElement } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** One of a few choices. */
export interface Segment<T extends string> {
  readonly value: T
  readonly label: string
  readonly icon?: IconName
}

/** A choice between a few, all of them visible. */
export function Segments<T extends string>({
  label,
  value,
  segments,
  onChange,
}: {
  readonly label: string
  readonly value: T
  readonly segments: readonly Segment<T>[]
  readonly onChange: (value: T) => void
}): ReactElement {
  const choose = ([next]: readonly T[]): void => {
    if (next !== undefined) onChange(next)
  }
  return (
    <ToggleGroup className="segments" aria-label={label} value={[value]} onValueChange={choose}>
      {segments.map((segment) => (
        <Toggle key={segment.value} className="segment" value={segment.value}>
          {segment.icon && <Icon name={segment.icon} />}
          {segment.label}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
