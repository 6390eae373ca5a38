import { isRecord } from '../protocol/message.ts'
import { asUiUri, type HasMeta } from '../protocol/ui-uri.ts'

/** The UI resource that a tool names by a key from before MCP Apps. */
export const legacyUri = ({ _meta: meta }: HasMeta): string | undefined =>
  isRecord(meta) ? asUiUri(meta['openai/outputTemplate']) : undefined

/** True for a result that has a resource in it, which may be a View. */
export function mayHoldView(result: unknown): boolean {
  const content = isRecord(result) && Array.isArray(result['content']) ? (result['content'] as unknown[]) : []
  return content.some((block) => isRecord(block) && block['type'] === 'resource')
}

/** True for a document of MCP Apps that is a widget of MCP-UI underneath. */
export const isAdapted = (html: string): boolean => html.includes('window.McpAppsAdapter')
