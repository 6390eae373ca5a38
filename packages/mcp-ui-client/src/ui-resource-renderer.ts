import type { UIActionResult } from 'casement/legacy'
import {
  createElement,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useSyncExternalStore,
  type CSSProperties,
  type HTMLAttributes,
  type JSX,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import type { ComponentLibrary, RemoteElementConfiguration } from './component-library.ts'
import { openFrameMessages, type FrameContext, type FrameMessages } from './frame-messages.ts'
import { resizeFrame, type AutoResize } from './resize-frame.ts'
import { documentOf, frameFor } from './resource-frame.ts'
import { getUIResourceMetadata, type UIResource } from './resource-metadata.ts'
import type { ResourceContentType } from './ui-actions.ts'

/** The props of a frame. */
export interface HtmlProps {
  style?: CSSProperties
  /** A proxy of MCP-UI at another origin. */
  proxy?: string
  /** Data for the widget, over the `initial-render-data` of the resource. */
  iframeRenderData?: Record<string, unknown>
  /** Lets the widget set the size of its frame. */
  autoResizeIframe?: AutoResize
  /** Further sandbox flags. Flags that would let a widget out of its frame have no effect. */
  sandboxPermissions?: string
  iframeProps?: Omit<HTMLAttributes<HTMLIFrameElement>, 'src' | 'srcDoc' | 'style'> & { ref?: RefObject<HTMLIFrameElement> }
}

/** The props of a remote DOM resource. The basic library is drawn inside of the sandbox, so neither is used. */
export interface RemoteDomProps {
  library?: ComponentLibrary
  remoteElements?: RemoteElementConfiguration[]
}

/** The props of `UIResourceRenderer`. */
export interface UIResourceRendererProps {
  resource: UIResource
  onUIAction?: (result: UIActionResult) => Promise<unknown>
  supportedContentTypes?: ResourceContentType[]
  htmlProps?: HtmlProps
  remoteDomProps?: RemoteDomProps
}

/** Shows a UI resource of MCP-UI: HTML, a page by its URL, or remote DOM; and a View of MCP Apps. */
export function UIResourceRenderer(props: UIResourceRendererProps): JSX.Element {
  const { resource, supportedContentTypes, htmlProps = {} } = props
  const document = useMemo(() => documentOf(resource), [resource])
  if (!document) return problem('Unsupported resource type.')
  const kind = document.kind === 'apps' ? 'rawHtml' : document.kind
  if (supportedContentTypes && !supportedContentTypes.includes(kind)) return problem(`Unsupported content type: ${kind}.`)
  return createElement(ResourceFrameView, { ...props, htmlProps, document })
}
UIResourceRenderer.displayName = 'UIResourceRenderer'

const problem = (text: string): JSX.Element => createElement('p', { className: 'text-red-500' }, text)

interface FrameViewProps extends UIResourceRendererProps {
  readonly htmlProps: HtmlProps
  readonly document: NonNullable<ReturnType<typeof documentOf>>
}

const noSubscription = (): (() => void) => () => {}

function ResourceFrameView(props: FrameViewProps): JSX.Element {
  const { resource, htmlProps, document } = props
  const { style, proxy, iframeRenderData, sandboxPermissions, iframeProps } = htmlProps
  const frame = useRef<HTMLIFrameElement>(null)
  const messages = useRef<FrameMessages>(undefined)
  const context = useRef<FrameContext>(undefined)
  // A page that is rendered on a server has no origin there; its frame gets a document once it is in the browser.
  const pageOrigin = useSyncExternalStore(
    noSubscription,
    () => window.location.origin,
    () => undefined,
  )
  const metadata = useMemo(() => getUIResourceMetadata(resource), [resource])
  const initial = metadata['initial-render-data']
  const renderData = initial || iframeRenderData ? { ...initial, ...iframeRenderData } : undefined
  const hasRenderData = renderData !== undefined
  const shown = useMemo(
    () => (pageOrigin === undefined ? undefined : frameFor(document, { proxy, sandboxPermissions, hasRenderData, pageOrigin })),
    [document, proxy, sandboxPermissions, hasRenderData, pageOrigin],
  )
  useImperativeHandle(iframeProps?.ref, () => frame.current as HTMLIFrameElement)
  useEffect(() => {
    context.current = {
      onUIAction: props.onUIAction,
      renderData,
      onsize: (size) =>
        frame.current && resizeFrame(frame.current, size, document.kind === 'remoteDom' || htmlProps.autoResizeIframe),
      onerror: reportLater,
    }
  })
  useEffect(() => {
    if (!frame.current || !shown) return undefined
    const opened = openFrameMessages(frame.current, shown, () => context.current as FrameContext)
    messages.current = opened
    return () => opened.close()
  }, [shown])
  const { ref: _ref, onLoad, ...attributes } = iframeProps ?? {}
  const [width, height] = metadata['preferred-frame-size'] ?? ['100%', document.kind === 'remoteDom' ? undefined : '100%']
  return createElement('iframe', {
    title: shown?.title,
    ...attributes,
    // Another document is another frame: a frame that navigates keeps its window, and with it the messages of the old one.
    key: `${shown?.src ?? ''}${shown?.document?.html ?? ''}`,
    ref: frame,
    src: shown?.src,
    srcDoc: shown?.srcdoc,
    sandbox: shown?.sandbox ?? '',
    allow: shown?.allow,
    style: { width, height, ...(document.kind === 'remoteDom' && { border: 'none' }), ...style },
    onLoad(event: SyntheticEvent<HTMLIFrameElement>) {
      messages.current?.loaded()
      onLoad?.(event)
    },
  })
}

/** The page sees an error of `onUIAction` as any error that nothing catches, and the widget has its response. */
const reportLater = (error: unknown): void => reportError(error)
