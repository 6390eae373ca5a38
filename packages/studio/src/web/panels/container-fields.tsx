import type { MountedApp } from 'casement/host'
import type { McpUiHostContext } from 'casement/protocol/schemas'
import type { ReactElement } from 'react'
import { NumberField } from './number-field.tsx'

/** The container of a View: its real width, and the height that is sent to it. */
export function ContainerFields({
  mounted,
  dimensions,
  onChange,
}: {
  readonly mounted: MountedApp
  readonly dimensions: McpUiHostContext['containerDimensions']
  readonly onChange: (context: McpUiHostContext) => void
}): ReactElement {
  const known = (dimensions ?? {}) as { width?: number; height?: number; maxWidth?: number; maxHeight?: number }
  return (
    <div className="panel-fields">
      <NumberField
        label="Width"
        value={known.width ?? known.maxWidth}
        placeholder="full width"
        onChange={(width) => (mounted.element.style.maxWidth = width === undefined ? '' : `${width}px`)}
      />
      <NumberField
        label="Maximum height"
        value={known.maxHeight ?? known.height}
        onChange={(maxHeight) =>
          onChange({ containerDimensions: { ...dimensions, ...(maxHeight !== undefined && { maxHeight }) } })
        }
      />
    </div>
  )
}
