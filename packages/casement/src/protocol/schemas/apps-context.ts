import { RequestIdSchema } from './mcp-base.ts'
import { ToolSchema } from './mcp-tools.ts'
import { boolean, number, oneOf, string } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { array, looseObject, object, optional, type Optional } from './structures.ts'
import { STYLE_VARIABLE_KEYS, type McpUiStyleVariableKey } from './style-variables.ts'

/** The color theme of the host. */
export const McpUiThemeSchema = oneOf('light', 'dark')
export type McpUiTheme = Infer<typeof McpUiThemeSchema>

/** A display mode of a View. */
export const McpUiDisplayModeSchema = oneOf('inline', 'fullscreen', 'pip')
export type McpUiDisplayMode = Infer<typeof McpUiDisplayModeSchema>

/** A display mode, with the draft mode beside the chat. It is used only between sides that both have `dev.casement/split`. */
export type DisplayMode = McpUiDisplayMode | 'split'

// The draft mode is valid in messages, but not part of the types, which are those of the specification.
export const messageDisplayMode = oneOf('inline', 'fullscreen', 'pip', 'split') as Schema<McpUiDisplayMode>

/** The name of a standard CSS variable. */
export const McpUiStyleVariableKeySchema = oneOf<McpUiStyleVariableKey>(...STYLE_VARIABLE_KEYS)

const styleVariables = Object.fromEntries(STYLE_VARIABLE_KEYS.map((key) => [key, optional(string())]))

/** Values of the standard CSS variables. */
export const McpUiStylesSchema: Schema<{ [K in McpUiStyleVariableKey]?: string | undefined }> = object(
  styleVariables as Record<McpUiStyleVariableKey, Optional<string>>,
)
/** Values of the standard CSS variables. */
export type McpUiStyles = Infer<typeof McpUiStylesSchema>

/** CSS rules of the host. */
export const McpUiHostCssSchema = object({ fonts: optional(string()) })
export type McpUiHostCss = Infer<typeof McpUiHostCssSchema>

/** The styles of the host. */
export const McpUiHostStylesSchema = object({ variables: optional(McpUiStylesSchema), css: optional(McpUiHostCssSchema) })
export type McpUiHostStyles = Infer<typeof McpUiHostStylesSchema>

/** The size of the container in pixels: per axis a fixed size, a maximum, or neither. */
export type ContainerDimensions = ({ height: number } | { maxHeight?: number | undefined }) &
  ({ width: number } | { maxWidth?: number | undefined })

const containerDimensions: Schema<ContainerDimensions> = object({
  height: optional(number()),
  maxHeight: optional(number()),
  width: optional(number()),
  maxWidth: optional(number()),
})

/** The host context of a View. */
export const McpUiHostContextSchema = looseObject({
  /** The tool call that this View belongs to. */
  toolInfo: optional(object({ id: optional(RequestIdSchema), tool: ToolSchema })),
  theme: optional(McpUiThemeSchema),
  styles: optional(McpUiHostStylesSchema),
  displayMode: optional(messageDisplayMode),
  availableDisplayModes: optional(array(messageDisplayMode)),
  containerDimensions: optional(containerDimensions),
  /** A BCP 47 language tag. */
  locale: optional(string()),
  /** An IANA time zone. */
  timeZone: optional(string()),
  userAgent: optional(string()),
  platform: optional(oneOf('web', 'desktop', 'mobile')),
  deviceCapabilities: optional(object({ touch: optional(boolean()), hover: optional(boolean()) })),
  /** In pixels. */
  safeAreaInsets: optional(object({ top: number(), right: number(), bottom: number(), left: number() })),
})
export type McpUiHostContext = Infer<typeof McpUiHostContextSchema>
export type { McpUiStyleVariableKey } from './style-variables.ts'
