import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { WireCode } from 'casement/protocol'

/** The error of a JSON-RPC response. */
export interface ResponseError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`

/** Whether a message responds to a request. Only those are checked: what a server asks or notifies is for the official client. */
export const isResponse = (message: unknown): message is Fields & { readonly id?: unknown } =>
  isRecord(message) && !('method' in message)

/** The problem of a response; undefined if there is none. */
export function describeProblem(message: Fields): string | undefined {
  const { jsonrpc, result, error } = message
  if (jsonrpc !== '2.0') return `jsonrpc must be "2.0", not ${JSON.stringify(jsonrpc) ?? 'missing'}`
  if (result !== undefined && error !== undefined) return 'it has both a result and an error'
  if (result !== undefined) return isRecord(result) ? undefined : `result must be an object, not ${kindOf(result)}`
  if (!isRecord(error))
    return error === undefined ? 'it has neither a result nor an error' : `error must be an object, not ${kindOf(error)}`
  if (!Number.isSafeInteger(error['code'])) return 'the code of its error must be an integer'
  return typeof error['message'] === 'string' ? undefined : 'the message of its error must be a string'
}

/** The error that a caller gets in place of an invalid response. */
export const invalidResponse = (problem: string): ResponseError => ({
  code: WireCode.InternalError,
  message: `The server sent an invalid response: ${problem}.`,
  data: { reason: 'INVALID_RESPONSE' },
})

/** The same as a message, for the official client. */
export const toErrorMessage = (id: string | number, problem: string): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  error: { ...invalidResponse(problem) },
})

/** The problem of the body of a response to request `id`, or its message. */
export function checkBody(text: string, id: string | number): { readonly problem: string } | { readonly message: Fields } {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return { problem: `invalid JSON: ${JSON.stringify(text.slice(0, 100))}` }
  }
  if (!isResponse(message)) return { problem: 'it is not a JSON-RPC response' }
  if (message.id !== id && !(message.id === null && 'error' in message))
    return { problem: `it has the id ${JSON.stringify(message.id) ?? 'undefined'} instead of the id of the request, ${id}` }
  const problem = describeProblem(message)
  return problem === undefined ? { message } : { problem }
}

/** Whether a result is complete, and in the shape that most results of tools have. The official client judges all others. */
export function isPlainResult(result: unknown, isModern: boolean): result is Record<string, unknown> {
  if (!isRecord(result) || result['resultType'] !== (isModern ? 'complete' : undefined)) return false
  const { content, isError, _meta: meta } = result
  if (isError !== undefined && typeof isError !== 'boolean') return false
  if (meta !== undefined && !isRecord(meta)) return false
  return Array.isArray(content) && content.every(isPlainContent)
}

function isPlainContent(block: unknown): boolean {
  if (!isRecord(block)) return false
  for (const name in block) if (name !== 'type' && name !== 'text') return false
  return block['type'] === 'text' && typeof block['text'] === 'string'
}

/**
 * Checks the event stream with which a server responds to request `id`. An invalid response is replaced by an error, and a stream that
 * ends without a response, and cannot be resumed, gets one.
 */
export function checkStream(id: string | number): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let buffered = ''
  let isResumable = false
  let isAnswered = false
  const check = (event: string): string => {
    const data = [...event.matchAll(/^data:[ ]?(.*)$/gm)].map(([, line]) => line).join('\n')
    if (/^id:/m.test(event)) isResumable = true
    if (data === '') return event
    let problem: string | undefined
    try {
      const message: unknown = JSON.parse(data)
      if (!isResponse(message)) return event
      if (message.id !== id) return event
      problem = describeProblem(message)
    } catch {
      problem = `invalid JSON: ${JSON.stringify(data.slice(0, 100))}`
    }
    isAnswered = true
    return problem === undefined ? event : toEvent(id, problem)
  }
  return new TransformStream({
    transform(chunk, controller) {
      buffered += decoder.decode(chunk, { stream: true }).replaceAll('\r\n', '\n')
      for (let end = buffered.indexOf('\n\n'); end >= 0; end = buffered.indexOf('\n\n')) {
        controller.enqueue(encoder.encode(check(buffered.slice(0, end + 2))))
        buffered = buffered.slice(end + 2)
      }
    },
    flush(controller) {
      if (buffered.trim() !== '') controller.enqueue(encoder.encode(check(`${buffered}\n\n`)))
      if (isAnswered || isResumable) return
      controller.enqueue(encoder.encode(toEvent(id, 'its event stream ended before the result')))
    },
  })
}

const toEvent = (id: string | number, problem: string): string =>
  `event: message\ndata: ${JSON.stringify(toErrorMessage(id, problem))}\n\n`
