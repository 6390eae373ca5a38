import { fieldsOf, show, type Fields } from '../static/fields.ts'
import { failure, withDetails, type Listener, type Pipe } from './pipe.ts'

/** Sends requests through a pipe and matches the answers to them. */
export interface Requester {
  /** Resolves with the raw result. Rejects with the error of the server, or after a timeout. */
  request(method: string, params: Fields, timeout: number): Promise<unknown>
  notify(method: string): Promise<void>
  readonly pipe: Pipe
  /** Aborts when the pipe is closed. */
  readonly ended: AbortSignal
  /** The received data that is not a message, so far. */
  readonly noise: readonly string[]
}

const MAX_NOISE = 200
const METHOD_NOT_FOUND = -32_601
/** The error of a request that timed out. */
export const TIMED_OUT = 'REQUEST_TIMEOUT'

/** The error of a response whose `error` is not that of JSON-RPC. */
export const MALFORMED_ERROR = 'MALFORMED_ERROR'

/** Makes a requester for a pipe that is opened with its listener. */
export async function createRequester(open: (listener: Listener) => Promise<Pipe> | Pipe): Promise<Requester> {
  const waiting = new Map<unknown, (message: Fields) => void>()
  const ending = new AbortController()
  const noise: string[] = []
  const pipe = await open({
    receive(message) {
      const { id, method } = message
      if (typeof method === 'string') answer(pipe, id, method)
      else (waiting.get(id) ?? waiting.get(otherForm(id)))?.(message)
    },
    noise: (text) => void noise.push(text.slice(0, MAX_NOISE)),
    ended: (reason) => ending.abort(reason),
  })
  let lastId = 0
  const ask = async (method: string, params: Fields, id: number, signal: AbortSignal): Promise<Fields> => {
    let reply: Fields | undefined
    const replied = new Promise<Fields>((resolve) => waiting.set(id, (message) => resolve((reply = message))))
    const sent = pipe.send({ jsonrpc: '2.0', id, method, params }, signal)
    const aborted = new Promise<never>((_, reject) => onAbort(signal, reject))
    await Promise.race([sent, replied, aborted])
    return reply ?? Promise.race([replied, aborted])
  }
  return {
    pipe,
    ended: ending.signal,
    noise,
    async request(method, params, timeout) {
      const id = ++lastId
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(timedOut(method, timeout, pipe)), timeout)
      try {
        return read(checkId(await ask(method, params, id, AbortSignal.any([late.signal, ending.signal])), id, method))
      } finally {
        clearTimeout(timer)
        waiting.delete(id)
      }
    },
    notify: (method) => pipe.send({ jsonrpc: '2.0', method }, ending.signal),
  }
}

/** The id as a server that changes its type would send it. */
const otherForm = (id: unknown): unknown => (typeof id === 'string' && id !== '' ? Number(id) : undefined)

/** A response with the id in another form is for no request of other clients. */
function checkId(reply: Fields, id: number, method: string): Fields {
  if (reply['id'] === id) return reply
  throw withDetails(
    failure(`${method} was sent with the id ${id}, a number, and answered with ${show(reply['id'])}, a ${typeof reply['id']}`),
    { kind: 'unmatched' },
  )
}

function timedOut(method: string, timeout: number, pipe: Pipe): Error {
  const error = failure(`${method} was not answered in ${timeout} ms`, TIMED_OUT)
  const details = pipe.waiting?.()
  return details ? withDetails(error, details) : error
}

function onAbort(signal: AbortSignal, reject: (reason: unknown) => void): void {
  if (signal.aborted) reject(signal.reason)
  else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
}

/** Servers may send pings, and requests that the client did not offer. */
function answer(pipe: Pipe, id: unknown, method: string): void {
  if (id === undefined) return
  const reply = method === 'ping' ? { result: {} } : { error: { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` } }
  pipe.send({ jsonrpc: '2.0', id, ...reply }, new AbortController().signal).catch(() => {})
}

function read({ result, error }: Fields): unknown {
  if (error === undefined) return result
  const { code, message } = fieldsOf(error)
  if (typeof code === 'number' && typeof message === 'string') throw failure(message, code)
  throw failure(
    `the error in the response is malformed, JSON-RPC needs an object with a code (a number) and a message (a string): ${show(error)}`,
    typeof code === 'number' ? code : MALFORMED_ERROR,
  )
}
