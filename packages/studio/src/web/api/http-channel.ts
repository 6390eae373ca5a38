import type { Channel, Receive } from 'casement/protocol'
import { askerHeaders, takeAsker, type Asker } from './asker.ts'
import { readEvents } from './events.ts'

/** Sees every message between the page and a server, with the View that it was sent for. */
export type TellWire = (direction: 'to-server' | 'from-server', message: unknown, view: string | undefined) => void

/** Where the messages of a channel go. */
export interface HttpChannelOptions {
  readonly url: string
  /** The headers of every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly tell: TellWire
  /** Sends a request. Default `fetch`. */
  readonly send?: typeof fetch
}

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: { readonly requestId?: string | number }
}

const FAILED = -32_603

const nobody: Receive = () => {}

/** Streamable HTTP without sessions: each message is a POST, and what answers it comes back in its response. */
export function httpChannel({ url, headers, tell, send = (to, init) => fetch(to, init) }: HttpChannelOptions): Channel {
  const gone = new AbortController()
  const underWay = new Map<unknown, AbortController>()
  let receive: Receive = nobody
  const deliver = (message: unknown, view: string | undefined): void => {
    if (gone.signal.aborted) return
    tell('from-server', message, view)
    receive(message)
  }

  const post = async (message: Message, asker: Asker | undefined): Promise<void> => {
    const { id } = message
    const leaving = new AbortController()
    if (id !== undefined) underWay.set(id, leaving)
    let isAnswered = false
    const receiveMessage = (heard: unknown): void => {
      isAnswered ||= (heard as Message).id === id && !('method' in (heard as Message))
      deliver(heard, asker?.view)
    }
    const fail = (why: string): void => {
      if (id !== undefined && !isAnswered) deliver({ jsonrpc: '2.0', id, error: { code: FAILED, message: why } }, asker?.view)
    }
    try {
      const response = await send(url, {
        method: 'POST',
        headers: { ...WIRE_HEADERS, ...headers, ...(asker && askerHeaders(asker)) },
        body: JSON.stringify(message),
        signal: AbortSignal.any([gone.signal, leaving.signal]),
      })
      if (!response.ok) fail(await refusalOf(response))
      else if (response.headers.get('content-type')?.startsWith('text/event-stream'))
        for await (const heard of readEvents(response)) receiveMessage(heard)
      else if (id !== undefined) receiveMessage(await response.json())
      fail('The connection was closed before the response arrived.')
    } catch (error) {
      // A disconnected client does not wait for a response.
      if (!leaving.signal.aborted) fail(`The gateway does not respond: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      if (id !== undefined) underWay.delete(id)
    }
  }

  return {
    closed: gone.signal,
    post(noted) {
      if (gone.signal.aborted) throw gone.signal.reason
      const { message, asker } = takeAsker(noted)
      const { method, params } = message as Message
      tell('to-server', message, asker?.view)
      // Without sessions the server cannot match the number of another request, so a cancelled request closes its connection.
      if (method === 'notifications/cancelled') underWay.get(params?.requestId)?.abort()
      else void post(message as Message, asker)
    },
    listen(next) {
      receive = next
      return () => {
        receive = nobody
      }
    },
    close: (reason) => gone.abort(reason),
  }
}

/** The version that has no sessions to keep and no metadata in every message. */
export const WIRE_VERSION = '2025-11-25'

const WIRE_HEADERS = {
  Accept: 'application/json, text/event-stream',
  'Content-Type': 'application/json',
  'MCP-Protocol-Version': WIRE_VERSION,
  // Without a session, the capabilities of the handshake are not remembered.
  'X-Casement-Tasks': 'accept',
}

async function refusalOf(response: Response): Promise<string> {
  const answer = (await response.json().catch(() => undefined)) as { error?: { message?: string; fix?: string } } | undefined
  const { message, fix } = answer?.error ?? {}
  if (message !== undefined) return fix === undefined ? message : `${message} ${fix}`
  return `The gateway responded with HTTP ${response.status}.`
}
