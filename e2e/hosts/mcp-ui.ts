import { AppRenderer } from '@mcp-ui/client'
import { createElement, type ComponentType, type Ref } from 'react'
import { createRoot } from 'react-dom/client'
import { readMount } from './frames.ts'
import { publishRecord } from './host-record.ts'
import { callTool, HOST_CAPABILITIES, HOST_CONTEXT, openLink, TOOL_INPUT, TOOL_RESULT } from './story.ts'

// The package's types do not resolve for Node's rules (relative imports without extension), so what is used of them is here.
interface RendererHandle {
  /** Typed to return nothing in the package; it returns the View's answer. */
  teardownResource(): Promise<unknown>
}
interface RendererProps {
  toolName: string
  html: string
  sandbox: { url: URL }
  hostInfo: { name: string; version: string }
  hostCapabilities: object
  hostContext?: object
  toolInput: object
  toolResult: object
  onError(error: Error): void
  onLoggingMessage(params: { data: unknown }): void
  onSizeChanged(params: object): void
  onCallTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<object>
  onMessage(params: object): Promise<object>
  onOpenLink(params: { url: string }): Promise<object>
  onFallbackRequest(request: { method: string; params?: unknown }): Promise<object>
  ref?: Ref<RendererHandle>
}
const Renderer = AppRenderer as unknown as ComponentType<RendererProps>

// AppRenderer only supports the relayed mount: it loads a sandbox page, waits for sandbox-proxy-ready and sends it the HTML. It
// sends input and result once both it and the View are ready, resizes its frame automatically, and has no property for
// ui/update-model-context, which arrives at the fallback.
async function run(): Promise<void> {
  const mount = readMount()
  const html = await (await fetch(mount.view)).text()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  let handle: RendererHandle | null = null
  const { record, receive } = publishRecord({
    setContext: (context) => render(context),
    async teardown() {
      const answer = await handle?.teardownResource()
      root.unmount()
      return answer
    },
  })
  const unchanging: RendererProps = {
    toolName: 'forecast',
    html,
    sandbox: { url: new URL(mount.relay) },
    hostInfo: { name: 'mcp-ui', version: '7.1.1' },
    hostCapabilities: HOST_CAPABILITIES,
    toolInput: TOOL_INPUT,
    toolResult: TOOL_RESULT,
    onError: (error) => record.problems.push(String(error)),
    onLoggingMessage: ({ data }) => receive('log', data),
    onSizeChanged: (params) => receive('size', params),
    async onCallTool(params) {
      receive('call', params)
      return callTool(params)
    },
    async onMessage(params) {
      receive('message', params)
      return {}
    },
    async onOpenLink(params) {
      receive('link', params)
      return openLink(params)
    },
    async onFallbackRequest({ method, params }) {
      if (method !== 'ui/update-model-context') throw new Error(`unexpected ${method}`)
      receive('model-context', params)
      return {}
    },
  }
  const render = (hostContext: object): void =>
    root.render(createElement(Renderer, { ...unchanging, hostContext, ref: (given) => void (handle = given) }))
  render(HOST_CONTEXT)
}

void run()
