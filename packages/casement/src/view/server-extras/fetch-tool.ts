import { CasementError } from '../../protocol/errors.ts'
import type { CallToolResult } from '../../protocol/schemas/index.ts'
import { toBase64 } from '../links/base64.ts'

/** The arguments of the server's fetch tool. */
export interface FetchArguments {
  [member: string]: unknown
  url: string
  method: string
  headers: Record<string, string>
  /** The body in base64; empty where there is none. */
  body: string
}

/** The `structuredContent` that the server's fetch tool returns. */
export interface FetchResult {
  status: number
  headers?: Record<string, string>
  /** The body as text, or in base64. */
  text?: string
  base64?: string
}

/** Converts a request to arguments of the tool. */
export async function toFetchArguments(request: Request): Promise<FetchArguments> {
  const { url, method, headers } = request
  return { url, method, headers: Object.fromEntries(headers), body: await toBase64(await request.blob()) }
}

/** Converts a result of the tool to a response. */
export function toResponse({ isError, structuredContent, content }: CallToolResult): Response {
  const { status, headers, text, base64 } = (structuredContent ?? {}) as Partial<FetchResult>
  if (isError || !status)
    throw new CasementError('UNSUPPORTED', `The server's fetch tool returned no response: ${JSON.stringify(content)}`)
  const body = base64 === undefined ? text : Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  return new Response(body ?? null, { status, headers: headers ?? {} })
}
