import { RequestIdSchema } from './mcp-base.ts'
import { ToolSchema } from './mcp-tools.ts'
import { boolean, number, oneOf, string } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { array, looseObject, object, optional } from './structures.ts'
import { STYLE_VARIABLE_KEYS, type McpUiStyleVariableKey } from './style-variables.ts'

/** Light or dark. */
export const McpUiThemeSchema = oneOf('light', 'dark')
export type McpUiTheme = Infer<typeof McpUiThemeSchema>

/** Where a View is shown. */
export const McpUiDisplayModeSchema = oneOf('inline', 'fullscreen', 'pip')
export type McpUiDisplayMode = Infer<typeof McpUiDisplayModeSchema>

/** A name out of annex 5.1. */
export const McpUiStyleVariableKeySchema = oneOf<McpUiStyleVariableKey>(...STYLE_VARIABLE_KEYS)

/** Values for any of the standard CSS variables. */
export const McpUiStylesSchema = object(
  Object.fromEntries(STYLE_VARIABLE_KEYS.map((key) => [key, optional(string())])),
) as unknown as Schema<{ [K in McpUiStyleVariableKey]?: string | undefined }>
export type McpUiStyles = Infer<typeof McpUiStylesSchema>

/** CSS text a host hands over. */
export const McpUiHostCssSchema = object({ fonts: optional(string()) })
export type McpUiHostCss = Infer<typeof McpUiHostCssSchema>

/** How the host looks. */
export const McpUiHostStylesSchema = object({ variables: optional(McpUiStylesSchema), css: optional(McpUiHostCssSchema) })
export type McpUiHostStyles = Infer<typeof McpUiHostStylesSchema>

/** The room there is: per axis either a fixed size or a maximum, or neither. */
export type ContainerDimensions = ({ height: number } | { maxHeight?: number | undefined }) &
  ({ width: number } | { maxWidth?: number | undefined })

const containerDimensions = object({
  height: optional(number()),
  maxHeight: optional(number()),
  width: optional(number()),
  maxWidth: optional(number()),
}) as unknown as Schema<ContainerDimensions>

/** What a View is told of its surroundings. */
export const McpUiHostContextSchema = looseObject({
  /** The call that this View shows. */
  toolInfo: optional(object({ id: optional(RequestIdSchema), tool: ToolSchema })),
  theme: optional(McpUiThemeSchema),
  styles: optional(McpUiHostStylesSchema),
  displayMode: optional(McpUiDisplayModeSchema),
  availableDisplayModes: optional(array(McpUiDisplayModeSchema)),
  containerDimensions: optional(containerDimensions),
  /** BCP 47. */
  locale: optional(string()),
  /** IANA. */
  timeZone: optional(string()),
  userAgent: optional(string()),
  platform: optional(oneOf('web', 'desktop', 'mobile')),
  deviceCapabilities: optional(object({ touch: optional(boolean()), hover: optional(boolean()) })),
  /** Pixels. */
  safeAreaInsets: optional(object({ top: number(), right: number(), bottom: number(), left: number() })),
})
export type McpUiHostContext = Infer<typeof McpUiHostContextSchema>
export type { McpUiStyleVariableKey } from './style-variables.ts'
