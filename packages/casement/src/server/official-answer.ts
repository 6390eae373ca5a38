import { CasementError } from '../protocol/errors.ts'
import { isRecord } from '../protocol/rpc/message.ts'
import type { ClientInfo } from './define-app.ts'
import { CLIENT_CAPABILITIES_KEY, CLIENT_INFO_KEY, PROTOCOL_VERSION_KEY } from './envelope.ts'
import type { Era } from './quick-request.ts'

/** The official handler. */
export type Fetch = (request: Request) => Promise<Response>

const MODERN = '2026-07-28'
const LEGACY = '2025-11-25'

/** Asks the official handler as a client of that era would, and gives the JSON of the result. */
export async function askOfficial(
  fetch: Fetch,
  era: Era,
  method: string,
  uri?: string,
  client: ClientInfo = { name: 'casement', version: '0' },
): Promise<Buffer> {
  const envelope = { [PROTOCOL_VERSION_KEY]: MODERN, [CLIENT_INFO_KEY]: client, [CLIENT_CAPABILITIES_KEY]: {} }
  const params = { ...(uri !== undefined && { uri }), ...(era === 'modern' && { _meta: envelope }) }
  const response = await fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'Mcp-Protocol-Version': era === 'modern' ? MODERN : LEGACY,
        ...(era === 'modern' && { 'Mcp-Method': method, ...(uri !== undefined && { 'Mcp-Name': uri }) }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }),
  )
  const text = await response.text()
  // One message, as JSON or as the only event of a stream.
  const message: unknown = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
  if (isRecord(message) && isRecord(message['result'])) return Buffer.from(JSON.stringify(message['result']))
  throw new CasementError('REMOTE', `the server does not answer ${method} by itself: ${text.slice(0, 300)}`)
}
