import { UI_METADATA_PREFIX } from 'casement/legacy'
import { CasementError } from 'casement/protocol'
import type { ResourceOptions, UIResourceOf } from './resource-types.ts'

/** Checks a text of the content; `name` is its member. */
export function checkedText({ uri }: ResourceOptions<unknown>, name: string, text: unknown): string {
  if (!uri.startsWith('ui://')) throw invalid(`uri must start with ui://, but is ${uri}`)
  if (typeof text !== 'string') throw invalid(`content.${name} must be a string, but is ${typeof text}`)
  return text
}

/** Puts the content block together. */
export function buildResource<M extends string>(options: ResourceOptions<unknown>, mimeType: M, text: string): UIResourceOf<M> {
  const { uri, encoding, resourceProps, embeddedResourceProps } = options
  if (encoding !== 'text' && encoding !== 'blob')
    throw invalid(`encoding must be text or blob, but is ${JSON.stringify(encoding)}`)
  const content = encoding === 'text' ? { text } : { blob: toBase64(text) }
  const resource = { uri, mimeType, ...content, ...resourceProps, ...metaOf(options) } as UIResourceOf<M>['resource']
  return { type: 'resource', resource, ...(embeddedResourceProps as Partial<UIResourceOf<M>>) }
}

/** `resourceProps._meta` takes precedence over `metadata`, and that over `uiMetadata`. */
export function metaOf({ uiMetadata, metadata, resourceProps }: ResourceOptions<unknown>): { _meta?: Record<string, unknown> } {
  if (!uiMetadata && !metadata) return {}
  const prefixed = Object.entries(uiMetadata ?? {}).map(([key, value]) => [`${UI_METADATA_PREFIX}${key}`, value] as const)
  return { _meta: { ...Object.fromEntries(prefixed), ...metadata, ...resourceProps?._meta } }
}

/** Base64 of the UTF-8 bytes, on every platform. */
function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let binary = ''
  for (let start = 0; start < bytes.length; start += 8192) binary += String.fromCharCode(...bytes.subarray(start, start + 8192))
  return btoa(binary)
}

/** An error about the options of `createUIResource`. */
export const invalid = (problem: string): CasementError => new CasementError('INVALID_ARGUMENT', `createUIResource: ${problem}`)
