import { isRecord } from '../protocol/message.ts'
import { McpUiDisplayModeSchema, McpUiHostContextSchema } from '../protocol/schemas/apps-context.ts'
import type { McpUiHostContext } from '../protocol/schemas/index.ts'
import { matches, type AnySchema } from '../protocol/schemas/schema.ts'
import { STYLE_VARIABLE_KEYS } from '../protocol/schemas/style-variables.ts'

/** A context that every View can read, and the paths of what was left out of it. */
export interface OutgoingContext {
  readonly context: McpUiHostContext
  readonly dropped: readonly string[]
}

/**
 * Leaves out what the schema does not know. A View of the official package refuses the whole context, and with it the
 * handshake, for one unknown theme, display mode or CSS variable (R-162, 4.18). Further members at the top are safe.
 */
export function outgoingContext(given: McpUiHostContext): OutgoingContext {
  const dropped: string[] = []
  const context: McpUiHostContext = {}
  const shape: Readonly<Record<string, AnySchema>> = McpUiHostContextSchema.shape
  for (const [key, raw] of Object.entries(given)) {
    if (raw === undefined) continue
    const value = trim(key, raw, dropped)
    const expected = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (!expected || matches(expected, value)) context[key] = value
    else dropped.push(key)
  }
  return { context, dropped }
}

/** The parts of two fields that are lists of names of which some may be unknown. */
function trim(key: string, value: unknown, dropped: string[]): unknown {
  if (key === 'availableDisplayModes' && Array.isArray(value)) {
    const known = value.filter((mode) => matches(McpUiDisplayModeSchema, mode))
    if (known.length < value.length) dropped.push('availableDisplayModes[]')
    return known
  }
  if (key !== 'styles' || !isRecord(value) || !isRecord(value['variables'])) return value
  const variables: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(value['variables'])) {
    if (STYLE_VARIABLE_KEYS.includes(name as never) && typeof text === 'string') variables[name] = text
    else if (text !== undefined) dropped.push(`styles.variables.${name}`)
  }
  return { ...value, variables }
}

/** The top-level fields of the second context that differ from the first. */
export function changedFields(before: McpUiHostContext, now: McpUiHostContext): McpUiHostContext {
  const changed = Object.entries(now).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]))
  return Object.fromEntries(changed)
}
