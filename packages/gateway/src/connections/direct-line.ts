/**
 * Sends tool calls straight over kept-alive connections, beside the official client of the same session. It handles the common case
 * only: one JSON response with a complete result. Every other response (an event stream, a question, a refusal, a redirect) is handed
 * over to the official client, as if that had sent the request, so that its rules are not repeated here.
 */
import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { ProtocolError, type Client, type FetchLike, type RequestOptions, type Transport } from '@modelcontextprotocol/client'
import { CasementError } from 'casement/protocol'
import { passThrough } from '../endpoint/pass-through.ts'
import { traceHeaders } from '../endpoint/trace-context.ts'
import { checkBody, invalidResponse, isPlainResult, type ResponseError } from './response-check.ts'

/** One tool call. */
export interface DirectCall {
  readonly params: Readonly<Record<string, unknown>> & { readonly name: string }
  readonly signal: AbortSignal
  readonly timeout: number
}

/** The calls of one session that need nothing of the official client. */
export interface DirectLine {
  /** Resolves with the result. Undefined if the official client has to send the call. */
  call(client: Client, call: DirectCall): Promise<Record<string, unknown>> | undefined
  /** To be used by the transport for its requests. */
  readonly fetch: FetchLike
  /** Connects the line with the transport of its client, once that is connected. */
  attach(transport: Transport): void
  close(): void
}

const HANDOVER_HEADER = 'x-casement-handover'
const MAX_SOCKETS = 256
// Below the five seconds after which most servers close a connection that is not used.
const MAX_IDLE = 2000
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024
// Far from those that the official client counts up from 0.
const FIRST_ID = 1_000_000_000
const ENVELOPE = 'io.modelcontextprotocol/'
const JSON_TYPE = /^application\/json\s*(;|$)/i
/** Names that are the same in a header as in the body. */
const PLAIN_NAME = /^[\x21-\x7e]{1,128}$/
/** Headers that belong to one request. */
const PER_REQUEST = /^(content-length|mcp-method|mcp-name|mcp-param-.*|last-event-id|traceparent|tracestate|baggage)$/

/** The common part of the official client's requests. */
interface Template {
  readonly headers: Readonly<Record<string, string>>
  /** The `_meta` that each request of the 2026-07-28 revision carries; undefined in earlier ones. */
  readonly envelope: Readonly<Record<string, unknown>> | undefined
}

/** Creates a line to the server at an address. `fetch` sends what is not sent directly; `onResponse` and `onLost` report life signs. */
export function createDirectLine(
  url: URL,
  fetch: FetchLike,
  signs: { readonly onResponse: () => void; readonly lose: (error: unknown) => void },
): DirectLine {
  const isSecure = url.protocol === 'https:'
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: MAX_SOCKETS, scheduling: 'lifo' })
  // After the agent's own listener, which uses the server's hint: at exactly that time the server may close it too.
  agent.on('free', (socket) => void socket.setTimeout(MAX_IDLE))
  const send = isSecure ? httpsRequest : httpRequest
  const handedOver = new Map<number, Response>()
  const ids = createIdMap()
  let template: Template | undefined
  let envelope: Template['envelope']
  let lastId = FIRST_ID

  const post = (body: string, { params, timeout }: DirectCall, { headers, envelope: meta }: Template): ClientRequest => {
    const request = send(url, {
      agent,
      method: 'POST',
      timeout,
      headers: {
        ...headers,
        'content-length': Buffer.byteLength(body),
        ...(meta && { 'mcp-method': 'tools/call', 'mcp-name': params.name }),
        ...traceHeaders(params),
      },
    })
    request.end(body)
    return request
  }

  /** Lets the official client continue with a response to a request that it did not send. */
  const handOver = (client: Client, id: number, response: Response, { params, signal, timeout }: DirectCall) => {
    handedOver.set(id, response)
    const options: RequestOptions = { signal, timeout, resetTimeoutOnProgress: true, headers: { [HANDOVER_HEADER]: String(id) } }
    return client.request({ method: 'tools/call', params }, passThrough, options).finally(() => {
      handedOver.delete(id)
      ids.forget(id)
    })
  }

  return {
    call(client, call) {
      const { params } = call
      if (!template || !PLAIN_NAME.test(params.name)) return undefined
      const { envelope: meta } = template
      const hasSession = 'mcp-session-id' in template.headers
      const id = ++lastId
      const sent = meta ? { ...params, _meta: { ...meta, ...(params['_meta'] as object | undefined) } } : params
      const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: sent })
      return receive(post(body, call, template), call, {
        id,
        isModern: meta !== undefined,
        onResponse(status) {
          signs.onResponse()
          if (status === 404 && hasSession)
            signs.lose(new Error('The session is unknown to the server, probably because it was restarted.'))
        },
        onLost: signs.lose,
        cancel: (reason) => cancelAtServer(client, id, reason),
        handOver: (response) => handOver(client, id, response, call),
      })
    },
    async fetch(address, init) {
      const headers = new Headers(init?.headers)
      const given = headers.get(HANDOVER_HEADER)
      if (given !== null) {
        const id = Number(given)
        const response = handedOver.get(id)
        // The official client sends again, such as with a new token, what was refused: then there is none left.
        if (response && handedOver.delete(id)) return response
        headers.delete(HANDOVER_HEADER)
      } else if (init?.method === 'POST') template = toTemplate(headers, envelope)
      return fetch(address, { ...init, headers })
    },
    attach(transport) {
      const deliver = transport.onmessage
      const sendMessage = transport.send.bind(transport)
      transport.onmessage = (message, extra) => deliver?.(ids.toClient(message), extra)
      transport.send = (message, options) => {
        envelope = envelopeOf(message) ?? envelope
        return sendMessage(ids.toServer(message, options?.headers?.[HANDOVER_HEADER]), options)
      }
    },
    close: () => agent.destroy(),
  }
}

type Message = Parameters<Transport['send']>[0]

/** The ids of handed-over calls: the server knows such a call by the id of the line, the official client by its own. */
function createIdMap(): {
  toServer(message: Message, header: string | undefined): Message
  toClient(message: Message): Message
  forget(id: number): void
} {
  const own = new Map<number, string | number>()
  const lineIdOf = (clientId: unknown): number | undefined => [...own].find(([, each]) => each === clientId)?.[0]
  return {
    toServer(message, header) {
      if (header !== undefined && 'id' in message && 'method' in message && message.id !== undefined) {
        own.set(Number(header), message.id)
        return { ...message, id: Number(header) }
      }
      if (own.size === 0 || !('method' in message) || message.method !== 'notifications/cancelled') return message
      const requestId = lineIdOf(message.params?.['requestId'])
      return requestId === undefined ? message : { ...message, params: { ...message.params, requestId } }
    },
    toClient(message) {
      if (own.size === 0 || 'method' in message || typeof message.id !== 'number') return message
      const id = own.get(message.id)
      if (id === undefined) return message
      return { ...message, id }
    },
    forget: (id) => void own.delete(id),
  }
}

function envelopeOf(message: Message): Template['envelope'] {
  const meta = 'params' in message ? message.params?._meta : undefined
  const entries = Object.entries(meta ?? {}).filter(([key]) => key.startsWith(ENVELOPE))
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** Undefined for headers that prove something about one request, which cannot be repeated. */
function toTemplate(headers: Headers, envelope: Template['envelope']): Template | undefined {
  if (headers.has('dpop')) return undefined
  const kept = [...headers].filter(([name]) => !PER_REQUEST.test(name))
  return { headers: Object.fromEntries(kept), envelope: headers.has('mcp-method') ? envelope : undefined }
}

/** Up to 2025-11-25, a server is notified when a call is abandoned. Later revisions detect the closed connection. */
function cancelAtServer(client: Client, requestId: number, reason: unknown): void {
  const params = { requestId, reason: reason instanceof Error ? reason.message : String(reason) }
  // It helps the server only; the call has failed already.
  client.notification({ method: 'notifications/cancelled', params }).catch(() => {})
}

interface Receiver {
  readonly id: number
  readonly isModern: boolean
  readonly onResponse: (status: number | undefined) => void
  readonly onLost: (error: unknown) => void
  readonly cancel: (reason: unknown) => void
  readonly handOver: (response: Response) => Promise<Record<string, unknown>>
}

/** Waits for the response to a call. */
function receive(request: ClientRequest, { signal, timeout }: DirectCall, receiver: Receiver): Promise<Record<string, unknown>> {
  const { id, isModern } = receiver
  return new Promise((resolve, reject) => {
    let response: IncomingMessage | undefined
    const fail = (error: unknown): void => {
      signal.removeEventListener('abort', abort)
      reject(error)
    }
    const stop = (reason: unknown): void => {
      fail(reason)
      if (!isModern) receiver.cancel(reason)
      request.destroy()
    }
    const abort = (): void => stop(signal.reason)
    const handOver = (whole: Response): void => {
      signal.removeEventListener('abort', abort)
      resolve(receiver.handOver(whole))
    }
    signal.addEventListener('abort', abort)
    request.once('timeout', () => stop(new CasementError('TIMEOUT', `The server did not respond within ${timeout / 1000} s.`)))
    request.on('error', (error) => {
      if (!signal.aborted && !response) receiver.onLost(error)
      fail(new CasementError('CLOSED', `The connection to the server broke: ${error.message}.`, { cause: error }))
    })
    request.once('response', (incoming) => {
      response = incoming
      receiver.onResponse(incoming.statusCode)
      if (incoming.statusCode !== 200 || !JSON_TYPE.test(incoming.headers['content-type'] ?? ''))
        return handOver(toResponse(incoming, Readable.toWeb(incoming) as ReadableStream))
      readAll(incoming, (error, text) => {
        if (error) return stop(error)
        const checked = checkBody(text, id)
        if ('problem' in checked) return fail(toError(invalidResponse(checked.problem)))
        const { result, error: refusal } = checked.message
        if (refusal !== undefined) return fail(toError(refusal as ResponseError))
        if (!isPlainResult(result, isModern)) return handOver(toResponse(incoming, text))
        signal.removeEventListener('abort', abort)
        resolve(withoutType(result))
      })
    })
  })
}

const toError = ({ code, message, data }: ResponseError): ProtocolError => ProtocolError.fromError(code, message, data)

function withoutType({ resultType: _unused, ...result }: Record<string, unknown>): Record<string, unknown> {
  return result
}

function toResponse({ statusCode = 502, rawHeaders }: IncomingMessage, body: ReadableStream | string): Response {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  const hasBody = statusCode !== 204 && statusCode !== 205 && statusCode !== 304
  return new Response(hasBody ? body : null, { status: statusCode, headers })
}

function readAll(incoming: IncomingMessage, done: (error: Error | undefined, text: string) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_RESPONSE_BYTES)
      return done(new CasementError('OVER_BUDGET', `The response of the server is longer than ${MAX_RESPONSE_BYTES} bytes.`), '')
    chunks.push(chunk)
  })
  incoming.once('end', () => done(undefined, (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString()))
  incoming.once('error', (error) =>
    done(new CasementError('CLOSED', `The response of the server ended early: ${error.message}.`), ''),
  )
}
