import { isRecord } from '../protocol/message.ts'
import type { CallToolResult } from '../protocol/schemas/index.ts'

/**
 * The data a tool result holds for the View: `structuredContent`; where a gateway or host stripped that, `_meta`; where that
 * is gone too, the JSON text that servers mirror it in. Undefined when there is none.
 */
export function resultData(result: CallToolResult | undefined): unknown {
  if (!result) return undefined
  if (result.structuredContent !== undefined) return result.structuredContent
  if (isRecord(result._meta) && Object.keys(result._meta).length > 0) return result._meta
  for (const block of result.content ?? []) {
    if (block.type !== 'text') continue
    try {
      return JSON.parse(block.text)
    } catch {
      // prose, then
    }
  }
  return undefined
}
