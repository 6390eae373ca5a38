import type { GatewayEvent } from '@casement/gateway/api'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { ApiFailure } from './api-failure.ts'
import type { GatewayApi } from './gateway-api.ts'

/** The events of a response, each parsed as JSON. */
export async function* readEvents<T>(response: Response): AsyncGenerator<T> {
  if (!response.body) return
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  // Not every browser can iterate a stream.
  const reader = events.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield JSON.parse(value.data) as T
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** The events of the gateway, until `signal` aborts. */
export interface GatewayListener {
  receive(event: GatewayEvent): void
  /** True while events arrive, false while the connection is lost and being restored. */
  connected(isConnected: boolean): void
  /** The gateway does not know this page: it was started again, or the user has signed out. */
  outdated(): void
}

// The secret is that of another run or user, or the user is signed out: the page must be loaded again, which leads to the sign-in page.
const OUTDATED = new Set(['NO_SECRET', 'NOT_ADMITTED', 'BLOCKED'])
const FIRST_WAIT = 500
const MAX_WAIT_MS = 15_000

/** Listens, and listens again when the connection breaks, at longer and longer intervals. By fetch: `EventSource` has no headers. */
export async function listenToGateway(api: GatewayApi, listener: GatewayListener, signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT
  while (!signal.aborted) {
    try {
      const response = await api.request('/api/events', { signal })
      wait = FIRST_WAIT
      listener.connected(true)
      for await (const event of readEvents<GatewayEvent>(response)) listener.receive(event)
    } catch (error) {
      const isUnknown = error instanceof ApiFailure && OUTDATED.has(error.code)
      if (isUnknown && (await renewed(api))) continue
      if (isUnknown) return listener.outdated()
      // The fix is the same for every other failure.
    }
    if (signal.aborted) return
    listener.connected(false)
    await pause(wait, signal)
    wait = Math.min(wait * 2, MAX_WAIT_MS)
  }
}

/** Whether the gateway has given this page a new secret. */
async function renewed(api: GatewayApi): Promise<boolean> {
  const before = api.headers['X-Casement-Secret']
  try {
    await api.renew()
    // The same secret would be refused again.
    return api.headers['X-Casement-Secret'] !== before
  } catch {
    return false
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
