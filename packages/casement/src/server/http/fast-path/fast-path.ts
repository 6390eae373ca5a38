/**
 * The fast path responds to common requests without starting an SDK server for each of them. It keeps the results of lists and Views
 * that the SDK gave once, and runs tools directly. `docs/server-http.md` explains it; `fast-path.test.ts` compares its responses
 * with those of the SDK.
 */
import { isRecord } from '../../../protocol/rpc/message.ts'
import { CallToolResultSchema, type CallToolResult } from '../../../protocol/schemas/index.ts'
import { describeProblem } from '../../../protocol/schemas/schema.ts'
import type { PreparedApp, PreparedTool, PreparedView } from '../../app/prepare-app.ts'
import { errorResult, runTool, type Warn } from '../../app/run-tool.ts'
import { describeIssues } from '../../app/standard-schema.ts'
import { SERVER_INFO_KEY } from '../../request-meta.ts'
import type { ServerInfo } from '../../serve-context.ts'
import { becomesTask } from '../../tasks/serve-tasks.ts'
import { showsApps } from '../../ui-capability.ts'
import { readFastRequest, type FastRequest, type Generation, type RequestHeaders } from './request.ts'
import type { CallContext, CallOutcome, FastCall } from './fast-call.ts'
import { fetchSdkResult, type SdkFetch } from './sdk-results.ts'

// A View's domain may depend on the client's name, so the number of different results is not bounded.
const MAX_CACHED_VIEWS = 200

export type { FastCall }

/** Handles the requests that need nothing of the SDK. */
export interface FastPath {
  /** Returns undefined if the SDK has to handle the request. */
  match(body: unknown, headers: RequestHeaders): FastCall | undefined
}

/** Creates the fast path for apps that are also registered with the SDK. */
export async function createFastPath(
  apps: readonly PreparedApp[],
  info: ServerInfo,
  fetch: SdkFetch,
  warn: Warn,
): Promise<FastPath> {
  const lists = await fetchLists(fetch)
  const tools = findFastTools(apps, lists)
  const views = apps.flatMap((app) => app.views)
  const readView = createViewCache(fetch)
  return {
    match(body, headers) {
      const request = readFastRequest(body, headers)
      if (!request) return undefined
      const { generation, method, target, id, progressToken } = request
      if (method === 'tools/call') {
        const tool = tools.get(target)
        if (!tool?.generations.has(generation) || becomesTask(tool.prepared, request.capabilities)) return undefined
        return { id, progressToken, run: (context) => callTool(tool, request, context, info, warn) }
      }
      if (method === 'resources/read') {
        // URIs with an old hash are for the SDK: there are too many of them to cache.
        const view = views.find(({ uri, stableUri }) => uri === target || stableUri === target)
        return view && { id, read: () => readView(view, request) }
      }
      const list = lists.get(`${generation} ${method}`)
      return list && { id, read: async () => list }
    },
  }
}

async function fetchLists(fetch: SdkFetch): Promise<Map<string, Uint8Array>> {
  const lists = new Map<string, Uint8Array>()
  for (const generation of ['legacy', 'modern'] as const)
    for (const method of ['tools/list', 'resources/list'] as const)
      lists.set(`${generation} ${method}`, await fetchSdkResult(fetch, { generation, method }))
  return lists
}

/** Reads Views through the SDK, once for each URI and domain. */
function createViewCache(fetch: SdkFetch): (view: PreparedView, request: FastRequest) => Promise<Uint8Array> {
  const cache = new Map<string, Uint8Array>()
  return async (view, request) => {
    const domain = await view.domain?.(request.client)
    const key = `${request.generation} ${request.target} ${domain ?? ''}`
    const cached = cache.get(key)
    if (cached) return cached
    const result = await fetchSdkResult(fetch, request)
    if (!view.isLive && cache.size < MAX_CACHED_VIEWS) cache.set(key, result)
    return result
  }
}

interface FastTool {
  readonly app: PreparedApp
  readonly prepared: PreparedTool
  /** The generations in which a call needs no step that only the SDK has. */
  readonly generations: ReadonlySet<Generation>
}

function findFastTools(apps: readonly PreparedApp[], lists: ReadonlyMap<string, Uint8Array>): Map<string, FastTool> {
  const { tools } = JSON.parse(new TextDecoder().decode(lists.get('modern tools/list'))) as {
    tools: { name: string; inputSchema: unknown; outputSchema?: { type?: unknown } }[]
  }
  const listed = new Map(tools.map((tool) => [tool.name, tool]))
  return new Map(
    apps.flatMap((app) =>
      app.tools.map((prepared) => {
        const { inputSchema, outputSchema } = listed.get(prepared.name) ?? {}
        const generations = new Set<Generation>()
        // Up to 2025-11-25 the SDK wraps results whose schema is not an object.
        if (outputSchema === undefined || outputSchema.type === 'object') generations.add('legacy')
        // Since 2026-07-28 the SDK compares headers with the parameters that a schema names.
        if (!JSON.stringify(inputSchema).includes('"x-mcp-header"')) generations.add('modern')
        return [prepared.name, { app, prepared, generations }]
      }),
    ),
  )
}

async function callTool(
  { app, prepared }: FastTool,
  request: FastRequest,
  context: CallContext,
  info: ServerInfo,
  warn: Warn,
): Promise<CallOutcome> {
  const apps = showsApps(request.capabilities)
  const validated = prepared.input && (await prepared.input['~standard'].validate(request.arguments ?? {}))
  const result = validated?.issues
    ? errorResult(`Input validation error: Invalid arguments for tool ${prepared.name}: ${describeIssues(validated.issues)}`)
    : await runTool(app.app, prepared, validated ? validated.value : {}, { ...context, apps }, warn)
  const problem = describeProblem(CallToolResultSchema, result)
  if (problem !== undefined) return { error: { code: -32602, message: `Invalid tools/call result: ${problem}` } }
  const complete = withTextFallback(result)
  return { result: request.generation === 'modern' ? toModernResult(complete, info) : toLegacyResult(complete) }
}

const isObjectOrMissing = (value: unknown): boolean => value === undefined || isRecord(value)

// The SDK repeats structuredContent as text if it is not an object and there is no other text.
function withTextFallback(result: CallToolResult): CallToolResult {
  const { content, structuredContent } = result
  if (isObjectOrMissing(structuredContent) || content.some(({ type }) => type === 'text')) return result
  return { ...result, content: [...content, { type: 'text', text: JSON.stringify(structuredContent) }] }
}

function toModernResult(result: CallToolResult, info: ServerInfo): object {
  return { resultType: 'complete', ...result, _meta: { [SERVER_INFO_KEY]: info, ...result._meta } }
}

// Up to 2025-11-25 structuredContent must be an object.
function toLegacyResult(result: CallToolResult): object {
  const { structuredContent } = result
  return isObjectOrMissing(structuredContent) ? result : { ...result, structuredContent: { result: structuredContent } }
}
