import { isRecord } from '../../protocol/rpc/message.ts'
import { McpUiHostContextSchema, McpUiStyleVariableKeySchema, messageDisplayMode } from '../../protocol/schemas/apps-context.ts'
import type { McpUiAppCapabilities, McpUiHostContext } from '../../protocol/schemas/index.ts'
import { matches, type AnySchema } from '../../protocol/schemas/schema.ts'
import { declaredModes } from './display-modes.ts'

/**
 * Removes what the schema does not allow. A View on the official package rejects the whole context, and with it the handshake, for
 * one unknown theme, display mode or CSS variable (R-162, 4.18). Unknown top-level members are safe.
 */
export function validContext(given: McpUiHostContext): McpUiHostContext {
  const schemas: Readonly<Record<string, AnySchema>> = McpUiHostContextSchema.shape
  const context: McpUiHostContext = {}
  for (const [key, raw] of Object.entries(given)) {
    if (raw === undefined) continue
    const value = withoutUnknownNames(key, raw)
    const schema = Object.hasOwn(schemas, key) ? schemas[key] : undefined
    if (!schema || matches(schema, value)) context[key] = value
  }
  return context
}

/** The context for a View: without the draft mode `split` if the View does not know it, because the official package would reject it. */
export function contextFor(context: McpUiHostContext, view: McpUiAppCapabilities | undefined): McpUiHostContext {
  const { availableDisplayModes: modes } = context
  const declared: readonly string[] = declaredModes(view)
  const isKnown = (mode: string): boolean => mode !== 'split' || declared.includes(mode)
  return modes ? { ...context, availableDisplayModes: modes.filter(isKnown) } : context
}

/** Filters the two fields that are lists of names: an unknown name must not cost the View the known ones. */
function withoutUnknownNames(key: string, value: unknown): unknown {
  if (key === 'availableDisplayModes' && Array.isArray(value)) return value.filter((mode) => matches(messageDisplayMode, mode))
  if (key !== 'styles' || !isRecord(value) || !isRecord(value['variables'])) return value
  const known = Object.entries(value['variables']).filter(
    ([name, text]) => matches(McpUiStyleVariableKeySchema, name) && typeof text === 'string',
  )
  return { ...value, variables: Object.fromEntries(known) }
}

/** The top-level fields that differ between two contexts. */
export function changedFields(previous: McpUiHostContext, next: McpUiHostContext): McpUiHostContext {
  const changed = Object.entries(next).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(previous[key]))
  return Object.fromEntries(changed)
}
