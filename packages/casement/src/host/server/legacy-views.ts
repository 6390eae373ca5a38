// The only door from the host to the past, and it opens on demand: a page that never meets a View of MCP-UI or ChatGPT never
// loads the translation. Without this file and `src/legacy` the past is gone.
import { isRecord } from '../../protocol/rpc/message.ts'
import type { UiResource } from '../../protocol/resource/ui-resource.ts'
import type * as past from '../../legacy/index.ts'
import { isAdapted } from './legacy-detection.ts'

type Past = typeof past

const OLD_TYPE = /^\s*(text\/html|text\/uri-list|text\/vnd\.mcp\.ui\+html|application\/vnd\.mcp-ui\.)/i

// Bundlers make it a chunk of its own.
const loadPast = (): Promise<Past> => import('../../legacy/index.ts')

/** The View in the answer to `resources/read` that is no document of MCP Apps, if it is one from before. */
export async function legacyViewIn(result: unknown, uri: string): Promise<UiResource | undefined> {
  const contents = isRecord(result) && Array.isArray(result['contents']) ? (result['contents'] as unknown[]) : []
  const isOld = contents.some((item) => isRecord(item) && OLD_TYPE.test(String(item['mimeType'])))
  return isOld ? (await loadPast()).viewFromContents(result, uri) : undefined
}

/** The View that came inside the result of a tool, as MCP-UI sent them. Waits for the result, but not after the signal. */
export async function embeddedView(result: unknown, signal: AbortSignal): Promise<UiResource | undefined> {
  const given = await Promise.race([Promise.resolve(result).catch(() => undefined), abortOf(signal)])
  return mayHoldView(given) ? (await loadPast()).viewFromToolResult(given) : undefined
}

/** True for a result that has a resource in it, which may be a View. */
export function mayHoldView(result: unknown): boolean {
  const content = isRecord(result) && Array.isArray(result['content']) ? (result['content'] as unknown[]) : []
  return content.some((block) => isRecord(block) && block['type'] === 'resource')
}

/** A document of MCP Apps that is a widget of MCP-UI underneath, so that it works here; every other one as it is. */
export async function mended(html: string): Promise<string> {
  return isAdapted(html) ? (await loadPast()).mendAdaptedWidget(html) : html
}

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
