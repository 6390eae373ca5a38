import { CasementError } from '../../../protocol/errors.ts'
import { isRecord } from '../../../protocol/rpc/message.ts'
import type { ClientInfo } from '../../app/define-app.ts'
import { CLIENT_CAPABILITIES_KEY, CLIENT_INFO_KEY, PROTOCOL_VERSION_KEY } from '../../request-meta.ts'
import type { FastRequest, Generation } from './request.ts'

/** The request handler of the SDK. */
export type SdkFetch = (request: Request) => Promise<Response>

const REVISIONS: Readonly<Record<Generation, string>> = { legacy: '2025-11-25', modern: '2026-07-28' }
const CASEMENT: ClientInfo = { name: 'casement', version: '0' }

/** Sends the SDK a request without arguments, as a client of that generation would, and returns the result as JSON. */
export async function fetchSdkResult(
  fetch: SdkFetch,
  { generation, method, target = '', client = CASEMENT }: Pick<FastRequest, 'generation' | 'method'> & Partial<FastRequest>,
): Promise<Uint8Array> {
  const isModern = generation === 'modern'
  const uri = target === '' ? {} : { uri: target }
  const meta = { [PROTOCOL_VERSION_KEY]: REVISIONS.modern, [CLIENT_INFO_KEY]: client, [CLIENT_CAPABILITIES_KEY]: {} }
  const response = await fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'Mcp-Protocol-Version': REVISIONS[generation],
        ...(isModern && { 'Mcp-Method': method, ...(target !== '' && { 'Mcp-Name': target }) }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...uri, ...(isModern && { _meta: meta }) } }),
    }),
  )
  const text = await response.text()
  // The SDK responds with JSON, or with an event stream of one message. JSON may contain U+2028, which `.` would not match.
  const message: unknown = JSON.parse(/^data: ([^\n]*)$/m.exec(text)?.[1] ?? text)
  if (isRecord(message) && isRecord(message['result'])) return new TextEncoder().encode(JSON.stringify(message['result']))
  throw new CasementError('REMOTE', `serve: the SDK could not respond to ${method}: ${text.slice(0, 300)}`)
}
