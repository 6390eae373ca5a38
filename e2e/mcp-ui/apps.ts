// Apps as people write them for MCP-UI. Only the packages behind the two names change, as an npm alias changes them.

/** A server for @mcp-ui/server 5. */
export const SERVER_5 = `
import { createUIResource, type UIResource } from '@mcp-ui/server'

const REMOTE = \`
  const stack = document.createElement('ui-stack')
  const text = document.createElement('ui-text')
  text.setAttribute('content', 'Pressed 0 times')
  const button = document.createElement('ui-button')
  button.setAttribute('label', 'Press me')
  let count = 0
  button.addEventListener('press', () => {
    text.setAttribute('content', 'Pressed ' + ++count + ' times')
    window.parent.postMessage({ type: 'tool', payload: { toolName: 'press', params: { count } } }, '*')
  })
  stack.append(text, button)
  root.appendChild(stack)\`

export function resources(widget: string, url: string): Record<string, UIResource> {
  return {
    raw: createUIResource({
      uri: 'ui://shop/raw',
      content: { type: 'rawHtml', htmlString: widget },
      encoding: 'blob',
      uiMetadata: { 'preferred-frame-size': ['510px', '310px'], 'initial-render-data': { plan: 'free', user: 'Ada' } },
      metadata: { owner: 'shop', 'mcpui.dev/ui-initial-render-data': { plan: 'basic', user: 'Grace' } },
      resourceProps: { _meta: { owner: 'shop 2' } },
    }),
    page: createUIResource({ uri: 'ui://shop/page', content: { type: 'externalUrl', iframeUrl: url }, encoding: 'text' }),
    remote: createUIResource({
      uri: 'ui://shop/remote',
      content: { type: 'remoteDom', script: REMOTE, framework: 'react' },
      encoding: 'text',
    }),
    adapted: createUIResource({
      uri: 'ui://shop/adapted',
      content: { type: 'rawHtml', htmlString: widget },
      encoding: 'text',
      adapters: { mcpApps: { enabled: true, config: { timeout: 20_000 } } },
    }),
  }
}
`

/** A host page for @mcp-ui/client 5. */
export const CLIENT_5 = `
import {
  basicComponentLibrary,
  getResourceMetadata,
  getUIResourceMetadata,
  isUIResource,
  remoteButtonDefinition,
  remoteStackDefinition,
  remoteTextDefinition,
  UIResourceRenderer,
  type UIActionResult,
} from '@mcp-ui/client'
import { useRef } from 'react'
import { createRoot } from 'react-dom/client'

interface Settings { renderData?: Record<string, unknown>; autoResize?: boolean | { width?: boolean; height?: boolean }; permissions?: string }
type Block = { type: string; resource: { uri: string; mimeType: string; text: string; _meta?: Record<string, unknown> } }
const page = window as unknown as { actions: UIActionResult[]; show(block: Block, settings?: Settings): void; loads: number; frame?: HTMLIFrameElement | null }
page.actions = []
page.loads = 0

async function onUIAction(action: UIActionResult): Promise<unknown> {
  page.actions.push(action)
  if (action.type === 'tool' && action.payload.toolName === 'add') return { sum: Number(action.payload.params.a) + Number(action.payload.params.b) }
  if (action.type === 'link' && action.payload.url.startsWith('ftp:')) throw new Error('no such links')
  return { status: action.type + ' done' }
}

function Shown({ block, settings }: { block: Block; settings: Settings }) {
  const ref = useRef<HTMLIFrameElement>(null)
  if (!isUIResource(block)) return <p>no resource</p>
  return (
    <UIResourceRenderer
      resource={block.resource}
      onUIAction={onUIAction}
      htmlProps={{
        style: { border: '1px solid black' },
        autoResizeIframe: settings.autoResize,
        iframeRenderData: settings.renderData,
        sandboxPermissions: settings.permissions,
        iframeProps: {
          ref: ref as React.RefObject<HTMLIFrameElement>,
          className: 'widget',
          onLoad: () => {
            page.loads++
            page.frame = ref.current
          },
        },
      }}
      remoteDomProps={{ library: basicComponentLibrary, remoteElements: [remoteButtonDefinition, remoteStackDefinition, remoteTextDefinition] }}
    />
  )
}

const root = createRoot(document.body.appendChild(document.createElement('div')))
page.show = (block, settings = {}) => {
  document.body.dataset.metadata = JSON.stringify([getResourceMetadata(block.resource), getUIResourceMetadata(block.resource)])
  root.render(<Shown block={block} settings={settings} />)
}
document.body.dataset.ready = 'yes'
`

/** A server for @mcp-ui/server 6. */
export const SERVER_6 = `
import { createUIResource, RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY, type UIResource } from '@mcp-ui/server'

export const meta = { [RESOURCE_URI_META_KEY]: 'ui://shop/view' }
export const mimeType = RESOURCE_MIME_TYPE
export const resources = (view: string, widget: string): Record<string, UIResource> => ({
  view: createUIResource({ uri: 'ui://shop/view', content: { type: 'rawHtml', htmlString: view }, encoding: 'text' }),
  widget: createUIResource({
    uri: 'ui://shop/widget',
    content: { type: 'rawHtml', htmlString: widget },
    encoding: 'blob',
    adapters: { mcpApps: { enabled: true } },
  }),
})
`

/** The script of a View that also uses @mcp-ui/server, in the page. */
export const VIEW_6 = `
import { sendExperimentalRequest } from '@mcp-ui/server'
import { App } from '@modelcontextprotocol/ext-apps'

const app = new App({ name: 'shop', version: '1.0.0' }, {}, { autoResize: false })
const page = window as unknown as Record<string, unknown>
const told: Record<string, unknown> = {}
app.ontoolinput = (params) => void (told.input = params.arguments)
app.ontoolresult = (params) => void (told.result = params.structuredContent)
app.onhostcontextchanged = (params) => void (told.theme = params.theme)
void app.connect().then(() => Object.assign(page, { connected: true }))
Object.assign(page, { app, told, experiment: (method: string, params: Record<string, unknown>) => sendExperimentalRequest(method, params, { timeoutMs: 20_000 }) })
`

/** A host page for @mcp-ui/client 7. */
export const CLIENT_7 = `
import { AppRenderer, UI_EXTENSION_CAPABILITIES, type AppRendererHandle, type AppRendererProps } from '@mcp-ui/client'
import { useRef } from 'react'
import { createRoot } from 'react-dom/client'

interface Settings { proxy: string; text: string; uri: string; mimeType: string; theme: 'light' | 'dark' }
const page = window as unknown as { arrivals: [string, unknown][]; show(settings: Settings): void; extensions: unknown; handle?: AppRendererHandle | null; problems: string[] }
page.arrivals = []
page.problems = []
page.extensions = UI_EXTENSION_CAPABILITIES
const arrive = (kind: string, value: unknown): void => void page.arrivals.push([kind, value])

const handlers: Pick<AppRendererProps, 'onCallTool' | 'onMessage' | 'onOpenLink' | 'onLoggingMessage' | 'onSizeChanged' | 'onFallbackRequest' | 'onError'> = {
  async onCallTool({ name, arguments: args }) {
    arrive('tool', { name, args })
    return { content: [{ type: 'text', text: 'added' }], structuredContent: { sum: Number(args?.a) + Number(args?.b) } }
  },
  async onMessage({ role, content }) {
    arrive('message', { role, content })
    return {}
  },
  async onOpenLink({ url }) {
    arrive('link', url)
    return {}
  },
  onLoggingMessage: ({ level, data }) => arrive('log', { level, data }),
  onSizeChanged: ({ width, height }) => arrive('size', { width, height }),
  async onFallbackRequest({ method, params }) {
    arrive('fallback', { method, params })
    return { written: params?.text }
  },
  onError: (error) => void page.problems.push(error.message),
}

function Shown({ settings }: { settings: Settings }) {
  const ref = useRef<AppRendererHandle>(null)
  page.handle = ref.current
  return (
    <AppRenderer
      ref={ref}
      toolName="shop"
      sandbox={{ url: new URL(settings.proxy) }}
      toolResourceUri={settings.uri}
      onReadResource={async ({ uri }) => ({ contents: [{ uri, mimeType: settings.mimeType, text: settings.text }] })}
      toolInput={{ topic: 'basil' }}
      toolResult={{ content: [], structuredContent: { price: 3 } }}
      hostContext={{ theme: settings.theme }}
      {...handlers}
    />
  )
}

const root = createRoot(document.body.appendChild(document.createElement('div')))
page.show = (settings) => root.render(<Shown settings={settings} />)
document.body.dataset.ready = 'yes'
`
