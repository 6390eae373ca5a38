import { AppBridge, type RequestHandlerExtra } from '@casement/ext-apps/app-bridge'
import { getToolUiResourceUri, readUiResource, type BridgeHandlers, type McpClientLike, type UiResource } from 'casement/host'
import { CasementError, WireCode } from 'casement/protocol'
import type {
  CallToolResult,
  Implementation,
  ListToolsResult,
  McpUiHostCapabilities,
  McpUiHostContext,
  McpUiMessageRequest,
  McpUiMessageResult,
  McpUiOpenLinkRequest,
  McpUiOpenLinkResult,
  McpUiSizeChangedNotification,
  McpUiToolInputPartialNotification,
  Tool,
} from 'casement/protocol/schemas'
import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type ForwardRefExoticComponent,
  type RefAttributes,
} from 'react'
import { AppFrameView, errorText, type SandboxConfig } from './app-frame.ts'

/** A JSON-RPC request of a View. */
export interface JSONRPCRequest {
  jsonrpc: '2.0'
  id: string | number
  method: string
  params?: { [key: string]: unknown; _meta?: { [key: string]: unknown } }
}

/** The methods that a ref on `AppRenderer` has. */
export interface AppRendererHandle {
  sendToolListChanged: () => void
  sendResourceListChanged: () => void
  sendPromptListChanged: () => void
  teardownResource: () => void
}

type Handler<M extends keyof BridgeHandlers> = NonNullable<BridgeHandlers[M]>
type Forwarded<M extends keyof BridgeHandlers> = (
  params: Parameters<Handler<M>>[0],
  extra: RequestHandlerExtra,
) => Promise<Awaited<ReturnType<Handler<M>>>>

/** The props of `AppRenderer`. */
export interface AppRendererProps {
  /** The MCP client of the server that has the tool. Any object with the methods of the MCP SDK's client. */
  client?: McpClientLike
  toolName: string
  sandbox: SandboxConfig
  /** The URI of the UI resource. Default: the one that the tool names. */
  toolResourceUri?: string
  /** The document, if it is known. */
  html?: string
  toolInput?: Record<string, unknown>
  toolResult?: CallToolResult
  toolInputPartial?: McpUiToolInputPartialNotification['params']
  toolCancelled?: boolean
  hostContext?: McpUiHostContext
  hostInfo?: Implementation
  hostCapabilities?: McpUiHostCapabilities
  onOpenLink?: (params: McpUiOpenLinkRequest['params'], extra: RequestHandlerExtra) => Promise<McpUiOpenLinkResult>
  onMessage?: (params: McpUiMessageRequest['params'], extra: RequestHandlerExtra) => Promise<McpUiMessageResult>
  onLoggingMessage?: (params: { level: LoggingLevel; logger?: string | undefined; data: unknown }) => void
  onSizeChanged?: (params: McpUiSizeChangedNotification['params']) => void
  onError?: (error: Error) => void
  onCallTool?: Forwarded<'oncalltool'>
  onListResources?: Forwarded<'onlistresources'>
  onListResourceTemplates?: Forwarded<'onlistresourcetemplates'>
  onReadResource?: Forwarded<'onreadresource'>
  onListPrompts?: Forwarded<'onlistprompts'>
  /** Handles requests of methods that nothing else handles, except those of MCP Apps itself. */
  onFallbackRequest?: (request: JSONRPCRequest, extra: RequestHandlerExtra) => Promise<Record<string, unknown>>
}

type LoggingLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

/** Shows the View of a tool: reads its resource, opens it in the sandbox and connects it to the client and the handlers. */
export const AppRenderer: ForwardRefExoticComponent<AppRendererProps & RefAttributes<AppRendererHandle>> = forwardRef<
  AppRendererHandle,
  AppRendererProps
>(function AppRenderer(props, ref) {
  const { client, toolName, sandbox, toolResourceUri, html, toolInput, toolResult, toolInputPartial, toolCancelled } = props
  const { hostContext, hostInfo, hostCapabilities } = props
  const latest = useRef(props)
  const [bridge, setBridge] = useState<AppBridge>()
  const [resource, setResource] = useState<Pick<UiResource, 'html' | 'csp' | 'permissions'>>()
  const [error, setError] = useState<Error>()
  const call = useToolCall(toolInput)
  useEffect(() => {
    latest.current = props
  })
  // Objects that are written inline are new on every rendering.
  const host = JSON.stringify([hostInfo, hostCapabilities])
  useEffect(() => {
    const created = createBridge(latest)
    setBridge(created)
    return () => void created.close()
  }, [client, host, call])
  useEffect(() => {
    const stop = new AbortController()
    setError(undefined)
    if (html) {
      setResource({ html })
      return undefined
    }
    readResource(latest.current, toolResourceUri, stop.signal).then(
      (found) => !stop.signal.aborted && setResource(found),
      (reason: unknown) => {
        if (stop.signal.aborted) return
        const failure = reason instanceof Error ? reason : new Error(String(reason))
        setError(failure)
        latest.current.onError?.(failure)
      },
    )
    return () => stop.abort()
  }, [client, toolName, toolResourceUri, html])
  useEffect(() => {
    if (hostContext) bridge?.setHostContext(hostContext)
  }, [bridge, hostContext])
  useEffect(() => {
    if (toolInputPartial) void bridge?.sendToolInputPartial(toolInputPartial)
  }, [bridge, toolInputPartial])
  useEffect(() => {
    if (toolCancelled) void bridge?.sendToolCancelled({})
  }, [bridge, toolCancelled])
  useImperativeHandle(
    ref,
    () => ({
      sendToolListChanged: () => void bridge?.sendToolListChanged(),
      sendResourceListChanged: () => void bridge?.sendResourceListChanged(),
      sendPromptListChanged: () => void bridge?.sendPromptListChanged(),
      teardownResource: () => void bridge?.teardownResource({}),
    }),
    [bridge],
  )
  if (error) return errorText(error)
  if (!bridge || !resource) return null
  const csp = sandbox.csp ?? resource.csp
  return createElement(AppFrameView, {
    html: resource.html,
    sandbox: { ...sandbox, ...(csp && { csp }) },
    permissions: resource.permissions,
    appBridge: bridge,
    ...(toolInput && { toolInput }),
    ...(toolResult && { toolResult }),
    onSizeChanged: (params) => latest.current.onSizeChanged?.(params),
    onError: (reason) => latest.current.onError?.(reason),
  })
})
AppRenderer.displayName = 'AppRenderer'

/** A number that grows when another input replaces one: a View gets one input, so another tool call is another View. */
function useToolCall(input: Record<string, unknown> | undefined): number {
  const known = useRef<{ text: string | undefined; call: number }>({ text: undefined, call: 0 })
  const text = input && JSON.stringify(input)
  if (text !== undefined && text !== known.current.text) {
    const { text: before, call } = known.current
    known.current = { text, call: before === undefined ? call : call + 1 }
  }
  return known.current.call
}

interface Latest {
  readonly current: AppRendererProps
}

/** A bridge whose handlers are the props at the time of each request. A prop that is not given leaves the request to the client. */
function createBridge(latest: Latest): AppBridge {
  const { client, hostInfo = { name: 'MCP-UI Host', version: '1.0.0' }, hostCapabilities = {}, hostContext } = latest.current
  const bridge = new AppBridge(client ?? null, hostInfo, hostCapabilities, hostContext ? { hostContext } : {})
  bridge.fallbackRequestHandler = async (request, extra) =>
    (latest.current.onFallbackRequest ?? unsupported(request.method))(request as JSONRPCRequest, extra)
  bridge.onopenlink = async (params, extra) => (latest.current.onOpenLink ?? unsupported('ui/open-link'))(params, extra)
  bridge.onmessage = async (params, extra) => (latest.current.onMessage ?? unsupported('ui/message'))(params, extra)
  bridge.onloggingmessage = (params) => latest.current.onLoggingMessage?.(params)
  bridge.onerror = (error) => latest.current.onError?.(error)
  const { onCallTool, onListResources, onListResourceTemplates, onReadResource, onListPrompts } = latest.current
  if (onCallTool) bridge.oncalltool = (params, extra) => (latest.current.onCallTool ?? onCallTool)(params, extra)
  if (onListResources)
    bridge.onlistresources = (params, extra) => (latest.current.onListResources ?? onListResources)(params, extra)
  if (onListResourceTemplates)
    bridge.onlistresourcetemplates = (params, extra) =>
      (latest.current.onListResourceTemplates ?? onListResourceTemplates)(params, extra)
  if (onReadResource) bridge.onreadresource = (params, extra) => (latest.current.onReadResource ?? onReadResource)(params, extra)
  if (onListPrompts) bridge.onlistprompts = (params, extra) => (latest.current.onListPrompts ?? onListPrompts)(params, extra)
  return bridge
}

const unsupported = (method: string) => (): never => {
  throw new CasementError('UNSUPPORTED', `The host does not support ${method}`, { wire: { code: WireCode.MethodNotFound } })
}

/** Reads the document and its policy, by the client or else by `onReadResource`. */
async function readResource(props: AppRendererProps, given: string | undefined, signal: AbortSignal): Promise<UiResource> {
  const { client, toolName, onReadResource } = props
  if (client) return readUiResource(client, given ?? (await resourceUriOf(client, toolName, signal)), { signal })
  if (!given || !onReadResource)
    throw new CasementError(
      'INVALID_ARGUMENT',
      `AppRenderer: the UI of ${toolName} cannot be read. Pass html, a client, or toolResourceUri with onReadResource`,
    )
  const reader: McpClientLike = {
    callTool: () => Promise.reject(new Error('not used')),
    // The request comes from the host itself, so there is no request of a View to describe.
    readResource: (params) => onReadResource(params, {} as RequestHandlerExtra),
  }
  return readUiResource(reader, given, { signal })
}

/** The URI that a tool names. */
async function resourceUriOf(client: McpClientLike, name: string, signal: AbortSignal): Promise<string> {
  const tool = await findTool(client, name, signal)
  if (!tool) throw new CasementError('INVALID_ARGUMENT', `AppRenderer: the server has no tool ${name}`)
  const uri = getToolUiResourceUri(tool)
  if (!uri) throw new CasementError('INVALID_ARGUMENT', `AppRenderer: the tool ${name} names no UI resource in its _meta`)
  return uri
}

async function findTool(client: McpClientLike, name: string, signal: AbortSignal): Promise<Tool | undefined> {
  let cursor: string | undefined
  do {
    const page = (await client.listTools?.(cursor === undefined ? undefined : { cursor }, { signal })) as
      | ListToolsResult
      | undefined
    const tool = page?.tools.find((each) => each.name === name)
    if (tool) return tool
    cursor = page?.nextCursor
  } while (cursor !== undefined)
  return undefined
}
