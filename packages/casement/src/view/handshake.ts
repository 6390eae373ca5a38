import { CasementError } from '../protocol/errors.ts'
import type { ViewPeer } from '../protocol/methods.ts'
import type { Runtime, Undo } from '../protocol/runtime.ts'
import type { McpUiInitializeRequest, McpUiInitializeResult } from '../protocol/schemas/index.ts'

/** What `connect` can be told about the handshake. */
export interface ConnectOptions {
  /** Milliseconds until a host that does not answer is given up. Default 60 s. */
  timeout?: number | undefined
  /** Gives up when aborted. */
  signal?: AbortSignal | undefined
}

const FIRST_PAUSE = 250
// Each attempt waits for as long as the whole handshake does: one that expired by itself would send a cancellation.
const FOREVER = 2 ** 31 - 1

/**
 * Asks the host in, again and again with growing pauses, until it answers or the deadline passes. Each attempt offers a port;
 * the one that came back with the answer is returned with it.
 */
export async function shakeHands(
  peer: ViewPeer,
  params: McpUiInitializeRequest['params'],
  runtime: Runtime,
  { timeout = 60_000, signal }: ConnectOptions,
): Promise<{ result: McpUiInitializeResult; port: MessagePort }> {
  let pause = FIRST_PAUSE
  const undo: Undo[] = []
  try {
    return await new Promise((resolve, reject) => {
      const attempt = (): void => {
        const { port1: port, port2 } = new MessageChannel()
        undo.push(runtime.after(pause, attempt))
        pause *= 2
        peer.request('ui/initialize', params, { timeout: FOREVER, maxTotalTimeout: FOREVER, transfer: [port2] }).then(
          (result) => resolve({ result, port }),
          (error: unknown) => reject(explain(error)),
        )
      }
      undo.push(
        runtime.after(timeout, () =>
          reject(
            new CasementError('TIMEOUT', `No answer to ui/initialize in ${timeout} ms. Is this page inside an MCP Apps host?`),
          ),
        ),
      )
      signal?.addEventListener('abort', () => reject(signal.reason))
      attempt()
    })
  } finally {
    for (const stop of undo) stop()
  }
}

const explain = (error: unknown): unknown =>
  CasementError.is(error) && error.wire
    ? new CasementError('REJECTED', `The host refused ui/initialize: ${error.message}. Does appInfo have a name and a version?`, {
        cause: error,
        wire: error.wire,
      })
    : error
