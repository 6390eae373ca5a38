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
import { TASK_KEY } from '../../protocol/constants.ts'

/** Options of one request of a client: the part of the MCP SDK's options that Casement uses. */
export interface ClientRequestOptions {
  signal?: AbortSignal
  timeout?: number
  resetTimeoutOnProgress?: boolean
  onprogress?: (progress: Progress) => void
}

/** The capabilities of a server. */
export interface ServerCapabilitiesLike {
  tools?: { listChanged?: boolean | undefined } | undefined
  resources?: { listChanged?: boolean | undefined; subscribe?: boolean | undefined } | undefined
  prompts?: { listChanged?: boolean | undefined } | undefined
}

/** An open stream of notifications (MCP 2026-07-28). */
export interface ClientSubscription {
  close(): Promise<unknown>
  /** Resolves when the stream has ended, for any reason. */
  readonly closed?: Promise<unknown>
}

type ListParams = { cursor?: string }
type ResourceParams = { uri: string }

/**
 * The part of an MCP client that a host uses. A `Client` of the MCP SDK, v1 or v2, implements it, and so can any object with these methods.
 * Optional methods that are missing are not available to Views. `never` marks parameters that differ between the versions.
 */
export interface McpClientLike {
  /** Default: the capabilities are derived from the methods. */
  getServerCapabilities?(): ServerCapabilitiesLike | undefined
  /** The options are the second parameter in v2 and in your own client, and the third in v1. */
  callTool(params: CallToolRequest['params'], second?: never, third?: never): Promise<unknown>
  listTools?(params?: ListParams, options?: ClientRequestOptions): Promise<unknown>
  readResource?(params: ResourceParams, options?: ClientRequestOptions): Promise<unknown>
  listResources?(params?: ListParams, options?: ClientRequestOptions): Promise<unknown>
  listResourceTemplates?(params?: ListParams, options?: ClientRequestOptions): Promise<unknown>
  listPrompts?(params?: ListParams, options?: ClientRequestOptions): Promise<unknown>
  subscribeResource?(params: ResourceParams, options?: ClientRequestOptions): Promise<unknown>
  unsubscribeResource?(params: ResourceParams, options?: ClientRequestOptions): Promise<unknown>
  /** Opens a stream of notifications, in place of `subscribeResource` in MCP 2026-07-28. */
  listen?(filter: { resourceSubscriptions?: string[] }, options?: ClientRequestOptions): Promise<ClientSubscription>
  /** `tasks/get` and `tasks/cancel`, for clients that accept tasks: see `acceptTasks`. */
  getToolTask?(params: { taskId: string }, options?: ClientRequestOptions): Promise<unknown>
  cancelToolTask?(params: { taskId: string }, options?: ClientRequestOptions): Promise<unknown>
  /** `modern` since MCP 2026-07-28, where subscriptions are streams. */
  getProtocolEra?(): string | undefined
  /** Handles notifications without a handler of their own. Casement wraps it and still calls the original. */
  fallbackNotificationHandler?: ((notification: never) => Promise<void>) | undefined
}

/** The results of a client, by method. The client has validated them, and the View validates them again. */
export interface ClientResults {
  callTool: CallToolResult
  listTools: ListToolsResult
  readResource: ReadResourceResult
  listResources: ListResourcesResult
  listResourceTemplates: ListResourceTemplatesResult
  listPrompts: ListPromptsResult
}

/** True for a client that subscribes with `listen`: since MCP 2026-07-28 there is no `resources/subscribe`. */
export const subscribesByStream = (client: McpClientLike): boolean =>
  client.listen !== undefined && (client.subscribeResource === undefined || client.getProtocolEra?.() === 'modern')

/** True for the result of a call that became a task. */
export const isTask = (client: McpClientLike, { _meta: meta }: CallToolResult): boolean =>
  client.getToolTask !== undefined && meta?.[TASK_KEY] !== undefined

/** Calls a tool through either version of the SDK. */
export function callTool(
  client: McpClientLike,
  params: CallToolRequest['params'],
  options: ClientRequestOptions,
): Promise<CallToolResult> {
  // v1 declares (params, resultSchema = …, options), and the length of a function counts parameters before the first default.
  const isV1 = client.callTool.length === 1
  const call = client.callTool.bind(client) as (params: unknown, second: unknown, third?: unknown) => Promise<unknown>
  return (isV1 ? call(params, undefined, options) : call(params, options)) as Promise<CallToolResult>
}
