// A host project in the manner of the reference host: it reads a tool's UI resource, validates its metadata with the package's
// schemas, opens it in a sandbox proxy, and forwards its requests to an MCP server.

/** The files of the project, written for @modelcontextprotocol/ext-apps 2. */
export const REFERENCE_HOST: Readonly<Record<string, string>> = {
  'package.json': `{
  "name": "reference-host",
  "version": "1.0.0",
  "type": "module",
  "dependencies": {
    "@modelcontextprotocol/client": "^2.4.0",
    "@modelcontextprotocol/ext-apps": "^2.0.4",
    "@modelcontextprotocol/server": "^2.4.0"
  }
}
`,
  'src/resource.ts': `import type { Client } from '@modelcontextprotocol/client'
import { McpUiResourceMetaSchema, RESOURCE_MIME_TYPE, type McpUiResourceCsp, type McpUiResourcePermissions } from '@modelcontextprotocol/ext-apps/app-bridge'

export interface UiDocument {
  html: string
  csp?: McpUiResourceCsp
  permissions?: McpUiResourcePermissions
}

export async function readUiDocument(client: Client, uri: string): Promise<UiDocument> {
  const { contents } = await client.readResource({ uri })
  const content = contents[0]
  if (!content || content.mimeType !== RESOURCE_MIME_TYPE || !('text' in content)) throw new Error('unsupported resource ' + uri)
  const parsed = McpUiResourceMetaSchema.safeParse(content._meta?.ui ?? {})
  if (!parsed.success) console.warn('ignored invalid metadata', parsed.error)
  return { html: content.text as string, ...(parsed.success ? { csp: parsed.data.csp, permissions: parsed.data.permissions } : {}) }
}
`,
  'src/bridge.ts': `import type { Client, Tool } from '@modelcontextprotocol/client'
import {
  AppBridge,
  buildAllowAttribute,
  getToolUiResourceUri,
  PostMessageTransport,
  type McpUiHostContext,
  type McpUiMessageRequest,
} from '@modelcontextprotocol/ext-apps/app-bridge'
import { readUiDocument } from './resource'

const HOST = { name: 'reference-host', version: '1.0.0' }

export interface Opened {
  bridge: AppBridge
  frame: HTMLIFrameElement
}

export async function openView(client: Client, tool: Tool, proxy: string, log: (kind: string, value: unknown) => void): Promise<Opened> {
  const uri = getToolUiResourceUri(tool)
  if (!uri) throw new Error(tool.name + ' has no UI')
  const document_ = await readUiDocument(client, uri)
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  frame.allow = buildAllowAttribute(document_.permissions)
  const hostContext: McpUiHostContext = { theme: 'dark', displayMode: 'inline', availableDisplayModes: ['inline'] }
  const bridge = new AppBridge(client, HOST, { openLinks: {}, serverTools: {}, logging: {} }, { hostContext })
  bridge.onmessage = async (params: McpUiMessageRequest['params']) => {
    log('message', params.content)
    return {}
  }
  bridge.onopenlink = async ({ url }) => {
    log('link', url)
    return {}
  }
  bridge.onloggingmessage = ({ level, data }) => log('log', { level, data })
  bridge.onsizechange = ({ height }) => {
    if (height !== undefined) frame.style.height = height + 'px'
  }
  bridge.onsandboxready = () => void bridge.sendSandboxResourceReady(document_)
  const ready = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve()
  })
  document.body.append(frame)
  await bridge.connect(new PostMessageTransport(frame.contentWindow!, frame.contentWindow!))
  frame.src = proxy
  await ready
  return { bridge, frame }
}
`,
  'src/main.ts': `import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { openView } from './bridge'
import { createServer } from './server'

const page = window as unknown as { log: [string, unknown][]; ready: boolean }
page.log = []
const log = (kind: string, value: unknown): void => void page.log.push([kind, value])

async function run(): Promise<void> {
  const query = new URLSearchParams(location.search)
  const [near, far] = InMemoryTransport.createLinkedPair()
  await createServer(await (await fetch('/view')).text()).connect(far)
  const client = new Client({ name: 'reference-host', version: '1.0.0' })
  await client.connect(near)
  const { tools } = await client.listTools()
  const tool = tools.find(({ name }) => name === 'add')
  if (!tool) throw new Error('no tool')
  const { bridge } = await openView(client, tool, query.get('proxy') ?? '', log)
  const input = { a: 19, b: 23 }
  await bridge.sendToolInput({ arguments: input })
  const result = await client.callTool({ name: 'add', arguments: input })
  await bridge.sendToolResult(result as Parameters<typeof bridge.sendToolResult>[0])
  page.ready = true
}

void run().catch((error: unknown) => log('error', String(error)))
`,
  'src/server.ts': `import { registerAppResource, registerAppTool, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server'
import { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

const uri = 'ui://calculator/view.html'

export function createServer(view: string): McpServer {
  const server = new McpServer({ name: 'calculator', version: '1.0.0' })
  registerAppTool(
    server,
    'add',
    { title: 'Add', inputSchema: z.object({ a: z.number(), b: z.number() }), _meta: { ui: { resourceUri: uri } } },
    async ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }], structuredContent: { sum: a + b } }),
  )
  registerAppResource(server, 'View', uri, { mimeType: RESOURCE_MIME_TYPE }, async () => ({
    contents: [{ uri, mimeType: RESOURCE_MIME_TYPE, text: view, _meta: { ui: { csp: { connectDomains: ['https://api.example.com'] } } } }],
  }))
  return server
}
`,
  'src/view.ts': `import { App, applyDocumentTheme, PostMessageTransport } from '@modelcontextprotocol/ext-apps'

const app = new App({ name: 'calculator', version: '1.0.0' }, {})
const page = window as unknown as Record<string, unknown>
const told: Record<string, unknown> = {}
app.ontoolinput = ({ arguments: input }) => void (told.input = input)
app.ontoolresult = ({ structuredContent }) => void (told.result = structuredContent)
app.onhostcontextchanged = ({ theme }) => theme && applyDocumentTheme(theme)
Object.assign(page, { app, told })
void app.connect(new PostMessageTransport(window.parent, window.parent)).then(() => {
  const theme = app.getHostContext()?.theme
  if (theme) applyDocumentTheme(theme)
  page.connected = true
})
`,
}

/** The metadata is read by the schema of the library, as the report about the first version says. */
export const FIXED_RESOURCE = (migrated: string): string =>
  migrated
    .replace(
      /import \{ McpUiResourceMetaSchema \} from '[^']+'/,
      `import { McpUiResourceMetaSchema, validate } from 'casement/protocol/schemas'`,
    )
    .replace(
      'McpUiResourceMetaSchema.safeParse(content._meta?.ui ?? {})',
      'validate(McpUiResourceMetaSchema, content._meta?.ui ?? {})',
    )
    .replace(
      `if (!parsed.success) console.warn('ignored invalid metadata', parsed.error)`,
      `if (parsed.issues) console.warn('ignored invalid metadata', parsed.issues)`,
    )
    .replace(
      '(parsed.success ? { csp: parsed.data.csp, permissions: parsed.data.permissions } : {})',
      '(parsed.issues ? {} : { csp: parsed.value.csp, permissions: parsed.value.permissions })',
    )
