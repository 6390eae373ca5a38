import { sha256Hex } from '../../protocol/sha256.ts'
import type { ClientInfo } from './define-app.ts'

/**
 * Computes the origin that Claude or ChatGPT assigns to the Views of an MCP endpoint. Undefined for other hosts, which use
 * their default. The endpoint must be the exact public URL: a trailing slash results in another origin.
 */
export async function domainFor(client: ClientInfo | undefined, endpoint: string): Promise<string | undefined> {
  const name = client?.name.toLowerCase() ?? ''
  if (name.includes('claude')) return `${(await sha256Hex(endpoint)).slice(0, 32)}.claudemcpcontent.com`
  if (/chatgpt|openai/.test(name)) return `${new URL(endpoint).hostname.replaceAll('.', '-')}.oaiusercontent.com`
  return undefined
}
