import type { CallToolResult } from '../../protocol/schemas/index.ts'

/**
 * The data of a tool result for the View: `structuredContent`; if a gateway or host has removed that, `_meta`; if that is gone
 * too, the JSON text that servers mirror it in. Undefined when there is none.
 */
export function resultData(result: CallToolResult | undefined): unknown {
  const { structuredContent, _meta: meta, content = [] } = result ?? ({} as Partial<CallToolResult>)
  if (structuredContent) return structuredContent
  if (Object.keys(meta ?? {}).length > 0) return meta
  for (const block of content) {
    try {
      if (block.type === 'text') return JSON.parse(block.text)
    } catch {
      // Prose.
    }
  }
  return undefined
}
