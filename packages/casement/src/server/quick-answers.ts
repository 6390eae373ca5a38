import { isRecord } from '../protocol/rpc/message.ts'
import type { CallToolResult } from '../protocol/schemas/index.ts'
import { failed, runTool, type Warn } from './answer.ts'
import type { PreparedApp, PreparedTool, PreparedView } from './prepare-app.ts'
import { askOfficial, type Fetch } from './official-answer.ts'
import type { Era, QuickRequest } from './quick-request.ts'
import type { ServerInfo } from './setup.ts'
import { describeIssues } from './standard-schema.ts'
import type { ToolContext } from './tool.ts'
import { showsApps } from './ui-capability.ts'

// A domain may depend on what a client calls itself, so there is no end to them.
const MOST_READS = 200
const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo'

/** What a call is told besides what its request says. */
export type CallContext = Pick<ToolContext, 'signal' | 'auth' | 'progress'>

/** How a request can be answered: with what is there, or by running a tool. */
export type QuickAnswer =
  | { readonly bytes: Buffer | Promise<Buffer> }
  | { readonly run: (context: CallContext) => Promise<string> }

/** Answers plain requests: lists and Views with what the official SDK once answered, calls by running the tool. */
export interface QuickAnswers {
  /** How to answer; undefined where the official SDK has to. */
  find(request: QuickRequest): QuickAnswer | undefined
}

interface Known {
  readonly app: PreparedApp
  readonly prepared: PreparedTool
  /** The eras in which its results need nothing that only the official SDK does. */
  readonly eras: ReadonlySet<Era>
}

/**
 * Asks the official handler once for what does not change between requests, and keeps the bytes: of a request for a View of 300 KB,
 * building and writing the answer anew is nearly all there is to pay.
 */
export async function createQuickAnswers(
  apps: readonly PreparedApp[],
  info: ServerInfo,
  fetch: Fetch,
  warn: Warn,
): Promise<QuickAnswers> {
  const lists = new Map<string, Buffer>()
  for (const era of ['legacy', 'modern'] as const)
    for (const method of ['tools/list', 'resources/list'] as const)
      lists.set(`${era} ${method}`, await askOfficial(fetch, era, method))
  const tools = knownTools(apps, lists)
  const views = apps.flatMap((app) => app.views)
  const reads = new Map<string, Buffer>()

  const read = (view: PreparedView, request: QuickRequest): Buffer | Promise<Buffer> =>
    (view.domain ? undefined : reads.get(`${request.era} ${request.subject} `)) ?? readAnew(view, request)
  const readAnew = async (view: PreparedView, { era, subject: uri, client }: QuickRequest): Promise<Buffer> => {
    const domain = await view.domain?.(client)
    const key = `${era} ${uri} ${domain ?? ''}`
    const kept = reads.get(key)
    if (kept) return kept
    const answer = await askOfficial(fetch, era, 'resources/read', uri, client)
    if (reads.size < MOST_READS) reads.set(key, answer)
    return answer
  }

  return {
    find: (request) => {
      const { era, method, subject } = request
      if (method === 'tools/call') {
        const known = tools.get(subject)
        if (!known?.eras.has(era) || !(request.arguments === undefined || isRecord(request.arguments))) return undefined
        return { run: (context) => call(known, request, context, info, warn) }
      }
      if (method === 'resources/read') {
        // Other versions of an address are for the official SDK: there can be any number of them, and these are kept.
        const view = views.find(({ uri, stableUri }) => uri === subject || stableUri === subject)
        return view && { bytes: read(view, request) }
      }
      const bytes = lists.get(`${era} ${method}`)
      return bytes && { bytes }
    },
  }
}

function knownTools(apps: readonly PreparedApp[], lists: ReadonlyMap<string, Buffer>): Map<string, Known> {
  const listed = JSON.parse(String(lists.get('modern tools/list'))) as {
    tools: { name: string; inputSchema: unknown; outputSchema?: { type?: unknown } }[]
  }
  const about = new Map(listed.tools.map((tool) => [tool.name, tool]))
  return new Map(
    apps.flatMap((app) =>
      app.tools.map((prepared) => {
        const { inputSchema, outputSchema } = about.get(prepared.name) ?? {}
        const eras = new Set<Era>()
        // Before 2026-07-28 other outputs than objects have to be wrapped; since then, parameters may have to match headers.
        if (outputSchema === undefined || outputSchema.type === 'object') eras.add('legacy')
        if (!JSON.stringify(inputSchema).includes('"x-mcp-header"')) eras.add('modern')
        return [prepared.name, { app, prepared, eras }]
      }),
    ),
  )
}

async function call(
  { app, prepared }: Known,
  request: QuickRequest,
  context: CallContext,
  info: ServerInfo,
  warn: Warn,
): Promise<string> {
  const apps = showsApps(request.capabilities)
  const outcome = prepared.input && (await prepared.input['~standard'].validate(request.arguments ?? {}))
  const result = outcome?.issues
    ? failed(`Input validation error: Invalid arguments for tool ${prepared.name}: ${describeIssues(outcome.issues)}`)
    : await runTool(app.app, prepared, outcome ? outcome.value : {}, { ...context, apps }, warn)
  return JSON.stringify(request.era === 'modern' ? forModern(result, info) : forLegacy(result))
}

function forModern(result: CallToolResult, info: ServerInfo): object {
  return { ...result, resultType: 'complete', _meta: { ...result._meta, [SERVER_INFO_KEY]: info } }
}

// Until 2026-07-28 structuredContent had to be an object.
function forLegacy(result: CallToolResult): object {
  const { structuredContent } = result
  return structuredContent === undefined || isRecord(structuredContent)
    ? result
    : { ...result, structuredContent: { result: structuredContent } }
}
