import { asText, fieldsOf, isFields, type Fields } from '../static/fields.ts'
import { eventsOf } from './event-stream.ts'
import { failure, type Listener, type Pipe } from './pipe.ts'
import type { HttpTarget } from './target.ts'

/** The headers that repeat what is in a message of the second era, by its method. */
const NAMED_BY: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' }
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

/** Speaks Streamable HTTP: every message is a POST, and its answer comes with it. */
export function openHttpPipe(target: HttpTarget, { hear }: Listener): Pipe {
  let version: string | undefined
  let session: string | undefined
  const post = (message: Fields, signal: AbortSignal): Promise<Response> => {
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
    }
    return target.kind === 'http' ? fetch(target.url, init) : Promise.resolve(target.fetch(new Request(target.url, init)))
  }
  return {
    isProcess: false,
    agree(agreed) {
      version = agreed
    },
    async send(message, signal) {
      const response = await post(message, signal)
      if (message['method'] === 'initialize') session = response.headers.get('mcp-session-id') ?? undefined
      const { id } = message
      let isAnswered = id === undefined
      await hearResponse(response, message, (each) => {
        isAnswered ||= each['id'] === id && each['method'] === undefined
        hear(each)
      })
      if (!isAnswered) throw failure(`what the server sent for ${asText(message['method'])} has no answer with its id in it`)
    },
    close: async () => {},
  }
}

async function hearResponse(response: Response, asked: Fields, hear: Listener['hear']): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && type.includes('text/event-stream')) {
    for await (const data of eventsOf(response)) hearAll(parse(data), hear)
    return
  }
  const text = await response.text()
  const answer = parse(text)
  // A refusal may be for nobody in particular; it came for this message.
  const refusal = !response.ok && isFields(answer) && isFields(answer['error']) ? { ...answer, id: asked['id'] } : undefined
  if (!response.ok && !refusal) throw failure(describe(response, text), response.status)
  if (asked['id'] === undefined) return
  if (answer === undefined) throw failure(`the server answered with ${type || 'no type'}, not with JSON: ${text.slice(0, 100)}`)
  hearAll(refusal ?? answer, hear)
}

const HELP: Readonly<Record<number, string>> = {
  401: '; give what it asks for with --header "Authorization: Bearer …"',
  404: '; is the path of the endpoint right?',
  405: '; is the path of the endpoint right?',
}

const describe = ({ status, statusText }: Response, text: string): string =>
  `the server answered with ${status} ${statusText}${text === '' ? '' : ` ${text.slice(0, 200)}`}${HELP[status] ?? ''}`

function hearAll(messages: unknown, hear: Listener['hear']): void {
  for (const message of Array.isArray(messages) ? (messages as unknown[]) : [messages]) if (isFields(message)) hear(message)
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
