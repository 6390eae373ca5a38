import type { CallEntry, ServerEntry } from '@casement/gateway/api'

/** The address that opens a new conversation with the same call. */
export function linkToCall({ server, tool, input }: Pick<CallEntry, 'server' | 'tool' | 'input'>, page: string): string {
  const link = new URL('/', page)
  link.search = String(new URLSearchParams({ server, tool, args: JSON.stringify(input) }))
  return link.href
}

/** The call as a command for a shell; undefined for a server that is not reached over HTTP. */
export function callAsCurl(
  { tool, input }: Pick<CallEntry, 'tool' | 'input'>,
  server: Pick<ServerEntry, 'kind' | 'address'> | undefined,
): string | undefined {
  if (server?.kind !== 'http') return undefined
  // The newest revision in which a request can stand alone: from 2026-07-28 on each needs an envelope.
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } }
  return [
    `curl ${quote(server.address)}`,
    `-H 'Content-Type: application/json'`,
    `-H 'Accept: application/json, text/event-stream'`,
    `-H 'MCP-Protocol-Version: 2025-11-25'`,
    `-d ${quote(JSON.stringify(message))}`,
  ].join(' \\\n  ')
}

/** Quotes a text as one word for a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
