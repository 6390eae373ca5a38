import { isRecord } from '../protocol/rpc/message.ts'

/** The prefix of the keys of `uiMetadata` in `_meta`. */
export const UI_METADATA_PREFIX = 'mcpui.dev/ui-'

/** The keys of `uiMetadata`. */
export const UIMetadataKey = {
  PREFERRED_FRAME_SIZE: 'preferred-frame-size',
  INITIAL_RENDER_DATA: 'initial-render-data',
} as const

/** The metadata of a UI resource. */
export interface UIResourceMetadata {
  /** Width and height as CSS lengths. */
  readonly 'preferred-frame-size'?: readonly [string, string]
  readonly 'initial-render-data'?: Readonly<Record<string, unknown>>
}

/** The metadata of a resource without the prefix, and everything else in its `_meta`. A key with the prefix takes precedence. */
export function getUIResourceMetadata(resource: { readonly _meta?: unknown }): UIResourceMetadata & Record<string, unknown> {
  const meta = isRecord(resource._meta) ? resource._meta : {}
  const prefixed = Object.entries(meta).filter(([key]) => key.startsWith(UI_METADATA_PREFIX))
  const others = Object.entries(meta).filter(([key]) => !key.startsWith(UI_METADATA_PREFIX))
  return Object.fromEntries([...others, ...prefixed.map(([key, value]) => [key.slice(UI_METADATA_PREFIX.length), value])])
}

/** A preferred frame size in pixels. Other units, such as `100%`, are left to the host. */
export function preferredPixels(resource: { readonly _meta?: unknown }): { width?: number; height?: number } {
  const size: unknown = getUIResourceMetadata(resource)[UIMetadataKey.PREFERRED_FRAME_SIZE]
  const [width, height] = Array.isArray(size) ? size.map(pixels) : []
  return { ...(width && { width }), ...(height && { height }) }
}

function pixels(length: unknown): number | undefined {
  if (typeof length !== 'string' && typeof length !== 'number') return undefined
  const found = /^(\d+(?:\.\d+)?)(?:px)?$/.exec(String(length).trim())?.[1]
  return found === undefined ? undefined : Number(found)
}
