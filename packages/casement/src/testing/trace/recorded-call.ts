import { isRecord, readMessage } from '../../protocol/rpc/message.ts'
import type { Trace } from './trace.ts'

type Fields = Readonly<Record<string, unknown>>

/** The tool call that a recorded View shows, and the calls that the View made itself. */
export interface RecordedCall {
  /** Undefined if the host did not name the tool to the View. */
  readonly tool: string | undefined
  readonly input: Fields
  /** Undefined if the View got no result. */
  readonly result: Fields | undefined
  /** The tool calls of the View with their responses, in order. */
  readonly viewCalls: readonly { readonly name: string; readonly input: Fields; readonly response: Fields | undefined }[]
}

/** Finds the tool call in a recording. */
export function recordedCall({ header, records }: Trace): RecordedCall {
  let input: Fields = {}
  let result: Fields | undefined
  const calls = new Map<unknown, { name: string; input: Fields; response: Fields | undefined }>()
  for (const record of records) {
    if (record.kind !== 'message' || record.hop !== 'view-host') continue
    const message = readMessage(record.message)
    const params = 'params' in message && isRecord(message.params) ? message.params : {}
    if (message.kind === 'note' && message.method === 'ui/notifications/tool-input') input = fieldsOf(params['arguments'])
    if (message.kind === 'note' && message.method === 'ui/notifications/tool-result') result ??= params
    if (message.kind === 'request' && message.method === 'tools/call' && record.direction === 'from-view')
      calls.set(message.id, { name: String(params['name']), input: fieldsOf(params['arguments']), response: undefined })
    const call = message.kind === 'reply' ? calls.get(message.id) : undefined
    if (call && message.kind === 'reply') call.response = fieldsOf(message.result)
  }
  return { tool: header.view?.tool.name, input, result, viewCalls: [...calls.values()] }
}

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})
