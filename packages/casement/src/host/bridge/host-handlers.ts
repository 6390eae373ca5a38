import { CasementError } from '../../protocol/errors.ts'
import { findMethod } from '../../protocol/method-table.ts'
import { viewToHost } from '../../protocol/methods.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { BridgeCallbacks, BridgeExtra, BridgeHandlers } from './options.ts'

/** A handler of some method, after the reader has validated the params. */
export type AnyHandler = (params: unknown, extra: BridgeExtra) => unknown

// The bridge performs the handshake and responds to pings itself.
const RESERVED = new Set(['ui/initialize', 'initialize', 'ping'])

/** The request handlers that the host attached: with `handle`, or as an `on…` property, whose name comes from the method table. */
export class HostHandlers {
  readonly #callbacks: BridgeCallbacks
  readonly #byMethod = new Map<string, AnyHandler>()

  constructor(callbacks: BridgeCallbacks) {
    this.#callbacks = callbacks
  }

  set(method: string, handler: AnyHandler): Unsubscribe {
    if (RESERVED.has(method))
      throw new CasementError('INVALID_ARGUMENT', `handle: the bridge handles ${method} itself. Use oninitialized or onping`)
    this.#byMethod.set(method, handler)
    return () => {
      if (this.#byMethod.get(method) === handler) this.#byMethod.delete(method)
    }
  }

  get(method: string): AnyHandler | undefined {
    const own = this.#byMethod.get(method)
    if (own) return own
    const entry = findMethod(viewToHost, method)
    const name = entry && 'handler' in entry ? entry.handler : undefined
    // The table names the handler, and the reader has validated the params by the same entry.
    return name === undefined ? undefined : (this.#callbacks[name as keyof BridgeHandlers] as AnyHandler | undefined)
  }
}
