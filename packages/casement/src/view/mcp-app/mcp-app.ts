import type { Channel } from '../../protocol/channel/channel.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type {
  CallToolResult,
  ContentBlock,
  Implementation,
  McpUiAppCapabilities,
  McpUiDisplayMode,
  McpUiHostCapabilities,
  McpUiHostContext,
} from '../../protocol/schemas/index.ts'
import { reportUnhandled } from '../connection/error-report.ts'
import { parentChannel } from '../connection/parent-channel.ts'
import { createSession, type Session } from '../connection/session.ts'
import { IDLE_SNAPSHOT } from '../connection/snapshot.ts'
import type { WireChannel } from '../connection/wire.ts'
import type { AppEvent } from '../events/app-events.ts'
import { createLatchedEvents, defineEventProperties, type AnyHandler } from '../events/latched-events.ts'
import { startAutoResize } from '../sizing/auto-resize.ts'

type Json = Record<string, unknown>

/** The params of the handlers and listeners of each event. */
interface McpAppEventMap {
  toolinput: Json
  toolinputpartial: Json
  toolresult: CallToolResult
  toolcancelled: string | undefined
  hostcontextchanged: McpUiHostContext
}

interface Connection {
  hostCapabilities: McpUiHostCapabilities
  hostContext: McpUiHostContext
}

/**
 * The lightweight variant of a View's connection to its host: positional arguments, and handlers that receive the arguments or
 * the result directly. A handler that is set after its event is called with the latest one.
 */
export class McpApp {
  declare ontoolinput?: (args: Json) => void
  declare ontoolinputpartial?: (args: Json) => void
  declare ontoolresult?: (result: CallToolResult) => void
  declare ontoolcancelled?: (reason?: string) => void
  declare onhostcontextchanged?: (context: McpUiHostContext) => void
  declare onteardown?: (reason?: string) => unknown
  declare onerror?: (error: Error) => void

  readonly #appInfo: Implementation
  readonly #appCapabilities: McpUiAppCapabilities
  readonly #events = createLatchedEvents({
    getSnapshot: () => this.#session?.snapshot ?? IDLE_SNAPSHOT,
    call: (handler, params, event) => handler(handlerParam(event, params as Json)),
    onerror: (error) => this.#report(error),
  })
  /** Resolves when `connect` has been called and is done, for requests made before. */
  readonly #connection: Promise<Connection>
  #resolveConnection!: (connection: Promise<Connection>) => void
  #session: Session | undefined
  #stopAutoResize: Unsubscribe | undefined

  static {
    defineEventProperties(this.prototype, (app) => app.#events)
  }

  constructor(appInfo: Implementation = { name: document.title, version: '0' }, capabilities: McpUiAppCapabilities = {}) {
    this.#appInfo = appInfo
    this.#appCapabilities = capabilities
    this.#connection = new Promise((resolve) => {
      this.#resolveConnection = resolve
    })
  }

  /** Performs the handshake with the host, by default the parent window. A second call joins the existing connection. */
  connect(channel?: Channel): Promise<Connection> {
    if (!this.#session) this.#resolveConnection(this.#connect(channel))
    return this.#connection
  }

  callServerTool(name: string, args: Json = {}): Promise<CallToolResult> {
    return this.#request('tools/call', { name, arguments: args }) as Promise<CallToolResult>
  }

  /** Adds a listener, besides the handler and others. If the event has already happened, it is called with the latest, in a microtask. */
  addEventListener<E extends AppEvent>(event: E, listener: (param: McpAppEventMap[E]) => void): void {
    this.#events.add(event, listener as AnyHandler)
  }

  removeEventListener<E extends AppEvent>(event: E, listener: (param: McpAppEventMap[E]) => void): void {
    this.#events.delete(event, listener as AnyHandler)
  }

  /** Sends a message to the conversation. The host decides which roles it accepts; MCP Apps defines `user`. */
  sendMessage(role: 'user' | 'assistant', content: string | ContentBlock | ContentBlock[]): Promise<unknown> {
    return this.#request('ui/message', { role, content: toBlocks(content) })
  }

  updateModelContext(content?: string | ContentBlock | ContentBlock[], structured?: Json): Promise<unknown> {
    return this.#request('ui/update-model-context', { content: toBlocks(content), structuredContent: structured })
  }

  openLink(url: string): Promise<unknown> {
    return this.#request('ui/open-link', { url })
  }

  /** Resolves to the resulting mode, which may be another than the requested one. */
  requestDisplayMode(mode: McpUiDisplayMode): Promise<{ mode: McpUiDisplayMode }> {
    return this.#request('ui/request-display-mode', { mode }) as Promise<{ mode: McpUiDisplayMode }>
  }

  async #connect(channel: WireChannel = parentChannel()): Promise<Connection> {
    const session = createSession(channel, { appInfo: this.#appInfo, appCapabilities: this.#appCapabilities })
    this.#session = session
    session.join({
      onrequest: (method, params) => this.#onrequest(method, params),
      onerror: (error) => this.#report(error),
      onsnapshot: (event, params) => {
        if (event) this.#events.dispatch(event, params)
      },
    })
    const wire = await session.connect()
    const app = {
      getHostContext: () => session.snapshot.hostContext,
      sendSizeChanged: async (size: object) => wire.notify('ui/notifications/size-changed', size),
    }
    this.#stopAutoResize = startAutoResize(app, 'content', (error) => this.#report(error))
    const { hostCapabilities = {}, hostContext = {} } = session.snapshot
    return { hostCapabilities, hostContext }
  }

  async #request(method: string, params: object): Promise<unknown> {
    await this.#connection
    const wire = await this.#session?.connect()
    return wire?.request(method, params)
  }

  async #onrequest(method: string, params: Json): Promise<unknown> {
    if (method !== 'ui/resource-teardown') return undefined
    const { reason } = params
    const result = await this.onteardown?.(typeof reason === 'string' ? reason : undefined)
    // A View that is about to be removed must not ask for more space.
    this.#stopAutoResize?.()
    return result ?? {}
  }

  #report(error: unknown): void {
    reportUnhandled(this.onerror, error)
  }
}

/** The constructor of the lightweight variant. */
export type McpAppConstructor = typeof McpApp

/** The value that a handler receives from the params on the wire. */
function handlerParam(event: AppEvent, params: Json): unknown {
  switch (event) {
    case 'toolinput':
    case 'toolinputpartial':
      return params['arguments'] ?? {}
    case 'toolcancelled':
      return params['reason']
    default:
      return params
  }
}

const toBlocks = (content: string | ContentBlock | ContentBlock[] | undefined): ContentBlock[] | undefined =>
  content === undefined ? content : typeof content === 'string' ? [{ type: 'text', text: content }] : [content].flat()
