// A host page in the manner of the official basic host: a sandbox proxy on another origin, a bridge, and an MCP client in the page.
import { AppBridge, getToolUiResourceUri, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
import type { Client } from '@modelcontextprotocol/client'

/** The messages that the host has received, for the test. */
export interface HostRecord {
  readonly received: Record<string, unknown>
  readonly errors: string[]
  changeTheme(): void
  tearDown(): Promise<void>
}

/** Shows a tool of a server in a frame, with a connected client of either SDK version. */
export async function showTool(client: Client, query: URLSearchParams): Promise<void> {
  const { tools } = await client.listTools()
  const tool = tools.find(({ name }) => name === query.get('tool'))
  if (!tool) throw new Error(`the server has no tool named ${query.get('tool')}`)
  const uri = getToolUiResourceUri(tool) ?? ''
  const input = { city: 'Zürich' }
  const result = await client.callTool({ name: tool.name, arguments: input })
  const [document_] = (await client.readResource({ uri })).contents
  const html = document_ && 'text' in document_ ? document_.text : ''

  const frame = document.body.appendChild(document.createElement('iframe'))
  frame.style.width = '400px'
  const bridge = new AppBridge(
    client,
    { name: 'weather host', version: '1.0.0' },
    { openLinks: {}, serverTools: {}, serverResources: {}, logging: {} },
    {
      hostContext: { theme: 'light', toolInfo: { tool }, availableDisplayModes: ['inline', 'fullscreen'], displayMode: 'inline' },
    },
  )
  const record: HostRecord = {
    received: {},
    errors: [],
    changeTheme: () => bridge.setHostContext({ theme: 'dark' }),
    async tearDown() {
      await bridge.teardownResource({})
    },
  }
  Object.assign(window, { record })
  bridge.onerror = (error) => record.errors.push(error.message)
  bridge.onsandboxready = () => void bridge.sendSandboxResourceReady({ html })
  bridge.oninitialized = () => {
    record.received['app'] = bridge.getAppVersion()
    void bridge.sendToolInput({ arguments: input })
    void bridge.sendToolResult(result)
  }
  bridge.onsizechange = ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`
  }
  bridge.onmessage = async ({ content }) => {
    record.received['message'] = content
    return {}
  }
  bridge.onopenlink = async ({ url }) => (url.includes('refused') ? { isError: true } : {})
  bridge.onupdatemodelcontext = async ({ content }) => {
    record.received['model context'] = content
    return {}
  }
  bridge.onrequestdisplaymode = async ({ mode }) => ({ mode })
  bridge.onloggingmessage = ({ data }) => {
    record.received['log'] = data
  }
  const inside = frame.contentWindow
  if (!inside) throw new Error('the frame has no window')
  await bridge.connect(new PostMessageTransport(inside, inside))
  frame.src = query.get('sandbox') ?? ''
}
