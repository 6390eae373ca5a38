// `<ui-resource-renderer>`, bundled into dist/ui-resource-renderer.wc.js, which a page can load without a bundler and without React.
import { openFrameMessages, type FrameMessages } from './frame-messages.ts'
import { documentOf, frameFor } from './resource-frame.ts'
import { getUIResourceMetadata, type UIResource } from './resource-metadata.ts'
import { resizeFrame, type AutoResize } from './resize-frame.ts'
import type { ResourceContentType } from './ui-actions.ts'

interface WebHtmlProps {
  readonly proxy?: string
  readonly iframeRenderData?: Record<string, unknown>
  readonly autoResizeIframe?: AutoResize
  readonly sandboxPermissions?: string
  readonly style?: Record<string, string>
}

const PROPERTIES = {
  resource: 'resource',
  supportedContentTypes: 'supported-content-types',
  htmlProps: 'html-props',
  remoteDomProps: 'remote-dom-props',
} as const

type Property = keyof typeof PROPERTIES

/** Shows a UI resource. Properties are objects, attributes are JSON; an action is an event `onUIAction` with the action as its detail. */
class UIResourceRendererElement extends HTMLElement {
  static readonly observedAttributes = Object.values(PROPERTIES)
  readonly #properties = new Map<Property, unknown>()
  #messages: FrameMessages | undefined
  #shown = ''

  get(name: Property): unknown {
    return this.#properties.get(name) ?? parse(this.getAttribute(PROPERTIES[name]))
  }

  set(name: Property, value: unknown): void {
    this.#properties.set(name, parse(value))
    this.#show()
  }

  connectedCallback(): void {
    this.#show()
  }

  attributeChangedCallback(): void {
    this.#show()
  }

  disconnectedCallback(): void {
    this.#messages?.close()
    this.#shown = ''
    this.replaceChildren()
  }

  // Without it, the browser would disconnect the element on moveBefore(), which reloads the frame.
  connectedMoveCallback(): void {}

  #show(): void {
    if (!this.isConnected) return
    const resource = this.get('resource') as UIResource | undefined
    const supported = this.get('supportedContentTypes') as ResourceContentType[] | undefined
    const html = (this.get('htmlProps') ?? {}) as WebHtmlProps
    const key = JSON.stringify([resource, supported, html])
    if (key === this.#shown) return
    this.#shown = key
    this.#messages?.close()
    if (!resource) return this.#fail('Resource not provided.')
    const content = documentOf(resource)
    if (!content) return this.#fail('Unsupported resource type.')
    const kind = content.kind === 'apps' ? 'rawHtml' : content.kind
    if (supported && !supported.includes(kind)) return this.#fail(`Unsupported content type: ${kind}.`)
    this.#open(resource, content, html)
  }

  #open(resource: UIResource, content: NonNullable<ReturnType<typeof documentOf>>, html: WebHtmlProps): void {
    const { proxy, iframeRenderData, sandboxPermissions, autoResizeIframe, style } = html
    const { 'initial-render-data': initial, 'preferred-frame-size': size } = getUIResourceMetadata(resource)
    const renderData = initial || iframeRenderData ? { ...initial, ...iframeRenderData } : undefined
    const pageOrigin = window.location.origin
    const shown = frameFor(content, { proxy, sandboxPermissions, hasRenderData: renderData !== undefined, pageOrigin })
    const isRemote = content.kind === 'remoteDom'
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', shown.sandbox)
    frame.allow = shown.allow
    frame.title = shown.title
    const [width, height] = size ?? ['100%', isRemote ? '' : '100%']
    Object.assign(frame.style, { width, height, ...(isRemote && { border: 'none' }), ...style })
    if (shown.src !== undefined) frame.src = shown.src
    if (shown.srcdoc !== undefined) frame.srcdoc = shown.srcdoc
    this.replaceChildren(frame)
    const messages = openFrameMessages(frame, shown, () => ({
      renderData,
      onUIAction: async (detail) =>
        void this.dispatchEvent(new CustomEvent('onUIAction', { detail, composed: true, bubbles: true })),
      onsize: (measured) => resizeFrame(frame, measured, isRemote || autoResizeIframe),
      onerror: reportError,
    }))
    this.#messages = messages
    frame.addEventListener('load', () => messages.loaded())
  }

  #fail(text: string): void {
    const message = document.createElement('p')
    message.style.color = 'red'
    message.textContent = text
    this.replaceChildren(message)
  }
}

for (const name of Object.keys(PROPERTIES) as Property[])
  Object.defineProperty(UIResourceRendererElement.prototype, name, {
    configurable: true,
    get(this: UIResourceRendererElement) {
      return this.get(name)
    },
    set(this: UIResourceRendererElement, value: unknown) {
      this.set(name, value)
    },
  })

function parse(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value ?? undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

customElements.define('ui-resource-renderer', UIResourceRendererElement)
