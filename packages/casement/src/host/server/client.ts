import type { Progress } from '../../protocol/rpc/peer-types.ts'
import type {
  CallToolRequest,
  CallToolResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  ReadResourceResult,
} from '../../protocol/schemas/index.ts'

/** What a client may be told about one request: the part of the MCP SDK's options that is used. */
export interface ClientRequestOptions {
  signal?: AbortSignal
  timeout?: number
  resetTimeoutOnProgress?: boolean
  onprogress?: (progress: Progress) => void
}

/** What the server said that it can do. */
export interface ServerCapabilitiesLike {
  tools?: { listChanged?: boolean | undefined } | undefined
  resources?: { listChanged?: boolean | undefined; subscribe?: boolean | undefined } | undefined
  prompts?: { listChanged?: boolean | undefined } | undefined
}

type Page = { cursor?: string }
type Address = { uri: string }

/**
 * The part of an MCP client that a host uses. A `Client` of the MCP SDK fits, v1 and v2, and so does anything with these few
 * methods. What is missing is not offered to Views. `never` stands where the two versions disagree; see `callTool`.
 */
export interface McpClientLike {
  /** Without it, what has a method here is taken to be there. */
  getServerCapabilities?(): ServerCapabilitiesLike | undefined
  /** v2 takes the options second, v1 third. One that you write yourself takes them second. */
  callTool(params: CallToolRequest['params'], second?: never, third?: never): Promise<unknown>
  listTools?(params?: Page, options?: ClientRequestOptions): Promise<unknown>
  readResource?(params: Address, options?: ClientRequestOptions): Promise<unknown>
  listResources?(params?: Page, options?: ClientRequestOptions): Promise<unknown>
  listResourceTemplates?(params?: Page, options?: ClientRequestOptions): Promise<unknown>
  listPrompts?(params?: Page, options?: ClientRequestOptions): Promise<unknown>
  subscribeResource?(params: Address, options?: ClientRequestOptions): Promise<unknown>
  unsubscribeResource?(params: Address, options?: ClientRequestOptions): Promise<unknown>
  /** Hears every notification that has no handler of its own; it is chained, not replaced. */
  fallbackNotificationHandler?: ((notification: never) => Promise<void>) | undefined
}

/** The results of a client, by method. The client has checked them; a View checks them again. */
export interface ClientResults {
  callTool: CallToolResult
  listTools: ListToolsResult
  readResource: ReadResourceResult
  listResources: ListResourcesResult
  listResourceTemplates: ListResourceTemplatesResult
  listPrompts: ListPromptsResult
}

/** Calls a tool through either version of the SDK. */
export function callTool(
  client: McpClientLike,
  params: CallToolRequest['params'],
  options: ClientRequestOptions,
): Promise<CallToolResult> {
  // v1 declares (params, resultSchema = …, options): a function's length ends at its first default.
  const isV1 = client.callTool.length === 1
  const call = client.callTool.bind(client) as (params: unknown, second: unknown, third?: unknown) => Promise<unknown>
  return (isV1 ? call(params, undefined, options) : call(params, options)) as Promise<CallToolResult>
}
