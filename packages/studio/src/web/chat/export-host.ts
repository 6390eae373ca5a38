/** A View in an exported conversation, with its messages from the host. */
export interface ExportedView {
  /** The id of its entry. */
  readonly id: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly result?: unknown
  /** There will be no result. */
  readonly isOver: boolean
  /** The hash of its document. */
  readonly document: string
  readonly state: Readonly<Record<string, unknown>>
}

/**
 * The host of the Views in an exported conversation. It is written into the file as text, so it uses nothing from around it:
 * it shakes hands, tells input and result, hands out the kept state, and refuses everything else.
 */
export function showViews(): void {
  interface Message {
    readonly id?: unknown
    readonly method?: string
    readonly params?: { readonly height?: unknown }
  }
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- nothing outside of this function is in the file
  const read = (id: string): unknown => JSON.parse(document.querySelector(`#${id}`)?.textContent ?? 'null')
  const documents = read('documents') as Record<string, string>
  const lock = read('lock') as string
  const views = read('views') as ExportedView[]
  const frames = new Map<MessageEventSource, { readonly frame: HTMLIFrameElement; readonly view: ExportedView }>()
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const readOnly = 'This is an exported conversation. It is read-only.'

  const answers: Record<string, (view: ExportedView) => unknown> = {
    ping: () => ({}),
    'ui/initialize': ({ id, tool }) => ({
      protocolVersion: '2026-01-26',
      hostInfo: { name: 'casement-export', version: '1.0.0' },
      hostCapabilities: { experimental: { 'dev.casement/state': {} } },
      hostContext: {
        theme,
        displayMode: 'inline',
        availableDisplayModes: ['inline'],
        toolInfo: { id, tool: { name: tool, inputSchema: { type: 'object' } } },
      },
    }),
    'dev.casement/state/read': ({ state }) => ({ entries: state }),
    // Changes made in the exported file are lost when it is closed.
    'dev.casement/state/write': () => ({}),
  }

  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const known = source && frames.get(source)
    if (!known || typeof data !== 'object' || data === null) return
    const { frame, view } = known
    const { id, method, params } = data as Message
    const send = (message: object): void =>
      frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, /* opaque: the frame has no origin */ '*')
    if (method === undefined) return
    if (id !== undefined) {
      const answer = answers[method]
      send(answer ? { id, result: answer(view) } : { id, error: { code: -32_000, message: readOnly } })
    } else if (method === 'ui/notifications/initialized') {
      send({ method: 'ui/notifications/tool-input', params: { arguments: view.input } })
      if (view.result !== undefined) send({ method: 'ui/notifications/tool-result', params: view.result })
      else if (view.isOver) send({ method: 'ui/notifications/tool-cancelled', params: {} })
    } else if (method === 'ui/notifications/size-changed' && typeof params?.height === 'number')
      frame.style.height = `${Math.min(Math.max(params.height, 20), 2000)}px`
  })

  const show = (place: Element, view: ExportedView): void => {
    const frame = document.createElement('iframe')
    frame.title = `View of ${view.tool}`
    frame.setAttribute('sandbox', 'allow-scripts')
    // Ahead of every byte of the View, so that its script is the first. A shadow tree in markup would escape it.
    frame.srcdoc = `<!doctype html><script>${lock}</script>${(documents[view.document] ?? '').replaceAll(/shadowrootmode/gi, 'data-shadow')}`
    place.append(frame)
    if (frame.contentWindow) frames.set(frame.contentWindow, { frame, view })
  }
  const observer = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        const view = views.find(({ id }) => id === target.getAttribute('data-view'))
        if (view) show(target, view)
      }
    },
    { rootMargin: '100%' },
  )
  for (const place of document.querySelectorAll('[data-view]')) observer.observe(place)
}
