import type { UIActionResult } from 'casement/legacy'

/** Sends an action to the host. Call it in a widget. */
export function postUIActionResult(result: UIActionResult): void {
  window.parent?.postMessage(result, /* opaque: a widget does not know the origin of its host */ '*')
}

const DEFAULT_TIMEOUT = 30_000
let lastId = 0

/** Sends a JSON-RPC request of any method to the host, whose `onFallbackRequest` handles it. Call it in a View. */
export async function sendExperimentalRequest(
  method: string,
  params?: Record<string, unknown>,
  { signal, timeoutMs = DEFAULT_TIMEOUT }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<unknown> {
  const host = window.parent
  if (host === window) throw new Error(`sendExperimentalRequest: ${method} needs a host. Call it in a page inside a frame`)
  if (signal?.aborted) throw abortError(method)
  // A prefix, because the View's own SDK counts its requests with numbers on the same window.
  const id = `experimental-${++lastId}`
  const done = new AbortController()
  try {
    return await new Promise((resolve, reject) => {
      const onmessage = ({ source, data }: MessageEvent<Partial<JsonRpcResponse> | null>): void => {
        if (source !== host || data?.jsonrpc !== '2.0' || data.id !== id) return
        if (data.error) reject(data.error)
        else resolve(data.result)
      }
      window.addEventListener('message', onmessage, { signal: done.signal })
      signal?.addEventListener('abort', () => reject(abortError(method)), { signal: done.signal })
      if (timeoutMs > 0) {
        const timer = setTimeout(
          () => reject(new Error(`sendExperimentalRequest: ${method} had no response within ${timeoutMs} ms`)),
          timeoutMs,
        )
        done.signal.addEventListener('abort', () => clearTimeout(timer))
      }
      const request = { jsonrpc: '2.0', id, method, ...(params && { params }) }
      host.postMessage(request, /* opaque: a View does not know the origin of its host */ '*')
    })
  } finally {
    done.abort()
  }
}

interface JsonRpcResponse {
  jsonrpc: string
  id: unknown
  result: unknown
  error: Error
}

const abortError = (method: string): Error => new Error(`sendExperimentalRequest: ${method} was aborted`)
