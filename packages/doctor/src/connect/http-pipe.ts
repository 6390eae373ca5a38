import { asText, fieldsOf, isFields, show, type Fields } from '../static/fields.ts'
import { eventsOf } from './event-stream.ts'
import { failure, withDetails, type Listener, type Pipe } from './pipe.ts'
import type { HttpTarget } from './target.ts'

/** The headers that repeat the content of a message in the second generation, by its method. */
const NAMED_BY: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' }
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

/** Implements Streamable HTTP: every message is a POST with its response. */
export function openHttpPipe(target: HttpTarget, { receive }: Listener): Pipe {
  let version: string | undefined
  let session: string | undefined
  let silentStreams = 0
  const post = (message: Fields, signal: AbortSignal, url = target.url): Promise<Response> => {
    const init = {
      method: 'POST',
      headers: {
        ...(target.kind === 'http' && target.headers),
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
        ...(session !== undefined && { 'Mcp-Session-Id': session }),
        ...(version !== undefined && { 'Mcp-Protocol-Version': version }),
        ...modernHeaders(message),
      },
      body: JSON.stringify(message),
      signal,
      // A client that follows the redirect would send GET for most of them.
      redirect: 'manual' as const,
    }
    if (target.kind !== 'http') return Promise.resolve(target.fetch(new Request(url, init)))
    const isRepeatable = message['method'] !== 'tools/call'
    return fetch(url, init).catch((error: unknown) =>
      isRepeatable && wasCutOff(error) ? fetch(url, init) : Promise.reject(error),
    )
  }
  return {
    isProcess: false,
    agree(agreed) {
      version = agreed
    },
    waiting: () => (silentStreams > 0 ? { kind: 'silent-stream' } : undefined),
    async send(message, signal) {
      const response = await follow(target, await post(message, signal), (url) => post(message, signal, url))
      if (message['method'] === 'initialize') session = response.headers.get('mcp-session-id') ?? undefined
      const { id } = message
      let isAnswered = id === undefined
      let said: Fields | undefined
      const isStream = response.ok && (response.headers.get('content-type') ?? '').includes('text/event-stream')
      if (isStream) silentStreams++
      await receiveResponse(response, message, session !== undefined, (each) => {
        if (isStream && said === undefined) silentStreams--
        isAnswered ||= each['id'] === id && each['method'] === undefined
        said = each
        receive(each)
      })
      if (!isAnswered) throw unanswered(message, said, session !== undefined, response.status)
    },
    close: async () => {},
  }
}

// A server closes a connection that was idle for seconds, and may do so at the very moment of its next use.
const wasCutOff = (error: unknown): boolean =>
  error instanceof TypeError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(error.cause.code))

const KEEPS_METHOD: ReadonlySet<number> = new Set([307, 308])

/** Follows redirects that preserve POST. */
async function follow(target: HttpTarget, response: Response, again: (url: string) => Promise<Response>): Promise<Response> {
  const { status, headers } = response
  const location = headers.get('location')
  if (status < 300 || status >= 400 || location === null) return response
  if (KEEPS_METHOD.has(status)) return again(new URL(location, target.url).href)
  throw withDetails(
    failure(
      `the server redirects with ${status} to ${location}: clients then send GET, without the message; use that URL, or redirect with 308`,
    ),
    { kind: 'redirect' },
  )
}

/** The code of what ends because the server has forgotten its session. */
export const SESSION_LOST = 'SESSION_LOST'

function unanswered(asked: Fields, said: Fields | undefined, hasSession: boolean, status: number): Error {
  const message = `the response to ${asText(asked['method'])} has no message with the id of the request: ${show(said)}`
  return hasSession && /session/i.test(show(said))
    ? failure(`${message}; it came with status ${status}, but an unknown session requires 404`, SESSION_LOST)
    : withDetails(failure(message), { kind: 'unmatched' })
}

async function receiveResponse(
  response: Response,
  asked: Fields,
  hasSession: boolean,
  receive: Listener['receive'],
): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && type.includes('text/event-stream')) {
    for await (const data of eventsOf(response)) receiveAll(parse(data), receive)
    return
  }
  const text = await response.text()
  const answer = parse(text)
  // A refusal may have no id; it is the response to this message.
  const refusal = !response.ok && isFields(answer) && isFields(answer['error']) ? { ...answer, id: asked['id'] } : undefined
  if (!response.ok && !refusal)
    throw withDetails(failure(describe(response, text), response.status === 404 && hasSession ? SESSION_LOST : response.status), {
      kind: 'status',
      status: response.status,
      text,
    })
  if (asked['id'] === undefined) return
  if (text === '')
    throw withDetails(
      failure(
        `the server responded to ${asText(asked['method'])} with ${response.status} and no body, as to a notification: a request needs its response in the body`,
      ),
      { kind: 'not-json' },
    )
  if (answer === undefined)
    throw withDetails(failure(`the server answered with ${type || 'no type'}, not with JSON: ${text.slice(0, 100)}`), {
      kind: /html/i.test(type) || /^\s*<(!doctype|html)/i.test(text) ? 'html' : 'not-json',
    })
  if (!refusal && type !== '' && !/\bjson\b/i.test(type))
    throw withDetails(
      failure(`the response to ${asText(asked['method'])} is JSON with Content-Type: ${type}, not application/json`),
      {
        kind: 'content-type',
      },
    )
  receiveAll(refusal ?? answer, receive)
}

const HELP: Readonly<Record<number, string>> = {
  401: '; pass the token with --header "Authorization: Bearer …"',
  404: '; is the path of the endpoint right?',
  405: '; is the path of the endpoint right?',
}

const describe = ({ status, statusText, headers }: Response, text: string): string => {
  const asked = headers.get('www-authenticate')
  const challenge = status === 401 ? `, ${asked === null ? 'without WWW-Authenticate' : `WWW-Authenticate: ${asked}`}` : ''
  return `the server answered with ${status} ${statusText}${text === '' ? '' : ` ${text.slice(0, 200)}`}${challenge}${HELP[status] ?? ''}`
}

function receiveAll(messages: unknown, receive: Listener['receive']): void {
  for (const message of Array.isArray(messages) ? (messages as unknown[]) : [messages]) if (isFields(message)) receive(message)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function modernHeaders({ method, params }: Fields): Record<string, string> {
  const version = fieldsOf(fieldsOf(params)['_meta'])[VERSION_KEY]
  if (typeof method !== 'string' || typeof version !== 'string') return {}
  const name = fieldsOf(params)[NAMED_BY[method] ?? '']
  return {
    'Mcp-Protocol-Version': version,
    'Mcp-Method': method,
    ...(typeof name === 'string' && { 'Mcp-Name': inHeader(name) }),
  }
}

/** A header holds plain ASCII; anything else is wrapped. */
const inHeader = (text: string): string =>
  /^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/.test(text) ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`
