import type { CachedResource } from '@casement/gateway/api'
import { RESOURCE_MIME_TYPE } from 'casement/protocol'
import type { ReadResourceResult } from 'casement/protocol/schemas'

/** The hash under which the gateway keeps the document of a view: SHA-256 of its text, in base64url. */
export async function hashOfDocument(answer: unknown): Promise<string> {
  const [content] = (answer as ReadResourceResult).contents
  const html = content && 'text' in content ? content.text : content && 'blob' in content ? decode(content.blob) : ''
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(html))
  const bytes = String.fromCharCode(...new Uint8Array(digest))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

const decode = (base64: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))

/** A stored View in the form of a `resources/read` result. */
export function cachedAnswer({ uri, html, ...ui }: CachedResource): ReadResourceResult {
  return { contents: [{ uri, mimeType: RESOURCE_MIME_TYPE, text: html, _meta: { ui } }] }
}
