/** Small apps as people wrote them, each against the published API that it names. */
export const APPS: Readonly<Record<string, string>> = {
  'ext-apps/view.ts': `
import { App, PostMessageTransport, applyDocumentTheme, type McpUiHostContext, RESOURCE_MIME_TYPE } from "@modelcontextprotocol/ext-apps";

const app = new App({ name: "clock", version: "1.0.0" });
app.ontoolinput = (params) => console.log(params.arguments);
app.ontoolresult = (result) => console.log(result.structuredContent);
app.onhostcontextchanged = (context: McpUiHostContext) => {
  if (context.theme) applyDocumentTheme(context.theme);
};
app.onteardown = async () => ({});
await app.connect(new PostMessageTransport(window.parent, window.parent));
const time = await app.callServerTool({ name: "time", arguments: { zone: "UTC" } });
await app.sendMessage({ role: "user", content: [{ type: "text", text: JSON.stringify(time.content) }] });
console.log(RESOURCE_MIME_TYPE);
`,
  'ext-apps/view.tsx': `
import type { App } from '@modelcontextprotocol/ext-apps'
import { useApp, useHostStyles } from '@modelcontextprotocol/ext-apps/react'

export function Clock() {
  const { app, error } = useApp({
    appInfo: { name: 'clock', version: '1.0.0' },
    capabilities: {},
    onAppCreated: (created: App) => {
      created.ontoolresult = (result) => console.log(result.content)
    },
  })
  useHostStyles(app, app?.getHostContext())
  if (error) return <p>{error.message}</p>
  return <button onClick={() => app?.callServerTool({ name: 'time', arguments: {} })}>{app ? 'Again' : 'Wait'}</button>
}
`,
  'ext-apps/server.ts': `
import { McpServer } from '@modelcontextprotocol/server'
import { registerAppResource, registerAppTool, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server'
import { z } from 'zod'

const server = new McpServer({ name: 'clock', version: '1.0.0' })
const uri = 'ui://clock/view.html'
registerAppTool(
  server,
  'time',
  { title: 'Time', inputSchema: z.object({ zone: z.string() }), _meta: { ui: { resourceUri: uri } } },
  async ({ zone }) => ({ content: [{ type: 'text', text: zone }] }),
)
registerAppResource(server, 'Clock', uri, { mimeType: RESOURCE_MIME_TYPE }, async () => ({
  contents: [{ uri, mimeType: RESOURCE_MIME_TYPE, text: '<!doctype html>' }],
}))
`,
  'ext-apps/host.ts': `
import { AppBridge, getToolUiResourceUri, PostMessageTransport, type McpUiHostCapabilities } from '@modelcontextprotocol/ext-apps/app-bridge'
import { Client } from '@modelcontextprotocol/client'

const client = new Client({ name: 'host', version: '1.0.0' })
const capabilities: McpUiHostCapabilities = { openLinks: {} }
const frame = document.querySelector('iframe')?.contentWindow
const bridge = new AppBridge(client, { name: 'host', version: '1.0.0' }, capabilities)
bridge.onopenlink = async ({ url }) => (window.open(url) ? {} : { isError: true })
bridge.oninitialized = () => void bridge.sendToolInput({ arguments: { zone: 'UTC' } })
if (frame) await bridge.connect(new PostMessageTransport(frame, frame))
const { tools } = await client.listTools()
console.log(tools.map(getToolUiResourceUri))
`,
  'mcp-ui/server.ts': `
import { createUIResource, uiActionResultToolCall, type UIResource } from '@mcp-ui/server'

export const card: UIResource = createUIResource({
  uri: 'ui://card/1',
  content: { type: 'rawHtml', htmlString: '<p>Card</p>' },
  encoding: 'text',
  uiMetadata: { 'preferred-frame-size': ['100px', '200px'] },
})
export async function page(url: string) {
  const resource = createUIResource({ uri: 'ui://page/1', content: { type: 'externalUrl', iframeUrl: url }, encoding: 'text' })
  return { content: [resource] }
}
console.log(uiActionResultToolCall('book', { seat: 4 }))
`,
  'mcp-ui/client.tsx': `
import { AppRenderer, isUIResource, UI_EXTENSION_NAME } from '@mcp-ui/client'

export const first = (content: unknown[]) => content.find((block) => isUIResource(block as never))
export const Renderer = AppRenderer
console.log(UI_EXTENSION_NAME)
`,
  'openai/server.ts': `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

const server = new McpServer({ name: 'pizza', version: '1.0.0' })
server.registerResource('pizza', 'ui://widget/pizza.html', {}, async () => ({
  contents: [
    {
      uri: 'ui://widget/pizza.html',
      mimeType: 'text/html+skybridge',
      text: '<div id="root"></div>',
      _meta: {
        'openai/widgetPrefersBorder': true,
        'openai/widgetCSP': { connect_domains: ['https://api.example.com'], resource_domains: ['https://cdn.example.com'] },
      },
    },
  ],
}))
server.registerTool(
  'order',
  {
    title: 'Order',
    _meta: {
      'openai/outputTemplate': 'ui://widget/pizza.html',
      'openai/toolInvocation/invoking': 'Ordering',
      'openai/widgetAccessible': true,
    },
  },
  async () => ({ content: [{ type: 'text', text: 'Ordered' }] }),
)
`,
  'openai/view.ts': `
export const show = (): void => {
  document.body.dataset['theme'] = window.openai.theme
  document.body.textContent = JSON.stringify(window.openai.toolOutput)
}
window.addEventListener('openai:set_globals', show)
document.body.onclick = async () => {
  await window.openai.callTool('order', { topping: 'basil' })
  await window.openai.sendFollowUpMessage({ prompt: 'What is next?' })
  window.openai?.openExternal({ href: 'https://example.com/' })
  await window.openai?.setWidgetState({ topping: 'basil' })
  await window.openai.requestDisplayMode({ mode: 'fullscreen' })
}
`,
}
