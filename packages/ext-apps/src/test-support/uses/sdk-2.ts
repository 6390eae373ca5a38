// Typical uses of ext-apps 2.x with SDK 2.x. `types.test.ts` compiles them against the official package and against ours.
import type {
  CallToolResult,
  Client,
  ContentBlock,
  Implementation,
  ListToolsResult,
  ReadResourceResult,
  Tool,
  Transport,
} from '@modelcontextprotocol/client'
import type { McpServer } from '@modelcontextprotocol/server'
import {
  App,
  EventDispatcher,
  HOST_CONTEXT_CHANGED_METHOD,
  LATEST_PROTOCOL_VERSION,
  McpUiHostContextSchema,
  McpUiOpenLinkRequestSchema,
  McpUiOpenLinkResultSchema,
  McpUiToolInputNotificationSchema,
  PostMessageTransport,
  RESOURCE_MIME_TYPE,
  RESOURCE_URI_META_KEY,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme,
  type AppEventMap,
  type AppOptions,
  type AppToolCallback,
  type McpUiAppCapabilities,
  type McpUiDisplayMode,
  type McpUiHostCapabilities,
  type McpUiHostContext,
  type McpUiMessageRequest,
  type McpUiToolResultNotification,
  type RegisteredAppTool,
} from '@modelcontextprotocol/ext-apps'
import {
  AppBridge,
  buildAllowAttribute,
  getToolUiResourceUri,
  isToolVisibilityAppOnly,
  isToolVisibilityModelOnly,
  SUPPORTED_PROTOCOL_VERSIONS,
  type AppBridgeEventMap,
  type HostOptions,
  type McpUiResourceCsp,
  type McpUiResourcePermissions,
} from '@modelcontextprotocol/ext-apps/app-bridge'
import { useApp, useAutoResize, useDocumentTheme, useHostStyles, type AppState } from '@modelcontextprotocol/ext-apps/react'
import {
  EXTENSION_ID,
  getUiCapability,
  registerAppResource,
  registerAppTool,
  type McpUiAppToolConfig,
  type ReadResourceCallback,
  type ToolConfig,
} from '@modelcontextprotocol/ext-apps/server'
import { z } from 'zod'

declare const client: Client
declare const server: McpServer
declare const transport: Transport
declare function show(...values: unknown[]): void

// A View
const info: Implementation = { name: 'view', version: '1.0.0' }
const capabilities: McpUiAppCapabilities = { tools: { listChanged: true }, availableDisplayModes: ['inline', 'fullscreen'] }
const options: AppOptions = { autoResize: false, strict: true }
const app = new App(info, capabilities, options)
app.ontoolinput = ({ arguments: args }) => show(args?.['city'])
app.ontoolinputpartial = (params) => show(params.arguments)
app.ontoolresult = (result: CallToolResult) => show(result.content, result.isError)
app.ontoolresult = ({ structuredContent }) => show((structuredContent as { total: number } | undefined)?.total)
app.ontoolcancelled = ({ reason }) => show(reason?.length)
app.onhostcontextchanged = (context) => show(context.theme === 'dark', context.styles?.variables?.['--color-text-primary'])
app.onteardown = async (_params, extra) => {
  show(extra.mcpReq.signal.aborted, extra.mcpReq.id)
  return {}
}
app.onlisttools = async (): Promise<ListToolsResult> => ({ tools: [] })
app.oncalltool = async ({ name, arguments: args }) => ({ content: [{ type: 'text', text: `${name} ${JSON.stringify(args)}` }] })
app.onerror = (error: Error) => show(error.message)
app.onclose = () => show('closed')
app.ontoolinput = undefined
const listener = (params: AppEventMap['toolresult']): void => show(params.content.length)
app.addEventListener('toolresult', listener)
app.removeEventListener('toolresult', listener)
await app.connect()
await app.connect(transport)
await app.connect(new PostMessageTransport(window.parent, window.parent), { timeout: 1000 })
const context: McpUiHostContext | undefined = app.getHostContext()
const host: McpUiHostCapabilities | undefined = app.getHostCapabilities()
const version: Implementation | undefined = app.getHostVersion()
show(context?.toolInfo?.tool.name, host?.serverTools?.listChanged, version?.name, app.transport?.sessionId)
if (context?.styles?.variables) applyHostStyleVariables(context.styles.variables, document.documentElement)
if (context?.styles?.css?.fonts) applyHostFonts(context.styles.css.fonts)
applyDocumentTheme(context?.theme ?? getDocumentTheme())
const called: CallToolResult = await app.callServerTool({ name: 'refresh', arguments: { now: true } }, { timeout: 5000 })
for (const block of called.content) if (block.type === 'text') show(block.text.length)
const blocks: ContentBlock[] = called.content
const read: ReadResourceResult = await app.readServerResource({ uri: 'data://a' })
for (const item of read.contents) show('text' in item ? item.text : item.blob)
const { resources } = await app.listServerResources({ cursor: 'next' })
show(resources.map((resource) => resource.uri))
const message: McpUiMessageRequest['params'] = { role: 'user', content: [{ type: 'text', text: 'hi' }] }
const { isError } = await app.sendMessage(message, { signal: AbortSignal.timeout(1000) })
await app.updateModelContext({ content: blocks, structuredContent: { picked: 3 } })
const opened = await app.openLink({ url: 'https://example.com' })
show(isError, opened.isError, (await app.sendOpenLink({ url: 'https://example.com' })).isError)
await app.downloadFile({ contents: [{ type: 'resource', resource: { uri: 'file:///a.txt', text: 'a' } }] })
const { mode } = await app.requestDisplayMode({ mode: 'fullscreen' })
const applied: McpUiDisplayMode = mode
const sampled = await app.createSamplingMessage({
  messages: [{ role: 'user', content: { type: 'text', text: 'x' } }],
  maxTokens: 9,
})
if (!Array.isArray(sampled.content) && sampled.content.type === 'text') show(sampled.content.text, sampled.model, applied)
await app.sendLog({ level: 'info', data: { a: 1 }, logger: 'view' })
await app.sendSizeChanged({ width: 1, height: 2 })
await app.requestTeardown()
await app.sendToolListChanged()
const stop: () => void = app.setupSizeChangedNotifications()
stop()
const tool: RegisteredAppTool = app.registerTool(
  'add',
  { description: 'Adds', inputSchema: z.object({ a: z.number() }), outputSchema: z.object({ sum: z.number() }) },
  async ({ a }, extra) => ({ content: [], structuredContent: { sum: a + Number(extra.mcpReq.id) } }),
)
tool.update({ description: 'Sums' })
tool.disable()
const bare: AppToolCallback = (extra) => ({ content: [{ type: 'text', text: extra.mcpReq.method }] })
app.registerTool('bare', {}, bare)
app.setRequestHandler('test/echo', { params: z.object({ text: z.string() }) }, ({ text }) => ({ text }))
app.setRequestHandler('ping', () => ({}))
app.setRequestHandler(
  z.object({ method: z.literal('test/old'), params: z.object({ n: z.number() }) }),
  ({ params }, { signal, requestId }) => ({ n: params.n, extra: [signal.aborted, requestId] }),
)
app.setNotificationHandler('notifications/tools/list_changed', ({ method }) => show(method))
app.setNotificationHandler('test/note', { params: z.object({ n: z.number() }) }, ({ n }) => show(n + 1))
app.setNotificationHandler(McpUiToolInputNotificationSchema, ({ params }) => show(params.arguments))
app.fallbackRequestHandler = async (request) => ({ method: request.method })
app.fallbackNotificationHandler = async ({ method }) => show(method)
app.removeRequestHandler('test/echo')
app.removeNotificationHandler('test/note')
show((await app.request({ method: 'resources/list' })).resources.length)
show((await app.request({ method: 'test/double', params: { n: 1 } }, z.object({ n: z.number() }), { timeout: 10 })).n)
show((await app.request({ method: 'ui/open-link', params: { url: 'x:' } }, McpUiOpenLinkResultSchema)).isError)
await app.notification({ method: 'test/note', params: { n: 1 } })
await app.close()

class MyApp extends App {
  override async callServerTool(...call: Parameters<App['callServerTool']>): Promise<CallToolResult> {
    show(call[0].name)
    return super.callServerTool(...call)
  }
  protected override assertCapabilityForMethod(method: string): void {
    show(method)
  }
}
show(new MyApp(info))

// Schemas and constants
const parsed = McpUiHostContextSchema.safeParse({ theme: 'dark' })
if (parsed.success) show(parsed.data.theme)
else show(parsed.error.issues.length)
const link: { params: { url: string } } = McpUiOpenLinkRequestSchema.parse({})
type Context = z.infer<typeof McpUiHostContextSchema>
const themed: Context = { theme: 'light' }
show(link, themed.locale, McpUiOpenLinkRequestSchema.shape.params.parse({}).url, HOST_CONTEXT_CHANGED_METHOD.length)
show(LATEST_PROTOCOL_VERSION, RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY, new EventDispatcher<{ a: number }>())

// A host
const hostOptions: HostOptions = { hostContext: { theme: 'dark', platform: 'web', displayMode: 'inline' } }
const bridge = new AppBridge(
  client,
  { name: 'host', version: '1.0.0' },
  { openLinks: {}, serverTools: {}, logging: {} },
  hostOptions,
)
const manual = new AppBridge(null, { name: 'host', version: '1.0.0' }, {})
bridge.oninitialized = () => show('ready')
bridge.onsizechange = ({ width, height }) => show((width ?? 0) + (height ?? 0))
bridge.onsandboxready = async () => {
  const csp: McpUiResourceCsp = { connectDomains: ['https://api.example'] }
  const permissions: McpUiResourcePermissions = { camera: {} }
  await bridge.sendSandboxResourceReady({ html: '<p>', csp, permissions, sandbox: 'allow-scripts' })
  show(buildAllowAttribute(permissions))
}
bridge.onopenlink = async ({ url }, { mcpReq }) => {
  show(url.length, mcpReq.signal.aborted)
  return {}
}
bridge.onmessage = async ({ role, content }) => ({ isError: role !== 'user' || content.length === 0 })
bridge.onupdatemodelcontext = async ({ content, structuredContent }) => {
  show(content?.length, structuredContent?.['a'])
  return {}
}
bridge.onrequestdisplaymode = async ({ mode: wanted }) => ({ mode: wanted })
bridge.ondownloadfile = async ({ contents }) => ({ isError: contents.length > 1 })
bridge.onloggingmessage = ({ level, data, logger }) => show(level, data, logger)
bridge.onrequestteardown = async () => void (await bridge.teardownResource({}))
manual.oncalltool = async (params, { mcpReq }) => client.callTool(params, { signal: mcpReq.signal })
manual.onreadresource = async (params) => client.readResource(params)
manual.onlistresources = async (params) => client.listResources(params)
manual.onlistresourcetemplates = async (params) => client.listResourceTemplates(params)
manual.onlistprompts = async (params) => client.listPrompts(params)
manual.oncreatesamplingmessage = async () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'x' } })
bridge.onping = (params, { mcpReq }) => show(params?._meta, mcpReq.id)
bridge.addEventListener('sizechange', (params: AppBridgeEventMap['sizechange']) => show(params.height))
await bridge.connect(transport)
await bridge.connect(new PostMessageTransport(window, window))
await bridge.sendToolInput({ arguments: { city: 'Bern' } })
await bridge.sendToolInputPartial({ arguments: {} })
await bridge.sendToolResult(await client.callTool({ name: 'weather' }))
await bridge.sendToolCancelled({ reason: 'stopped' })
const { tools } = await client.listTools()
for (const each of tools) bridge.setHostContext({ theme: 'light', toolInfo: { id: 1, tool: each } })
await bridge.sendHostContextChange({ locale: 'de' })
const viewTools: { tools: Tool[] } = await bridge.listTools({})
const viewResult: CallToolResult = await bridge.callTool({ name: 'add', arguments: { a: 1 } })
show(
  viewTools.tools[0]?.inputSchema.type,
  viewResult.structuredContent,
  bridge.getAppVersion()?.name,
  bridge.getCapabilities().openLinks,
)
show(
  await bridge.request({ method: 'ping' }),
  bridge.getAppCapabilities()?.tools?.listChanged,
  SUPPORTED_PROTOCOL_VERSIONS.includes('x'),
)
bridge.setRequestHandler('test/any', { params: z.looseObject({}) }, (params) => ({ params }))
bridge.setNotificationHandler('test/note', { params: z.looseObject({}) }, (params) => show(params))
await bridge.sendToolListChanged()
await bridge.sendResourceListChanged()
await bridge.sendPromptListChanged()
await bridge.close()
for (const each of tools) show(getToolUiResourceUri(each), isToolVisibilityAppOnly(each), isToolVisibilityModelOnly(each))
const notification: McpUiToolResultNotification = { method: 'ui/notifications/tool-result', params: called }

class MyBridge extends AppBridge {
  override async sendToolResult(params: McpUiToolResultNotification['params']): Promise<void> {
    show(params.content)
    await super.sendToolResult(params)
  }
}
await new MyBridge(client, info, {}).sendToolResult(notification.params)

// A server
registerAppTool(
  server,
  'weather',
  {
    description: 'Weather',
    inputSchema: z.object({ city: z.string() }),
    _meta: { ui: { resourceUri: 'ui://weather/view.html' } },
  },
  async ({ city }, ctx) => ({ content: [{ type: 'text', text: city }], structuredContent: { id: String(ctx.mcpReq.id) } }),
)
registerAppTool(
  server,
  'raw',
  { inputSchema: { city: z.string() }, _meta: { ui: { resourceUri: 'ui://weather/view.html', visibility: ['app'] } } },
  async ({ city }): Promise<CallToolResult> => ({ content: [{ type: 'text', text: city }] }),
)
registerAppTool(server, 'none', { _meta: { [RESOURCE_URI_META_KEY]: 'ui://a' } }, async () => ({ content: [] }))
registerAppResource(
  server,
  'View',
  'ui://weather/view.html',
  { mimeType: RESOURCE_MIME_TYPE, description: 'The View', _meta: { ui: { csp: { connectDomains: [] }, prefersBorder: true } } },
  async (uri, ctx): Promise<ReadResourceResult> => ({
    contents: [
      { uri: uri.href, mimeType: RESOURCE_MIME_TYPE, text: String(ctx.mcpReq.id), _meta: { ui: { prefersBorder: false } } },
    ],
  }),
)
const toolConfig: ToolConfig = { title: 'A', inputSchema: z.object({}) }
const appToolConfig: McpUiAppToolConfig = { ...toolConfig, _meta: { ui: { resourceUri: 'ui://a' } } }
const readCallback: ReadResourceCallback = async (uri) => ({ contents: [{ uri: uri.href, text: 'x' }] })
show(appToolConfig, readCallback, EXTENSION_ID, getUiCapability(server.server.getClientCapabilities())?.mimeTypes?.includes('x'))

// React
export function View(): null {
  const {
    app: connected,
    isConnected,
    error,
  }: AppState = useApp({
    appInfo: info,
    capabilities: {},
    onAppCreated: (created) => {
      created.ontoolresult = (result) => show(result.structuredContent)
    },
  })
  useHostStyles(connected, connected?.getHostContext())
  useAutoResize(connected)
  show(isConnected, error?.message, useDocumentTheme())
  return null
}
