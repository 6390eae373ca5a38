import { isRecord } from '../rpc/message.ts'
import { compareAppMimeType } from './mime-type.ts'

/** The document of a UI resource, or the problem with it. */
export type UiDocument =
  | { readonly html: string; readonly content: Readonly<Record<string, unknown>>; readonly warnings: readonly string[] }
  | { readonly problem: string }

/** Finds the document in the result of `resources/read`: one content item of the Apps media type, as text or base64. */
export function readUiDocument(result: unknown, uri: string): UiDocument {
  const contents = isRecord(result) && Array.isArray(result['contents']) ? (result['contents'] as unknown[]).filter(isRecord) : []
  const candidates = contents.filter((item) => compareAppMimeType(item['mimeType']) !== 'other')
  const content = candidates.length === 1 ? candidates[0] : candidates.find((item) => item['uri'] === uri)
  if (!content) {
    const found = contents.map((item) => String(item['mimeType']).slice(0, 80)).join(', ') || 'none'
    return { problem: `${uri} must have one content item of type text/html;profile=mcp-app, but has ${found}` }
  }
  const html = textOf(content)
  if (html === undefined) return { problem: `${uri} must have text, or base64 in blob` }
  const warnings: string[] = []
  if (compareAppMimeType(content['mimeType']) === 'equal')
    warnings.push(`mimeType ${String(content['mimeType'])} is accepted, but some hosts require exactly text/html;profile=mcp-app`)
  if (content['uri'] !== uri) warnings.push('the uri of the content item differs from the requested uri (R-021)')
  return { html, content, warnings }
}

function textOf({ text, blob }: { text?: unknown; blob?: unknown }): string | undefined {
  if (typeof text === 'string') return text
  return typeof blob === 'string' ? decodeBase64(blob) : undefined
}

/** Decodes base64 as UTF-8; `atob` alone would corrupt characters outside ASCII. Undefined for invalid base64. */
export function decodeBase64(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  } catch {
    return undefined
  }
}
