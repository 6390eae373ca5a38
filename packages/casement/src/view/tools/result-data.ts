import type { CallToolResult } from '../../protocol/schemas/index.ts'

/**
 * The data a tool result holds for the View: `structuredContent`; where a gateway or host stripped that, `_meta`; where that
 * is gone too, the JSON text that servers mirror it in. Undefined when there is none.
 */
export function resultData(result: CallToolResult | undefined): unknown {
  const { structuredContent, _meta, content } = result ?? ({} as Partial<CallToolResult>)
  if (structuredContent || Object.keys(_meta ?? {})[0]) return structuredContent ?? _meta
  for (const block of content ?? []) {
    try {
      return JSON.parse((block as { text: string }).text)
    } catch {
      // prose, or no text at all
    }
  }
  return undefined
}
