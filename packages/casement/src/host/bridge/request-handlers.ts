import { CasementError, METHOD_NOT_FOUND } from '../../protocol/errors.ts'
import { normalizeParams } from '../../protocol/method-table.ts'
import { viewToHost } from '../../protocol/methods.ts'
import type { HandlerExtra } from '../../protocol/rpc/peer-types.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import type { McpUiHostCapabilities } from '../../protocol/schemas/index.ts'
import { auditPolicy } from '../gate/audit.ts'
import { createGate, type Gate } from '../gate/gate.ts'
import { denied, type ViewRequest } from '../gate/policy.ts'
import { assertStage } from '../gate/rules.ts'
import type { McpClientLike } from '../server/client.ts'
import { forwardedRequests } from '../server/forward-requests.ts'
import { Subscriptions } from '../server/subscriptions.ts'
import { createToolDirectory, type ToolDirectory } from '../server/tool-directory.ts'
import { builtInHandlers } from './built-in-handlers.ts'
import { isSupported } from './capabilities.ts'
import type { Handshake } from './handshake.ts'
import type { AnyHandler, HostHandlers } from './host-handlers.ts'
import { isAfter, type ViewLifecycle } from './lifecycle.ts'
import type { BridgeExtra, HostOptions } from './options.ts'
import type { StateSlot } from './state-store.ts'

/** The dependencies of the request handlers. */
export interface RequestHandlersOptions {
  readonly client: McpClientLike | null
  /** The handlers that the host attached. */
  readonly handlers: HostHandlers
  readonly options: HostOptions
  readonly runtime: Runtime
  readonly slot: StateSlot
  readonly lifecycle: ViewLifecycle
  readonly handshake: Handshake
  readonly capabilities: () => McpUiHostCapabilities
}

// More than any View sends before its handshake is complete.
const MAX_QUEUED = 50

/** Handles the requests of one View: each passes the gate and then reaches the host's handler, a built-in one, or the server. */
export class RequestHandlers {
  readonly #options: RequestHandlersOptions
  readonly #gate: Gate
  readonly #builtIn: Readonly<Record<string, AnyHandler>>
  readonly #forwarded: Readonly<Record<string, AnyHandler>>
  readonly #directory: ToolDirectory | undefined
  readonly #subscriptions: Subscriptions | undefined
  #queued = 0
  /** Shared by the queued requests, so that they continue in the order in which they arrived. */
  #ready: Promise<void> | undefined

  constructor(given: RequestHandlersOptions) {
    const { client, options, runtime, lifecycle, handshake, capabilities } = given
    this.#options = given
    this.#directory = client ? createToolDirectory(client, runtime, options) : undefined
    this.#subscriptions = client ? new Subscriptions(client, runtime) : undefined
    this.#forwarded =
      client && this.#directory && this.#subscriptions ? forwardedRequests(client, this.#directory, this.#subscriptions) : {}
    this.#builtIn = builtInHandlers(given)
    const rules = {
      directory: this.#directory,
      ownsResource: options.ownsResource,
      capabilities,
      appCapabilities: () => handshake.appCapabilities,
      context: () => lifecycle.state.context,
    }
    this.#gate = createGate(options.gate ?? {}, rules, runtime, options.audit)
  }

  /** Handles one request. Undefined when nothing handles its method. An arrow function, so that a peer can call it directly. */
  readonly handle = (method: string, params: unknown, extra: HandlerExtra): Promise<unknown> | undefined => {
    for (const port of extra.ports ?? []) port.close() // only `ui/initialize` may carry a port
    const handler = this.#find(method)
    if (!handler) return undefined
    const normalized = normalizeParams(viewToHost, method, params)
    const pass = (): Promise<unknown> =>
      this.passGate(
        method,
        normalized,
        extra.signal,
        async (request) => (await handler(request.params, bridgeExtra(request, extra))) ?? {},
      )
    return this.#isEarly() ? this.#whenReady(method, pass) : pass()
  }

  /** How many requests are queued until the handshake is complete. */
  get queued(): number {
    return this.#queued
  }

  /** Runs an action of the View if the gate admits it. */
  passGate(
    method: string,
    params: unknown,
    signal: AbortSignal,
    action: (request: ViewRequest) => Promise<unknown>,
  ): Promise<unknown> {
    return this.#gate(this.#viewRequest(method, params, signal), (request) => {
      this.#assertStillOpen(request)
      return action(request)
    })
  }

  /** Runs an action that the host itself started, with an audit event but without the gate. */
  async audit<T>(method: string, params: unknown, signal: AbortSignal | undefined, action: () => Promise<T>): Promise<T> {
    const { options, runtime } = this.#options
    const request = this.#viewRequest(method, params, signal ?? new AbortController().signal)
    let result: T | undefined
    await auditPolicy(options.audit, runtime)(request, async () => (result = await action()))
    return result as T // set, because the line above throws when the action does
  }

  /** The server's tools may have changed. */
  forgetTools(): void {
    this.#directory?.forget()
  }

  /** True when the View has subscribed to this resource. */
  isSubscribed(uri: unknown): boolean {
    return typeof uri === 'string' && this.#subscriptions?.has(uri) === true
  }

  close(): void {
    this.#subscriptions?.close()
  }

  // The gate checked the stage before it asked the user, which may have taken minutes.
  #assertStillOpen({ method, signal }: ViewRequest): void {
    signal.throwIfAborted()
    assertStage(method, this.#options.lifecycle.stage)
  }

  // A request that arrives behind queued ones is queued too, which preserves the order.
  #isEarly(): boolean {
    const { lifecycle, options } = this.#options
    return options.earlyRequests !== 'handle' && (this.#queued > 0 || isAfter('ready', lifecycle.stage))
  }

  async #whenReady(method: string, pass: () => Promise<unknown>): Promise<unknown> {
    if (this.#queued >= MAX_QUEUED)
      throw denied('stage', `${method}: more than ${MAX_QUEUED} requests before ui/notifications/initialized`)
    if (this.#queued++ === 0) this.#ready = this.#options.lifecycle.ready()
    try {
      await this.#ready
    } finally {
      this.#queued--
    }
    return pass()
  }

  #find(method: string): AnyHandler | undefined {
    const { client, handlers, options } = this.#options
    if (isSupported(method, { client, handlers, options }))
      return this.#builtIn[method] ?? handlers.get(method) ?? this.#forwarded[method]
    const { fallback } = options
    if (!fallback || method.startsWith('ui/')) return undefined
    return async (params, extra) => {
      const result = await fallback(method, params, extra)
      if (result === undefined)
        throw new CasementError('UNSUPPORTED', `Method not found: ${method}`, { wire: { code: METHOD_NOT_FOUND } })
      return result
    }
  }

  #viewRequest(method: string, params: unknown, signal: AbortSignal): ViewRequest {
    const { slot, handshake, lifecycle, options } = this.#options
    const { appName } = options
    return { ...slot, appName, method, params, appInfo: handshake.appInfo, stage: lifecycle.stage, signal }
  }
}

function bridgeExtra(request: ViewRequest, extra: HandlerExtra): BridgeExtra {
  const { requestId, signal, sendProgress } = extra
  const { fileNames = [] } = request
  return { requestId, signal, sendProgress, mcpReq: { id: requestId, method: request.method, signal }, fileNames }
}
