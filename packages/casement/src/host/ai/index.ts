/**
 * `casement/host/ai`: Views in a chat on the AI SDK of Vercel, version 6 or 7. `mcpTools` and `withAppContext` run in the chat's route,
 * `createChatApps` in its page. Nothing of the AI SDK is imported.
 * @module
 */
export { createChatApps, type ChatAppProps, type ChatApps, type ChatAppsOptions, type ChatLike } from './chat-apps.ts'
export { withAppContext, type ChatAppsBody, type ChatAppTool } from './chat-body.ts'
export { mcpTools, type AiSchema, type AiTool, type McpToolsOptions } from './mcp-tools.ts'
export { toModelOutput, toToolResult, type ModelContentPart, type ModelOutput } from './model-output.ts'
export { toolDataOf, type ChatStatus, type MessagePart } from './part-data.ts'
export { modelToolName } from './tool-names.ts'
