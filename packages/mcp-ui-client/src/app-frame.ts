import { PostMessageTransport, type AppBridge } from '@casement/ext-apps/app-bridge'
import { CasementError } from 'casement/protocol'
import type {
  CallToolResult,
  Implementation,
  McpUiAppCapabilities,
  McpUiResourceCsp,
  McpUiResourcePermissions,
  McpUiSizeChangedNotification,
} from 'casement/protocol/schemas'
import { createElement, useEffect, useRef, useState, type JSX } from 'react'

/** The facts about a View after its handshake. */
export interface AppInfo {
  appVersion?: Implementation
  appCapabilities?: McpUiAppCapabilities
}

/** The sandbox of a View. */
export interface SandboxConfig {
  /** The URL of the sandbox proxy, at another origin than this page's. */
  url: URL
  /** The sandbox flags of the proxy's frame. Default `allow-scripts allow-same-origin allow-forms`. */
  permissions?: string
  /** The policy of the View. Default: the one that its resource declares. */
  csp?: McpUiResourceCsp
}

/** The props of `AppFrame`. */
export interface AppFrameProps {
  html: string
  sandbox: SandboxConfig
  /** A bridge with its handlers, not connected. */
  appBridge: AppBridge
  onSizeChanged?: (params: McpUiSizeChangedNotification['params']) => void
  onInitialized?: (appInfo: AppInfo) => void
  toolInput?: Record<string, unknown>
  toolResult?: CallToolResult
  onError?: (error: Error) => void
}

const PROXY_TIMEOUT = 10_000

/** Shows HTML in a sandbox and connects the bridge to it. */
export const AppFrame = (props: AppFrameProps): JSX.Element => createElement(AppFrameView, props)

/** The props of the component behind `AppFrame`, which also takes the permissions of the resource. */
export interface AppFrameViewProps extends AppFrameProps {
  readonly permissions?: McpUiResourcePermissions | undefined
}

/** `AppFrame`, with the permissions of the resource. */
export function AppFrameView(props: AppFrameViewProps): JSX.Element {
  const { html, sandbox, appBridge, toolInput, toolResult, permissions } = props
  const container = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const [error, setError] = useState<Error>()
  const url = proxyUrl(sandbox)
  // Objects that are written inline are new on every rendering.
  const csp = JSON.stringify(sandbox.csp)
  const granted = JSON.stringify(permissions)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const closed = new AbortController()
    const fail = (reason: unknown): void => {
      if (closed.signal.aborted) return
      const failure = reason instanceof Error ? reason : new Error(String(reason))
      setError(failure)
      latest.current.onError?.(failure)
    }
    setError(undefined)
    const frame = document.createElement('iframe')
    frame.style.cssText = 'width:100%;height:600px;border:none;background-color:transparent'
    const open = async (): Promise<void> => {
      await loadProxy(frame, url, latest.current.sandbox.permissions, container.current as HTMLElement, closed.signal)
      followBridge(appBridge, frame, latest, closed.signal)
      const { contentWindow } = frame
      await appBridge.connect(new PostMessageTransport(contentWindow as Window, contentWindow as Window))
      const policy = { ...(csp && { csp: JSON.parse(csp) as McpUiResourceCsp }) }
      const allowed = { ...(granted && { permissions: JSON.parse(granted) as McpUiResourcePermissions }) }
      await appBridge.sendSandboxResourceReady({ html, ...policy, ...allowed })
    }
    open().catch(fail)
    return () => {
      closed.abort()
      frame.remove()
    }
  }, [url, csp, granted, appBridge, html])
  // The bridge queues both until the View is ready.
  useEffect(() => {
    if (toolInput) appBridge.sendToolInput({ arguments: toolInput }).catch((reason: Error) => latest.current.onError?.(reason))
  }, [appBridge, toolInput])
  useEffect(() => {
    if (toolResult) appBridge.sendToolResult(toolResult).catch((reason: Error) => latest.current.onError?.(reason))
  }, [appBridge, toolResult])
  const style = { width: '100%', height: '100%', display: 'flex', flexDirection: 'column' } as const
  return createElement('div', { ref: container, style }, error && errorText(error))
}

/** An error in place of a View. */
export const errorText = ({ message }: Error): JSX.Element =>
  createElement('div', { style: { color: 'red', padding: '1rem' } }, `Error: ${message}`)

/** The proxy with the policy in its query, for proxies that send it as a header. */
function proxyUrl({ url, csp }: SandboxConfig): string {
  const address = new URL(url.href)
  if (csp && Object.keys(csp).length > 0) address.searchParams.set('csp', JSON.stringify(csp))
  return address.href
}

const DEFAULT_FLAGS = 'allow-scripts allow-same-origin allow-forms'
const ESCAPES = /^allow-(?:top-navigation.*|popups-to-escape-sandbox)$/

/** Loads the proxy and waits until it announces itself. */
async function loadProxy(
  frame: HTMLIFrameElement,
  url: string,
  permissions: string | undefined,
  container: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  const { origin } = new URL(url)
  if (origin === window.location.origin)
    throw new CasementError(
      'INVALID_ARGUMENT',
      `The sandbox proxy ${url} has the origin of this page, so it isolates nothing. Serve it from another origin`,
    )
  const flags = (permissions ?? DEFAULT_FLAGS).split(/\s+/).filter((flag) => !ESCAPES.test(flag))
  frame.setAttribute('sandbox', flags.join(' '))
  // The static proxy reads the origin of this page from the referrer.
  frame.referrerPolicy = 'strict-origin'
  frame.src = url
  const stop = new AbortController()
  try {
    await new Promise<void>((resolve, reject) => {
      const onmessage = ({ source, origin: from, data }: MessageEvent<{ method?: unknown } | null>): void => {
        if (source !== null && source === frame.contentWindow && from === origin && data?.method === PROXY_READY) resolve()
      }
      window.addEventListener('message', onmessage, { signal: stop.signal })
      signal.addEventListener('abort', () => reject(new Error('unmounted')), { signal: stop.signal })
      const timer = setTimeout(
        () => reject(new Error(`The sandbox proxy ${url} did not start within ${PROXY_TIMEOUT} ms`)),
        PROXY_TIMEOUT,
      )
      stop.signal.addEventListener('abort', () => clearTimeout(timer))
      container.append(frame)
    })
  } finally {
    stop.abort()
  }
}

const PROXY_READY = 'ui/notifications/sandbox-proxy-ready'

/** Follows the size and the handshake of the View, beside the handlers that the bridge already has. */
function followBridge(
  bridge: AppBridge,
  frame: HTMLIFrameElement,
  latest: { readonly current: AppFrameProps },
  signal: AbortSignal,
): void {
  const onsizechange = (params: McpUiSizeChangedNotification['params']): void => {
    latest.current.onSizeChanged?.(params)
    if (params.width !== undefined) frame.style.width = `${params.width}px`
    if (params.height !== undefined) frame.style.height = `${params.height}px`
  }
  const oninitialized = (): void => {
    const appVersion = bridge.getAppVersion()
    const appCapabilities = bridge.getAppCapabilities()
    latest.current.onInitialized?.({ ...(appVersion && { appVersion }), ...(appCapabilities && { appCapabilities }) })
  }
  bridge.addEventListener('sizechange', onsizechange)
  bridge.addEventListener('initialized', oninitialized)
  signal.addEventListener('abort', () => {
    bridge.removeEventListener('sizechange', onsizechange)
    bridge.removeEventListener('initialized', oninitialized)
  })
}
