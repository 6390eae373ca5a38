// Typical uses of ext-apps 1.7 with SDK 1.x. `types.test.ts` compiles them against the official package and against ours.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolResultSchema,
  ToolListChangedNotificationSchema,
  type CallToolResult,
  type ContentBlock,
  type Implementation,
  type ListToolsResult,
  type ReadResourceResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import {
  App,
  applyDocumentTheme,
  applyHostStyleVariables,
  McpUiHostContextSchema,
  McpUiOpenLinkResultSchema,
  McpUiToolInputNotificationSchema,
  PostMessageTransport,
  type McpUiHostContext,
} from '@modelcontextprotocol/ext-apps'
import { AppBridge, getToolUiResourceUri, type McpUiHostCapabilities } from '@modelcontextprotocol/ext-apps/app-bridge'
import { useApp, useHostStyles } from '@modelcontextprotocol/ext-apps/react'
import {
  getUiCapability,
  registerAppResource,
  registerAppTool,
  RESOURCE_MIME_TYPE,
  RESOURCE_URI_META_KEY,
} from '@modelcontextprotocol/ext-apps/server'
import { z } from 'zod'

declare const client: Client
declare const server: McpServer
declare const transport: Transport
declare function show(...values: unknown[]): void

// A View
const info: Implementation = { name: 'view', version: '1.0.0' }
const app = new App(info, { tools: {} }, { autoResize: true })
app.ontoolinput = (params) => show(params.arguments)
app.ontoolresult = (result: CallToolResult) => show(result.structuredContent?.['total'])
app.onhostcontextchanged = (context: McpUiHostContext) => show(context.theme)
app.onteardown = async (_params, extra) => {
  show(extra.signal.aborted, extra.requestId)
  return {}
}
app.onlisttools = async (): Promise<ListToolsResult> => ({ tools: [] })
app.oncalltool = async (params, extra): Promise<CallToolResult> => ({
  content: [{ type: 'text', text: `${params.name} ${extra.requestId}` }],
})
await app.connect()
await app.connect(transport)
await app.connect(InMemoryTransport.createLinkedPair()[0])
await app.connect(new PostMessageTransport(window.parent, window.parent))
const called: CallToolResult = await app.callServerTool({ name: 'refresh', arguments: {} })
const blocks: ContentBlock[] = called.content
const read: ReadResourceResult = await app.readServerResource({ uri: 'data://a' })
await app.sendMessage({ role: 'user', content: blocks })
await app.updateModelContext({ content: blocks, structuredContent: called.structuredContent ?? {} })
show(read.contents.length, (await app.openLink({ url: 'https://example.com' })).isError)
show((await app.request({ method: 'tools/call', params: { name: 'x' } }, CallToolResultSchema)).content)
show((await app.request({ method: 'ui/open-link', params: { url: 'https://x' } }, McpUiOpenLinkResultSchema)).isError)
app.setNotificationHandler(ToolListChangedNotificationSchema, ({ method }) => show(method))
app.setNotificationHandler(McpUiToolInputNotificationSchema, ({ params }) => show(params.arguments))
app.registerTool('add', { inputSchema: z.object({ a: z.number() }) }, async ({ a }, extra) => ({
  content: [{ type: 'text', text: `${a} ${extra.requestId}` }],
}))
const context = app.getHostContext()
if (context?.theme) applyDocumentTheme(context.theme)
if (context?.styles?.variables) applyHostStyleVariables(context.styles.variables)
show(McpUiHostContextSchema.safeParse({}).success, app.transport)

// A host
const capabilities: McpUiHostCapabilities = { openLinks: {}, serverTools: {} }
const bridge = new AppBridge(client, info, capabilities, { hostContext: { theme: 'dark' } })
bridge.oncalltool = async (params, extra) => {
  const result = await client.callTool(params, undefined, { signal: extra.signal })
  return result as CallToolResult
}
bridge.onreadresource = async (params, extra) => client.readResource(params, { signal: extra.signal })
bridge.onlistresources = async (params) => client.listResources(params)
bridge.onlistprompts = async (params) => client.listPrompts(params)
bridge.onopenlink = async ({ url }) => ({ isError: !url.startsWith('https:') })
bridge.onmessage = async ({ content }) => ({ isError: content.length === 0 })
bridge.onsizechange = ({ height }) => show(height)
await bridge.connect(transport)
await bridge.connect(new PostMessageTransport(window, window))
await bridge.sendToolInput({ arguments: {} })
await bridge.sendToolResult((await client.callTool({ name: 'weather' })) as CallToolResult)
const { tools } = await client.listTools()
const [tool] = tools
if (tool) bridge.setHostContext({ toolInfo: { tool } })
const ofTheView: Tool[] = (await bridge.listTools({})).tools
const ownResult: CallToolResult = await bridge.callTool({ name: 'add', arguments: {} })
for (const each of tools) show(getToolUiResourceUri(each), ofTheView.length, ownResult.isError)
await bridge.teardownResource({})

// A server
registerAppTool(
  server,
  'weather',
  { inputSchema: { city: z.string() }, outputSchema: { temperature: z.number() }, _meta: { ui: { resourceUri: 'ui://a' } } },
  async ({ city }, extra): Promise<CallToolResult> => ({
    content: [{ type: 'text', text: `${city} ${extra.requestId}` }],
    structuredContent: { temperature: 1 },
  }),
)
registerAppTool(server, 'none', { _meta: { [RESOURCE_URI_META_KEY]: 'ui://a' } }, async () => ({ content: [] }))
registerAppResource(server, 'View', 'ui://a', { mimeType: RESOURCE_MIME_TYPE }, async (uri): Promise<ReadResourceResult> => ({
  contents: [{ uri: uri.href, mimeType: RESOURCE_MIME_TYPE, text: '<p>' }],
}))
show(getUiCapability(server.server.getClientCapabilities())?.mimeTypes)

// React
export function View(): null {
  const { app: connected, error } = useApp({
    appInfo: info,
    capabilities: {},
    onAppCreated: (created) => show(created.transport),
  })
  useHostStyles(connected, connected?.getHostContext())
  show(error?.message)
  return null
}
