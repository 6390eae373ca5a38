import { CasementError } from '../../protocol/errors.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { McpUiInitializeRequest, McpUiInitializeResult } from '../../protocol/schemas/index.ts'
import type { Clock } from './deadlines.ts'
import { DEFAULT_TIMEOUT, type Wire } from './wire.ts'

/** Options of the handshake. */
export interface ConnectOptions {
  /** Milliseconds until the handshake fails when the host does not respond. Default 60 s. */
  timeout?: number | undefined
  /** Stops the handshake when aborted. */
  signal?: AbortSignal | undefined
}

/** The response of the host, and the port that it received with the request. */
export interface Handshake {
  readonly result: Partial<McpUiInitializeResult>
  readonly port: MessagePort
}

const FIRST_RETRY = 250

/**
 * Sends `ui/initialize` until the host responds or the deadline passes, with exponential back-off, because a host may start to
 * listen later than the View starts to run. Each attempt offers a port.
 */
export async function performHandshake(
  wire: Wire,
  params: McpUiInitializeRequest['params'],
  clock: Clock,
  { timeout = DEFAULT_TIMEOUT, signal }: ConnectOptions,
): Promise<Handshake> {
  const cleanUp: Unsubscribe[] = []
  try {
    return await new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const onAbort = (): void => reject(signal?.reason)
      signal?.addEventListener('abort', onAbort)
      cleanUp.push(
        () => signal?.removeEventListener('abort', onAbort),
        clock.after(timeout, () => reject(noResponse(timeout))),
      )
      function attempt(retryAfter: number): void {
        const { port1: port, port2: offered } = new MessageChannel()
        cleanUp.push(clock.after(retryAfter, () => attempt(retryAfter * 2)))
        // The deadline of the handshake holds for all attempts.
        wire
          .request('ui/initialize', params, { timeout: Infinity }, [offered])
          .then((result) => resolve({ result: result as Partial<McpUiInitializeResult>, port }), reject)
      }
      attempt(FIRST_RETRY)
    })
  } catch (error) {
    throw CasementError.is(error) && error.wire ? rejection(error) : error
  } finally {
    for (const undo of cleanUp) undo()
  }
}

const noResponse = (timeout: number): CasementError =>
  new CasementError(
    'TIMEOUT',
    `ui/initialize timed out: no response within ${timeout} ms. Check that the View is embedded in a host of MCP Apps`,
  )

function rejection(cause: CasementError): CasementError {
  const message = `The host rejected ui/initialize: ${cause.message}. Check that appInfo has a name and a version`
  return new CasementError('REJECTED', message, { cause, ...(cause.wire && { wire: cause.wire }) })
}
