import { isRecord } from '../../protocol/rpc/message.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'

const isTheme = (value: unknown): boolean => value === 'light' || value === 'dark'

const isDisplayMode = (value: unknown): boolean => value === 'inline' || value === 'fullscreen' || value === 'pip'

const isToolInfo = (value: unknown): boolean =>
  isRecord(value) &&
  (value['id'] === undefined || typeof value['id'] === 'string' || typeof value['id'] === 'number') &&
  isRecord(value['tool']) &&
  typeof value['tool']['name'] === 'string'

const VALIDATORS = {
  theme: isTheme,
  displayMode: isDisplayMode,
  availableDisplayModes: Array.isArray,
  containerDimensions: isRecord,
  styles: isRecord,
  toolInfo: isToolInfo,
} satisfies { readonly [K in keyof McpUiHostContext]?: (value: unknown) => boolean }

/**
 * Reads a host context leniently: a member that is invalid here is dropped, and the rest is kept. A host that supports a newer
 * version must not cost the View its theme (4.18).
 */
export function readHostContext(raw: unknown): McpUiHostContext {
  const context: Record<string, unknown> = isRecord(raw) ? { ...raw } : {}
  for (const [key, isValid] of Object.entries(VALIDATORS)) if (!isValid(context[key])) delete context[key]
  const { availableDisplayModes: modes } = context
  if (Array.isArray(modes)) context['availableDisplayModes'] = modes.filter(isDisplayMode)
  return context
}
