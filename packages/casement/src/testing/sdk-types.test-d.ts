import type * as client from '@modelcontextprotocol/client'
import type { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js'
import type * as sdk1 from '@modelcontextprotocol/sdk/types.js'
import type * as server from '@modelcontextprotocol/server'
import { expectTypeOf, test } from 'vitest'
import type { AppBridge, McpClientLike } from '../host/index.ts'
import type * as ours from '../protocol/schemas/index.ts'
import type { App, McpApp } from '../view/index.ts'

/** The shapes that Casement shares with the MCP SDK. */
interface Ours {
  tool: ours.Tool
  toolAnnotations: ours.ToolAnnotations
  callToolParams: ours.CallToolRequest['params']
  callToolResult: ours.CallToolResult
  listToolsResult: ours.ListToolsResult
  contentBlock: ours.ContentBlock
  implementation: ours.Implementation
  readResourceParams: ours.ReadResourceRequest['params']
  readResourceResult: ours.ReadResourceResult
  listResourcesResult: ours.ListResourcesResult
  listResourceTemplatesResult: ours.ListResourceTemplatesResult
  listPromptsResult: ours.ListPromptsResult
  createMessageParams: ours.CreateMessageRequest['params']
  createMessageResult: ours.CreateMessageResult
  createMessageResultWithTools: ours.CreateMessageResultWithTools
  loggingParams: ours.LoggingMessageNotification['params']
}

/** The same of an SDK, and its classes. */
interface Sdk1 {
  tool: sdk1.Tool
  toolAnnotations: sdk1.ToolAnnotations
  callToolParams: sdk1.CallToolRequest['params']
  callToolResult: sdk1.CallToolResult
  listToolsResult: sdk1.ListToolsResult
  contentBlock: sdk1.ContentBlock
  implementation: sdk1.Implementation
  readResourceParams: sdk1.ReadResourceRequest['params']
  readResourceResult: sdk1.ReadResourceResult
  listResourcesResult: sdk1.ListResourcesResult
  listResourceTemplatesResult: sdk1.ListResourceTemplatesResult
  listPromptsResult: sdk1.ListPromptsResult
  createMessageParams: sdk1.CreateMessageRequest['params']
  createMessageResult: sdk1.CreateMessageResult
  createMessageResultWithTools: sdk1.CreateMessageResultWithTools
  loggingParams: sdk1.LoggingMessageNotification['params']
  client: ClientV1
  transport: TransportV1
}

interface Sdk2Client {
  tool: client.Tool
  toolAnnotations: client.ToolAnnotations
  callToolParams: client.CallToolRequest['params']
  callToolResult: client.CallToolResult
  listToolsResult: client.ListToolsResult
  contentBlock: client.ContentBlock
  implementation: client.Implementation
  readResourceParams: client.ReadResourceRequest['params']
  readResourceResult: client.ReadResourceResult
  listResourcesResult: client.ListResourcesResult
  listResourceTemplatesResult: client.ListResourceTemplatesResult
  listPromptsResult: client.ListPromptsResult
  createMessageParams: client.CreateMessageRequest['params']
  createMessageResult: client.CreateMessageResult
  createMessageResultWithTools: client.CreateMessageResultWithTools
  loggingParams: client.LoggingMessageNotification['params']
  client: client.Client
  transport: client.Transport
}

interface Sdk2Server {
  tool: server.Tool
  toolAnnotations: server.ToolAnnotations
  callToolParams: server.CallToolRequest['params']
  callToolResult: server.CallToolResult
  listToolsResult: server.ListToolsResult
  contentBlock: server.ContentBlock
  implementation: server.Implementation
  readResourceParams: server.ReadResourceRequest['params']
  readResourceResult: server.ReadResourceResult
  listResourcesResult: server.ListResourcesResult
  listResourceTemplatesResult: server.ListResourceTemplatesResult
  listPromptsResult: server.ListPromptsResult
  createMessageParams: server.CreateMessageRequest['params']
  createMessageResult: server.CreateMessageResult
  createMessageResultWithTools: server.CreateMessageResultWithTools
  loggingParams: server.LoggingMessageNotification['params']
  client: client.Client
  transport: server.Transport
}

/** The shapes of A that are not assignable to those of B. */
type NotAssignable<A, B> = { [K in keyof A & keyof B]: [A[K]] extends [B[K]] ? never : K }[keyof A & keyof B]

test('every shared shape is assignable to that of each SDK', () => {
  expectTypeOf<NotAssignable<Ours, Sdk1>>().toEqualTypeOf<never>()
  expectTypeOf<NotAssignable<Ours, Sdk2Client>>().toEqualTypeOf<never>()
  expectTypeOf<NotAssignable<Ours, Sdk2Server>>().toEqualTypeOf<never>()
})

test('and each of theirs to ours', () => {
  expectTypeOf<NotAssignable<Sdk1, Ours>>().toEqualTypeOf<never>()
  expectTypeOf<NotAssignable<Sdk2Client, Ours>>().toEqualTypeOf<never>()
  expectTypeOf<NotAssignable<Sdk2Server, Ours>>().toEqualTypeOf<never>()
})

type Result<F> = F extends (...args: never[]) => Promise<infer R> ? R : never
type Params<F> = F extends (...args: infer P) => unknown ? P : never
type Handler<T, K extends keyof T> = NonNullable<T[K]>
type Fits<A, B> = [A] extends [B] ? true : false

/** Uses of Casement in programs that declare their values with the types of an SDK. Each has to compile. */
interface Uses<S extends Record<keyof Sdk1, unknown>> {
  // A View
  'app.ontoolresult = (result: CallToolResult) => …': Fits<(result: S['callToolResult']) => void, App['ontoolresult']>
  'app.addEventListener("toolresult", (result: CallToolResult) => …)': Fits<
    (result: S['callToolResult']) => void,
    Handler<App, 'ontoolresult'>
  >
  'const result: CallToolResult = await app.callServerTool(…)': Fits<Result<App['callServerTool']>, S['callToolResult']>
  'app.callServerTool(params: CallToolRequest["params"])': Fits<S['callToolParams'], Params<App['callServerTool']>[0]>
  'const page: ReadResourceResult = await app.readServerResource(…)': Fits<
    Result<App['readServerResource']>,
    S['readResourceResult']
  >
  'app.readServerResource(params: ReadResourceRequest["params"])': Fits<
    S['readResourceParams'],
    Params<App['readServerResource']>[0]
  >
  'const list: ListResourcesResult = await app.listServerResources()': Fits<
    Result<App['listServerResources']>,
    S['listResourcesResult']
  >
  'app.createSamplingMessage(params: CreateMessageRequest["params"])': Fits<
    S['createMessageParams'],
    Params<App['createSamplingMessage']>[0]
  >
  'const answer: CreateMessageResultWithTools = await app.createSamplingMessage(…)': Fits<
    Result<App['createSamplingMessage']>,
    S['createMessageResultWithTools']
  >
  'app.sendMessage({ role: "user", content: ContentBlock[] })': Fits<
    { role: 'user'; content: S['contentBlock'][] },
    Params<App['sendMessage']>[0]
  >
  'app.updateModelContext({ content: ContentBlock[] })': Fits<
    { content: S['contentBlock'][] },
    Params<App['updateModelContext']>[0]
  >
  'app.sendLog(params: LoggingMessageNotification["params"])': Fits<S['loggingParams'], Params<App['sendLog']>[0]>
  'new App(info: Implementation)': Fits<S['implementation'], ConstructorParameters<typeof App>[0]>
  'const host: Implementation | undefined = app.getHostVersion()': Fits<
    ReturnType<App['getHostVersion']>,
    S['implementation'] | undefined
  >
  'app.oncalltool = async (params: CallToolRequest["params"]): Promise<CallToolResult> => …': Fits<
    (params: S['callToolParams']) => Promise<S['callToolResult']>,
    App['oncalltool']
  >
  'app.onlisttools = async (): Promise<ListToolsResult> => …': Fits<() => Promise<S['listToolsResult']>, App['onlisttools']>
  'app.connect(transport: Transport)': Fits<S['transport'], Params<App['connect']>[0]>
  'mcpApp.ontoolresult = (result: CallToolResult) => …': Fits<(result: S['callToolResult']) => void, McpApp['ontoolresult']>
  'mcpApp.sendMessage("user", block: ContentBlock)': Fits<S['contentBlock'], Params<McpApp['sendMessage']>[1]>
  'const result: CallToolResult = await mcpApp.callServerTool(…)': Fits<Result<McpApp['callServerTool']>, S['callToolResult']>
  // A host
  'new AppBridge(client: Client, info: Implementation)': Fits<
    [S['client'], S['implementation']],
    [McpClientLike, ConstructorParameters<typeof AppBridge>[1]]
  >
  'bridge.connect(transport: Transport)': Fits<S['transport'], Params<AppBridge['connect']>[0]>
  'bridge.sendToolResult(result: CallToolResult)': Fits<S['callToolResult'], Params<AppBridge['sendToolResult']>[0]>
  'bridge.oncalltool = (params) => client.callTool(params)': Fits<
    (params: S['callToolParams']) => Promise<S['callToolResult']>,
    AppBridge['oncalltool']
  >
  'bridge.onreadresource = (params) => client.readResource(params)': Fits<
    (params: S['readResourceParams']) => Promise<S['readResourceResult']>,
    AppBridge['onreadresource']
  >
  'bridge.onlisttools = async (): Promise<ListToolsResult> => …': Fits<
    () => Promise<S['listToolsResult']>,
    AppBridge['onlisttools']
  >
  'bridge.onlistresources = async (): Promise<ListResourcesResult> => …': Fits<
    () => Promise<S['listResourcesResult']>,
    AppBridge['onlistresources']
  >
  'bridge.onlistresourcetemplates = async (): Promise<ListResourceTemplatesResult> => …': Fits<
    () => Promise<S['listResourceTemplatesResult']>,
    AppBridge['onlistresourcetemplates']
  >
  'bridge.onlistprompts = async (): Promise<ListPromptsResult> => …': Fits<
    () => Promise<S['listPromptsResult']>,
    AppBridge['onlistprompts']
  >
  'bridge.oncreatesamplingmessage = async (params): Promise<CreateMessageResult> => …': Fits<
    (params: S['createMessageParams']) => Promise<S['createMessageResult']>,
    AppBridge['oncreatesamplingmessage']
  >
  'bridge.onloggingmessage = (params: LoggingMessageNotification["params"]) => …': Fits<
    (params: S['loggingParams']) => void,
    AppBridge['onloggingmessage']
  >
  'bridge.onmessage = async ({ content }: { content: ContentBlock[] }) => …': Fits<
    (params: { content: S['contentBlock'][] }) => Promise<{ isError?: boolean }>,
    AppBridge['onmessage']
  >
  'const result: CallToolResult = await bridge.callTool(…)': Fits<Result<AppBridge['callTool']>, S['callToolResult']>
  'bridge.callTool(params: CallToolRequest["params"])': Fits<S['callToolParams'], Params<AppBridge['callTool']>[0]>
  'const tools: Tool[] = (await bridge.listTools()).tools': Fits<Result<AppBridge['listTools']>['tools'], S['tool'][]>
}

type FailingUses<U> = { [K in keyof U]: U[K] extends true ? never : K }[keyof U]

test('typical uses compile with the types of SDK 1, and of the client and the server of SDK 2', () => {
  expectTypeOf<FailingUses<Uses<Sdk1>>>().toEqualTypeOf<never>()
  expectTypeOf<FailingUses<Uses<Sdk2Client>>>().toEqualTypeOf<never>()
  expectTypeOf<FailingUses<Uses<Sdk2Server>>>().toEqualTypeOf<never>()
})
