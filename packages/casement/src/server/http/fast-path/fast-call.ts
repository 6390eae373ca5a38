import type { ToolContext } from '../../app/tool.ts'

/** The part of a tool's context that belongs to the HTTP request. */
export type CallContext = Pick<ToolContext, 'signal' | 'auth' | 'progress'>

/** The result of a tool call, or the JSON-RPC error if there is no valid one. */
export type CallOutcome = { readonly result: object } | { readonly error: { readonly code: number; readonly message: string } }

/** A tool call that the fast path handles. */
export interface ToolCall {
  readonly id: string | number
  readonly progressToken: string | number | undefined
  readonly run: (context: CallContext) => Promise<CallOutcome>
}

/** A request that the fast path handles: a tool call, or one whose result is already JSON. */
export type FastCall = ToolCall | { readonly id: string | number; readonly read: () => Promise<Uint8Array> }

export const JSON_HEADERS = { 'Content-Type': 'application/json' }
export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}
/** The interval of comments that keep proxies from closing the connection. */
export const KEEP_ALIVE_MS = 15_000
export const KEEP_ALIVE = ': keepalive\n\n'

/** A JSON-RPC message as an event of a stream. */
export const toEvent = (data: string): string => `event: message\ndata: ${data}\n\n`

/** A progress notification as an event of a stream. */
export function progressEvent(progressToken: string | number, progress: number, total?: number, message?: string): string {
  const params = { progressToken, progress, total, message }
  return toEvent(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }))
}
