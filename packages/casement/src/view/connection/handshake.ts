import { CasementError } from '../../protocol/errors.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { McpUiInitializeRequest, McpUiInitializeResult } from '../../protocol/schemas/index.ts'
import type { Clock, Wire } from './wire.ts'

/** What `connect` can be told about the handshake. */
export interface ConnectOptions {
  /** Milliseconds until a host that does not answer is given up. Default 60 s. */
  timeout?: number | undefined
  /** Gives up when aborted. */
  signal?: AbortSignal | undefined
}

/**
 * Asks the host in, again and again with growing pauses, until it answers or the deadline passes. Each attempt offers a port;
 * the one that went with the answered attempt is returned with the answer.
 */
export async function shakeHands(
  wire: Wire,
  params: McpUiInitializeRequest['params'],
  clock: Clock,
  { timeout = 60_000, signal }: ConnectOptions,
): Promise<[McpUiInitializeResult, MessagePort]> {
  let disarm: Unsubscribe | undefined
  try {
    return await new Promise((resolve, reject) => {
      function attempt(pause: number, left: number): void {
        const { port1, port2 } = new MessageChannel()
        if (left > pause) disarm = clock.after(pause, () => attempt(pause * 2, left - pause))
        wire
          .request('ui/initialize', params, { timeout: left > pause ? Infinity : left, signal }, [port2])
          .then((result) => resolve([result as McpUiInitializeResult, port1]), reject)
      }
      attempt(250, timeout)
    })
  } catch (cause) {
    const { message, wire: answer } = (cause ?? {}) as Partial<CasementError>
    if (!answer) throw cause
    throw new CasementError('REJECTED', `Host refused: ${message}. Has appInfo name and version?`, {
      cause,
      wire: answer,
    })
  } finally {
    disarm?.()
  }
}
