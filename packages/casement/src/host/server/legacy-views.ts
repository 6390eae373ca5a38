import { abortable } from '../../protocol/abortable.ts'
import type { UiResource } from '../../protocol/resource/ui-resource.ts'
import { asUiUri, type HasMeta } from '../../protocol/resource/ui-uri.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import { notShown } from '../card/diagnosis.ts'
import { loadChunk } from '../lazy.ts'

// Detects Views from before MCP Apps. Their translation is in the lazy chunk, so a page without such Views never loads it.

const LEGACY_MIME_TYPE = /^\s*(text\/html|text\/uri-list|text\/vnd\.mcp\.ui\+html|application\/vnd\.mcp-ui\.)/i

/** The UI resource that a tool names with a key from before MCP Apps. */
export const legacyUri = ({ _meta: meta }: HasMeta): string | undefined =>
  isRecord(meta) ? asUiUri(meta['openai/outputTemplate']) : undefined

/** The legacy View in a result of `resources/read` that contains no MCP Apps document. */
export async function legacyViewIn(result: unknown, uri: string): Promise<UiResource | undefined> {
  const contents = isRecord(result) && Array.isArray(result['contents']) ? (result['contents'] as unknown[]) : []
  const isLegacy = contents.some((item) => isRecord(item) && LEGACY_MIME_TYPE.test(String(item['mimeType'])))
  return isLegacy ? (await loadTranslation()).viewFromContents(result, uri) : undefined
}

/** The View embedded in a tool result, as MCP-UI sent them. Waits for the result until the signal aborts. */
export async function embeddedView(result: unknown, signal: AbortSignal): Promise<UiResource | undefined> {
  const known = await abortable(
    Promise.resolve(result).catch(() => undefined),
    signal,
  )
  return mayContainView(known) ? (await loadTranslation()).viewFromToolResult(known) : undefined
}

/** True for a tool result with an embedded resource, which may be a View. */
export function mayContainView(result: unknown): boolean {
  const content = isRecord(result) && Array.isArray(result['content']) ? (result['content'] as unknown[]) : []
  return content.some((block) => isRecord(block) && block['type'] === 'resource')
}

/** Converts an MCP Apps document that wraps an MCP-UI widget into one that runs here; returns any other document as it is. */
export async function withoutLegacyAdapter(html: string): Promise<string> {
  return html.includes('window.McpAppsAdapter') ? (await loadTranslation()).mendAdaptedWidget(html) : html
}

async function loadTranslation(): ReturnType<typeof loadChunk> {
  try {
    return await loadChunk()
  } catch (error) {
    throw notShown('resource-failed', (error as Error).message, [], error)
  }
}
