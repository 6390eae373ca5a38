import { isRecord } from '../../protocol/rpc/message.ts'
import { asUiUri, type HasMeta } from '../../protocol/resource/ui-uri.ts'

/** The UI resource that a tool names by a key from before MCP Apps. */
export const legacyUri = ({ _meta: meta }: HasMeta): string | undefined =>
  isRecord(meta) ? asUiUri(meta['openai/outputTemplate']) : undefined

/** True for a document of MCP Apps that is a widget of MCP-UI underneath. */
export const isAdapted = (html: string): boolean => html.includes('window.McpAppsAdapter')
