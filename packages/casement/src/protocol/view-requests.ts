import type { ParamsTable } from './method-table.ts'
import * as apps from './schemas/apps.ts'
import * as own from './schemas/casement.ts'
import { CreateMessageRequestSchema } from './schemas/mcp-sampling.ts'
import * as mcp from './schemas/mcp.ts'

/** What `viewToHost` says of the params of what a View asks for, and nothing else: who only reads a View does without the schemas of all that it is answered. */
export const viewRequests = {
  'ui/open-link': apps.McpUiOpenLinkRequestSchema.shape,
  'ui/download-file': apps.McpUiDownloadFileRequestSchema.shape,
  'ui/message': apps.McpUiMessageRequestSchema.shape,
  'ui/update-model-context': apps.McpUiUpdateModelContextRequestSchema.shape,
  'ui/request-display-mode': apps.McpUiRequestDisplayModeRequestSchema.shape,
  'tools/call': mcp.CallToolRequestSchema.shape,
  'tools/list': mcp.ListToolsRequestSchema.shape,
  'resources/read': mcp.ReadResourceRequestSchema.shape,
  'resources/list': mcp.ListResourcesRequestSchema.shape,
  'resources/templates/list': mcp.ListResourceTemplatesRequestSchema.shape,
  'resources/subscribe': mcp.SubscribeRequestSchema.shape,
  'resources/unsubscribe': mcp.UnsubscribeRequestSchema.shape,
  'prompts/list': mcp.ListPromptsRequestSchema.shape,
  'sampling/createMessage': CreateMessageRequestSchema.shape,
  'dev.casement/state/read': own.StateReadRequestSchema.shape,
  'dev.casement/state/write': own.StateWriteRequestSchema.shape,
} satisfies ParamsTable
