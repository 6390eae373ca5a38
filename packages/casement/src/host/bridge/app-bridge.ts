import type { Channel } from '../../protocol/channel/channel.ts'
import { CasementError } from '../../protocol/errors.ts'
import { channelFromTransport, type McpTransportLike } from '../../protocol/channel/mcp-transport.ts'
import type {
  CallToolResult,
  Implementation,
  ListToolsResult,
  McpUiAppCapabilities,
  McpUiHostCapabilities,
  McpUiHostContext,
} from '../../protocol/schemas/index.ts'
import type { HostToProxy } from '../../protocol/methods.ts'
import type { Params } from '../../protocol/method-types.ts'
import type { HandlerExtra } from '../../protocol/rpc/peer-types.ts'
import type { AppTools } from '../model/app-tools.ts'
import { createBridgeCore, type BridgeCore } from './bridge-core.ts'
import type { BridgeEvent } from './events.ts'
import type { AppBridgeEventMap, BridgeSurface, HostOptions, Serve, ToView, ViewRequestOptions } from './bridge-types.ts'
import type { McpClientLike } from '../server/client.ts'
import type { ElicitAnswer, ElicitRequest } from '../model/elicitation.ts'
import type { Stage } from './lifecycle.ts'

type Hear<E extends BridgeEvent> = ((params: AppBridgeEventMap[E]) => void) | undefined

/**
 * The host's end of the connection to one View, under the names of the official package. A class because people write
 * `new AppBridge(…)`; what it does is in the files around it. With a client it forwards what the View may ask of the server.
 */
export class AppBridge implements BridgeSurface {
  // Declared only: what nobody attaches takes no room, in a bridge and on the way to it.
  declare onopenlink: Serve<'ui/open-link'>
  declare ondownloadfile: Serve<'ui/download-file'>
  declare onmessage: Serve<'ui/message'>
  declare onupdatemodelcontext: Serve<'ui/update-model-context'>
  declare onrequestdisplaymode: Serve<'ui/request-display-mode'>
  declare oncalltool: Serve<'tools/call'>
  declare onlisttools: Serve<'tools/list'>
  declare onreadresource: Serve<'resources/read'>
  declare onlistresources: Serve<'resources/list'>
  declare onlistresourcetemplates: Serve<'resources/templates/list'>
  declare onlistprompts: Serve<'prompts/list'>
  declare oncreatesamplingmessage: Serve<'sampling/createMessage'>
  declare onsizechange: Hear<'sizechange'>
  declare onsandboxready: Hear<'sandboxready'>
  declare oninitialized: Hear<'initialized'>
  declare onrequestteardown: Hear<'requestteardown'>
  declare onloggingmessage: Hear<'loggingmessage'>
  /** What our own sandbox reports about the View. */
  declare onsandboxnote: Hear<'sandboxnote'>
  /** The View asked whether anybody is there. It has been answered. */
  declare onping: ((params: unknown, extra: HandlerExtra) => void) | undefined
  /** Hears of errors that nobody waits for. */
  declare onerror: ((error: Error) => void) | undefined
  /** The connection is over. */
  declare onclose: (() => void) | undefined
  readonly #core: BridgeCore

  constructor(
    client: McpClientLike | null,
    hostInfo: Implementation,
    capabilities: McpUiHostCapabilities = {},
    options: HostOptions = {},
  ) {
    this.#core = createBridgeCore({ client, hostInfo, capabilities, options, bridge: this })
  }

  /** Where the View is in its life. */
  get stage(): Stage {
    return this.#core.life().at
  }

  /** The identity of this View, as given or made up. */
  get view(): string {
    return this.#core.view
  }

  /** The tools that the View offers to the model. */
  get appTools(): AppTools {
    return this.#core.appTools
  }

  /** Listens on a channel, or on a transport of the MCP SDK or the official package. Attach handlers before it. */
  async connect(transport: Channel | McpTransportLike): Promise<void> {
    await this.#core.connect(
      'listen' in transport ? transport : channelFromTransport(transport, (error) => this.onerror?.(error)),
    )
  }

  /** Ends the connection without asking the View. */
  async close(): Promise<void> {
    this.#core.close()
  }

  addEventListener<E extends BridgeEvent>(event: E, listener: (params: AppBridgeEventMap[E]) => void): void {
    this.#core.events.add(event, listener)
  }

  removeEventListener<E extends BridgeEvent>(event: E, listener: (params: AppBridgeEventMap[E]) => void): void {
    this.#core.events.remove(event, listener)
  }

  /** What the View said that it can do; undefined before its handshake. */
  getAppCapabilities(): McpUiAppCapabilities | undefined {
    return this.#core.introduction()?.appCapabilities
  }

  /** What the View calls itself; undefined before its handshake. */
  getAppVersion(): Implementation | undefined {
    return this.#core.introduction()?.appInfo
  }

  /** What the View is told that it may use, as things stand. */
  getCapabilities(): McpUiHostCapabilities {
    return this.#core.capabilities()
  }

  /** Changes what the View is told of its surroundings. It hears of the fields that differ. */
  setHostContext(hostContext: McpUiHostContext): void {
    this.#core.context.set(hostContext)
  }

  /** Changes some fields of it. */
  async sendHostContextChange(params: McpUiHostContext): Promise<void> {
    this.#core.context.change(params)
  }

  /** Hands over the arguments of the tool call, once. Kept until the View is ready, and told again to one that loads again. */
  async sendToolInput(params: ToView<'ui/notifications/tool-input'>): Promise<void> {
    this.#core.take({ type: 'input', params })
  }

  /** Hands over the arguments so far. Ignored once the input was sent. */
  async sendToolInputPartial(params: ToView<'ui/notifications/tool-input-partial'>): Promise<void> {
    this.#core.take({ type: 'partial', params })
  }

  /** Hands over what the tool returned, once. */
  async sendToolResult(params: CallToolResult): Promise<void> {
    this.#core.take({ type: 'outcome', outcome: { method: 'ui/notifications/tool-result', params } })
  }

  /** There will be no result. */
  async sendToolCancelled(params: ToView<'ui/notifications/tool-cancelled'>): Promise<void> {
    this.#core.take({ type: 'outcome', outcome: { method: 'ui/notifications/tool-cancelled', params } })
  }

  async sendToolListChanged(params: ToView<'notifications/tools/list_changed'> = {}): Promise<void> {
    this.#core.take({ type: 'note', note: { method: 'notifications/tools/list_changed', params } })
  }

  async sendResourceListChanged(params: ToView<'notifications/resources/list_changed'> = {}): Promise<void> {
    this.#core.take({ type: 'note', note: { method: 'notifications/resources/list_changed', params } })
  }

  async sendPromptListChanged(params: ToView<'notifications/prompts/list_changed'> = {}): Promise<void> {
    this.#core.take({ type: 'note', note: { method: 'notifications/prompts/list_changed', params } })
  }

  /** Hands the document to a sandbox proxy that is reached through this connection. */
  async sendSandboxResourceReady(params: Params<HostToProxy, 'ui/notifications/sandbox-resource-ready'>): Promise<void> {
    this.#core.load(params)
  }

  /** Tells the View that it is about to go, waits a little for its answer, and ends the connection whatever comes. */
  teardownResource(
    params: ToView<'ui/resource-teardown'> = {},
    options: ViewRequestOptions = {},
  ): Promise<Record<string, unknown>> {
    return this.#core.teardown(params, options)
  }

  /** @deprecated Use `teardownResource`. */
  sendResourceTeardown(
    params: ToView<'ui/resource-teardown'> = {},
    options: ViewRequestOptions = {},
  ): Promise<Record<string, unknown>> {
    return this.teardownResource(params, options)
  }

  /** RequestMethod a tool of the View by its own name, unchecked. `appTools` is what a model should be given. */
  callTool(params: ToView<'tools/call'>, options?: ViewRequestOptions): Promise<CallToolResult> {
    return this.#core.request('tools/call', params, options)
  }

  /** True when the View can ask the user what the server wants to know. */
  get canElicit(): boolean {
    return this.#core.elicits() !== undefined
  }

  /** Lets the View ask the user, for an `elicitation/create` of the server. Rejects where it cannot: then show a form of your own. */
  elicit(params: ElicitRequest, options: ViewRequestOptions = {}): Promise<ElicitAnswer> {
    return this.#core.elicit(params, options)
  }

  /** Lists the tools of the View. */
  listTools(params: ToView<'tools/list'> = {}, options?: ViewRequestOptions): Promise<ListToolsResult> {
    return this.#core.request('tools/list', params, options)
  }

  /** Asks the View for a sign of life. */
  async ping(options?: ViewRequestOptions): Promise<void> {
    if (this.stage === 'closed') throw new CasementError('CLOSED', 'ping: the View is gone')
    await this.#core.request('ping', undefined, options)
  }
}
