import type { McpClientLike } from '../host/server/client.ts'
import { CasementError, WireCode } from '../protocol/errors.ts'
import type { CallToolRequest, CallToolResult, ListToolsResult, Tool } from '../protocol/schemas/index.ts'
import type { McpUiReadResourceResult } from '../server/register/register.ts'
import { errorResult, runTool } from '../server/app/run-tool.ts'
import type { DefinedApp } from '../server/app/define-app.ts'
import { prepareApp, type PreparedTool } from '../server/app/prepare-app.ts'
import { nodeViewFiles } from '../server/app/view-files.ts'
import { describeIssues } from '../server/app/standard-schema.ts'

/** A client of an app in the same process: calls its tools and reads its Views, without a transport. */
export interface AppClient extends McpClientLike {
  callTool(params: CallToolRequest['params'], options?: { readonly signal?: AbortSignal }): Promise<CallToolResult>
  listTools(): Promise<ListToolsResult>
  readResource(params: { uri: string }): Promise<McpUiReadResourceResult>
}

/** Creates a client of an app in the same process. */
export async function clientOfApp(app: DefinedApp): Promise<AppClient> {
  const { tools, views } = await prepareApp(app, nodeViewFiles)
  return {
    listTools: async () => ({ tools: tools.map(listed) }),
    async callTool({ name, arguments: given = {} }, options) {
      const prepared = tools.find((each) => each.name === name)
      if (!prepared) throw invalid(`Tool ${name} not found`)
      return call(app, prepared, given, options?.signal)
    },
    async readResource({ uri }) {
      const view = views.find((each) => each.uri === uri || each.matches(uri))
      if (!view) throw invalid(`Resource ${uri} not found`)
      return view.read(uri, undefined)
    },
  }
}

async function call(
  app: DefinedApp,
  prepared: PreparedTool,
  given: Record<string, unknown>,
  signal = new AbortController().signal,
): Promise<CallToolResult> {
  const { name, input } = prepared
  const outcome = input && (await input['~standard'].validate(given))
  if (outcome?.issues)
    return errorResult(`Input validation error: Invalid arguments for tool ${name}: ${describeIssues(outcome.issues)}`)
  const context = { signal, apps: true, auth: undefined, progress: () => Promise.resolve() }
  return runTool(app, prepared, outcome ? outcome.value : {}, context)
}

function listed({ name, tool, input, meta }: PreparedTool): Tool {
  const { title, description, annotations } = tool
  const schema = input?.['~standard'].jsonSchema?.input({ target: 'draft-2020-12' })
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(annotations && { annotations }),
    inputSchema: { type: 'object', ...schema },
    ...(meta && { _meta: meta }),
  }
}

const invalid = (message: string): Error =>
  Object.assign(new CasementError('INVALID_ARGUMENT', message), { code: WireCode.InvalidParams })
