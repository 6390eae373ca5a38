import { sha256Hex } from '../protocol/sha256.ts'
import type { ClientInfo } from './define-app.ts'

/**
 * The origin that a host gives the Views of an MCP endpoint, for hosts whose rule is known: Claude and ChatGPT. Undefined for
 * all others, which then use their default. The endpoint is the exact public address: a slash more is another domain.
 */
export async function domainFor(client: ClientInfo | undefined, endpoint: string): Promise<string | undefined> {
  const name = client?.name.toLowerCase() ?? ''
  if (name.includes('claude')) return `${(await sha256Hex(endpoint)).slice(0, 32)}.claudemcpcontent.com`
  if (/chatgpt|openai/.test(name)) return `${new URL(endpoint).hostname.replaceAll('.', '-')}.oaiusercontent.com`
  return undefined
}
