import type { McpUiHostContext } from 'casement/protocol/schemas'
import type { ReactElement } from 'react'
import { NumberField } from './number-field.tsx'

type Insets = NonNullable<McpUiHostContext['safeAreaInsets']>

const NONE: Insets = { top: 0, right: 0, bottom: 0, left: 0 }

/** The safe area insets. */
export function InsetFields({
  insets = NONE,
  onChange,
}: {
  readonly insets: Insets | undefined
  readonly onChange: (insets: Insets) => void
}): ReactElement {
  return (
    <fieldset className="panel-insets">
      <legend className="field-label">Safe area</legend>
      {(['top', 'right', 'bottom', 'left'] as const).map((side) => (
        <NumberField
          key={side}
          label={side}
          value={insets[side]}
          onChange={(value = 0) => onChange({ ...insets, [side]: value })}
        />
      ))}
    </fieldset>
  )
}
