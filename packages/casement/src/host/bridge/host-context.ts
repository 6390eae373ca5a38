import { isRecord } from '../../protocol/rpc/message.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import { findMisfit } from '../../protocol/short-shape.ts'
import { CONTEXT, STYLE_VARIABLE } from '../context-shapes.ts'

/**
 * Leaves out what the schema does not know. A View of the official package refuses the whole context, and with it the
 * handshake, for one unknown theme, display mode or CSS variable (R-162, 4.18). Further members at the top are safe.
 */
export function outgoingContext(given: McpUiHostContext): McpUiHostContext {
  const context: McpUiHostContext = {}
  for (const [key, raw] of Object.entries(given)) {
    if (raw === undefined) continue
    const value = trim(key, raw)
    const shape = CONTEXT[`${key}?`]
    if (!shape || !findMisfit(shape, value, key)) context[key] = value
  }
  return context
}

/** The parts of two fields that are lists of names of which some may be unknown. */
function trim(key: string, value: unknown): unknown {
  if (key === 'availableDisplayModes' && Array.isArray(value))
    return value.filter((mode) => !findMisfit(CONTEXT['displayMode?'] ?? '', mode, ''))
  if (key !== 'styles' || !isRecord(value) || !isRecord(value['variables'])) return value
  const known = Object.entries(value['variables']).filter(([name, text]) => STYLE_VARIABLE.test(name) && typeof text === 'string')
  return { ...value, variables: Object.fromEntries(known) }
}
