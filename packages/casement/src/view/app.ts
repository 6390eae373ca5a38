import type { Channel } from '../protocol/channel/channel.ts'
import { channelFromTransport, type McpTransportLike } from '../protocol/channel/mcp-transport.ts'
import type { ViewToHost } from '../protocol/methods.ts'
import type { Unsubscribe } from '../protocol/runtime.ts'
import type { Implementation, McpUiAppCapabilities } from '../protocol/schemas/index.ts'
import type { StandardSchemaV1 } from '../protocol/standard-schema.ts'
import { CasementError } from '../protocol/errors.ts'
import { blackBox, type AppBlackBox, type Diagnosis } from './black-box/black-box.ts'
import type { CallOptions } from './connection/wire.ts'
import type { ConnectOptions } from './connection/handshake.ts'
import { CoreApp, type Answer, type AppOptions as CoreAppOptions, type HasChannel } from './core-app.ts'
import { links } from './links/links.ts'
import { serverExtras, type AppServerExtras } from './server-extras/server-extras.ts'
import { state, type AppState, type StateCell, type StateOptions } from './state/state.ts'
import { appTools, type AppToolCallback, type AppToolConfig, type AppTools, type RegisteredAppTool } from './tools/app-tools.ts'

/** Options of an App. */
export interface AppOptions extends CoreAppOptions {
  /** Sends clicks on links, downloads and `window.open` through the host. Default true. */
  links?: boolean
}

/** A View's connection to its host. */
export class App extends CoreApp implements AppTools, AppState, AppServerExtras, AppBlackBox {
  readonly #tools: AppTools = this.createFeature(appTools)
  readonly #state: AppState = this.createFeature(state)
  readonly #serverExtras: AppServerExtras = this.createFeature(serverExtras)
  readonly #blackBox: AppBlackBox | undefined

  constructor(appInfo: Implementation, capabilities?: McpUiAppCapabilities, options: AppOptions = {}) {
    super(appInfo, capabilities, options)
    // Outside of a page, as in a test over an in-memory channel, there is nothing to record and nothing to click.
    if (!globalThis.document) return
    this.#blackBox = this.createFeature(blackBox)
    if (options.links !== false) this.createFeature(links)
  }

  /**
   * Performs the handshake with the host: over a channel, over a transport of the MCP SDK (v1, v2 or your own), or by default with
   * the parent window. A second call joins the existing connection.
   */
  override connect(transport?: Channel | HasChannel | McpTransportLike, options?: ConnectOptions): Promise<void> {
    const isSdkTransport = transport && 'start' in transport && !('channel' in transport)
    return super.connect(isSdkTransport ? channelFromTransport(transport, (error) => this.onerror?.(error)) : transport, options)
  }

  /** @deprecated Use `openLink`. */
  sendOpenLink(params: ViewToHost['ui/open-link']['params'], options?: CallOptions): Promise<Answer> {
    return this.openLink(params, options)
  }

  registerTool<Out extends StandardSchemaV1 | undefined = undefined, In extends StandardSchemaV1 | undefined = undefined>(
    name: string,
    config: AppToolConfig<In, Out>,
    callback: AppToolCallback<In, Out>,
  ): RegisteredAppTool {
    return this.#tools.registerTool(name, config, callback)
  }

  state<T>(key: string, initial: T, options?: StateOptions<T>): StateCell<T> {
    return this.#state.state(key, initial, options)
  }

  listServerTools(
    params?: ViewToHost['tools/list']['params'],
    options?: CallOptions,
  ): Promise<ViewToHost['tools/list']['result']> {
    return this.#serverExtras.listServerTools(params, options)
  }

  subscribeServerResource(uri: string, listener: () => void, options?: CallOptions): Promise<Unsubscribe> {
    return this.#serverExtras.subscribeServerResource(uri, listener, options)
  }

  fetch(input: string | URL | Request, init?: RequestInit & { tool?: string }): Promise<Response> {
    return this.#serverExtras.fetch(input, init)
  }

  pickFile(options?: { accept?: string; multiple?: boolean }): Promise<File[]> {
    return this.#serverExtras.pickFile(options)
  }

  diagnose(): Diagnosis {
    if (!this.#blackBox) throw new CasementError('UNSUPPORTED', 'diagnose needs a page')
    return this.#blackBox.diagnose()
  }

  async sendDiagnosis(): Promise<void> {
    await this.sendLog({ level: 'error', logger: 'casement', data: this.diagnose() })
  }
}
