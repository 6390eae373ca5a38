import { isRecord } from '../../protocol/rpc/message.ts'
import type { CallToolResult } from '../../protocol/schemas/index.ts'

/**
 * The data of a tool result for the View: `structuredContent`; if a gateway or host has removed that, `_meta`; if that is gone
 * too, the JSON text that servers mirror it in. Undefined when there is none.
 */
export function resultData(result: CallToolResult | undefined): unknown {
  if (!result) return undefined
  const { structuredContent, _meta: meta, content } = result
  if (structuredContent) return structuredContent
  if (isRecord(meta) && Object.keys(meta).length > 0) return meta
  const blocks: readonly unknown[] = Array.isArray(content) ? content : []
  for (const block of blocks) {
    if (!isRecord(block) || typeof block['text'] !== 'string') continue
    try {
      return JSON.parse(block['text'])
    } catch {
      // Prose.
    }
  }
  return undefined
}
