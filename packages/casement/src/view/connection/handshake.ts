import { CasementError } from '../../protocol/errors.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { McpUiInitializeRequest, McpUiInitializeResult } from '../../protocol/schemas/index.ts'
import type { Clock } from './deadlines.ts'
import { DEFAULT_TIMEOUT, timeoutError, type Wire } from './wire.ts'

/** Options of the handshake. */
export interface ConnectOptions {
  /** Milliseconds until the handshake fails when the host does not respond. Default 60 s. */
  timeout?: number | undefined
  /** Stops the handshake when aborted. */
  signal?: AbortSignal | undefined
}

/** The response of the host, and the View's end of the port that was sent with the request. */
export interface Handshake {
  readonly result: Partial<McpUiInitializeResult>
  readonly port: MessagePort
}

const FIRST_RETRY = 250

/**
 * Sends `ui/initialize` until the host responds or the deadline passes, with exponential back-off, because a host may start to
 * listen later than the View starts to run. Each attempt offers a port.
 */
export async function initialize(
  wire: Wire,
  params: McpUiInitializeRequest['params'],
  clock: Clock,
  { timeout = DEFAULT_TIMEOUT, signal }: ConnectOptions,
): Promise<Handshake> {
  const timers: Unsubscribe[] = []
  try {
    return await new Promise((resolve, reject) => {
      function attempt(retryAfter: number): void {
        const { port1, port2 } = new MessageChannel()
        timers.push(clock.after(retryAfter, () => attempt(retryAfter * 2)))
        wire
          .request('ui/initialize', params, { timeout: Infinity, signal }, [port2])
          .then((result) => resolve({ result: result as Partial<McpUiInitializeResult>, port: port1 }), reject)
      }
      timers.push(clock.after(timeout, () => reject(timeoutError('ui/initialize', timeout))))
      attempt(FIRST_RETRY)
    })
  } catch (cause) {
    if (!CasementError.is(cause) || !cause.wire) throw cause
    const message = `The host rejected ui/initialize: ${cause.message}. Check that appInfo has a name and a version`
    throw new CasementError('REJECTED', message, { cause, wire: cause.wire })
  } finally {
    for (const cancel of timers) cancel()
  }
}
