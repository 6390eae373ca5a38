/** How a probe behaves. */
export interface ProbeConfig {
  /** Replaces members of the params of `ui/initialize`. */
  readonly introduction?: Readonly<Record<string, unknown>>
  /** The probe gets its response but sends `initialized` only on request. */
  readonly hold?: boolean
  /** The response to `ui/resource-teardown`: after a delay in ms, an error, or none. */
  readonly teardown?: number | 'refuse' | 'ignore'
  /** Tools that the View offers. */
  readonly tools?: readonly string[]
}

/** One thing that happened in a probe, in order. */
export interface ProbeEntry {
  readonly what: 'sent' | 'heard' | 'loaded' | 'said'
  /** The message, or a report of the probe. */
  readonly message: Readonly<Record<string, unknown>>
}

/** The result or error of a request; neither without a response. */
export interface Answer {
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code?: unknown; readonly message?: unknown }
}

/** The probe inside the View, which the suite calls as `window.probe`. */
export interface Probe {
  request(method: string, params: unknown, patience: number, id?: string | number): Promise<Answer>
  /** Posts anything at all. */
  post(message: unknown): void
  initialized(): void
}

/** The prefix of the console lines of a probe. */
export const MARK = 'casement-probe '

/**
 * A View on raw `postMessage`. It is sent to the browser as text, so it uses nothing from outside itself. Everything that happens
 * goes to the console: that is the one way out of any sandbox, and what was said there outlives the View.
 */
export function runProbe(config: ProbeConfig, mark: string): void {
  const waiting = new Map<unknown, (answer: Answer) => void>()
  let lastId = 100
  // oxlint-disable-next-line no-console -- the channel from the probe to the suite
  const tell = (what: ProbeEntry['what'], message: unknown): void => console.debug(mark + JSON.stringify({ what, message }))
  const post = (message: unknown): void => {
    tell('sent', message)
    window.parent.postMessage(message, /* opaque: a View does not know its host */ '*')
  }
  const send = (message: object): void => post({ jsonrpc: '2.0', ...message })
  const request: Probe['request'] = (method, params, patience, id = ++lastId) =>
    new Promise((resolve) => {
      waiting.set(id, resolve)
      setTimeout(() => resolve({}), patience)
      send({ id, method, ...(params === undefined ? {} : { params }) })
    })
  const schema = { type: 'object', properties: {} }
  const answers: Record<string, (params: Record<string, unknown>) => object | undefined> = {
    ping: () => ({ result: {} }),
    'tools/list': () => ({ result: { tools: (config.tools ?? []).map((name) => ({ name, inputSchema: schema })) } }),
    'tools/call': ({ name }) => ({ result: { content: [{ type: 'text', text: `the View did ${String(name)}` }] } }),
    'ui/resource-teardown': () => {
      if (config.teardown === 'ignore') return undefined
      return config.teardown === 'refuse' ? { error: { code: -32000, message: 'Teardown error' } } : { result: {} }
    },
  }
  const answer = ({ id, method, params }: { id: unknown; method: string; params?: Record<string, unknown> }): void => {
    const outcome = answers[method] ? answers[method](params ?? {}) : { error: { code: -32601, message: 'Method not found' } }
    if (!outcome) return
    const delay = method === 'ui/resource-teardown' && typeof config.teardown === 'number' ? config.teardown : 0
    if (delay > 0) setTimeout(() => send({ id, ...outcome }), delay)
    else send({ id, ...outcome })
  }
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    tell('heard', data)
    if (typeof data !== 'object' || data === null) return
    const message = data as { id?: unknown; method?: string; params?: Record<string, unknown> }
    if (message.method === undefined) waiting.get(message.id)?.(message as Answer)
    else if (message.id !== undefined) answer({ ...message, id: message.id, method: message.method })
  })
  const initialized = (): void => send({ method: 'ui/notifications/initialized', params: {} })
  const introduction = {
    protocolVersion: '2026-01-26',
    appInfo: { name: 'probe', version: '1.0.0' },
    appCapabilities: { ...(config.tools && { tools: { listChanged: true } }) },
    ...config.introduction,
  }
  const probe: Probe = { request, post, initialized }
  Object.assign(window, { probe })
  tell('loaded', { text: document.querySelector('#text')?.textContent })
  // Longer than any deadline of the suite, which decides whether the host responded.
  const begin = async (): Promise<void> => {
    const { result } = await request('ui/initialize', introduction, 3_600_000, 1)
    if (result && !config.hold) initialized()
  }
  void begin()
}

/** Text that only survives when the document was decoded as UTF-8. */
export const PROBE_TEXT = 'Zürich ☀ 東京'

/** The document of a probe. */
export const probeHtml = (
  config: ProbeConfig,
  outside: { readonly port: number },
): string => `<!doctype html><html lang="en" data-outside="${outside.port}"><head><meta charset="utf-8"><title>Probe</title></head><body><p id="text">${PROBE_TEXT}</p>
<script>(${runProbe.toString()})(${JSON.stringify(config)}, ${JSON.stringify(MARK)})</script></body></html>`
