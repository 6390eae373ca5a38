import { isRecord } from '../../protocol/rpc/message.ts'
import { loadChunk } from '../lazy.ts'
import { denied, paramOf, type Policy, type ViewRequest } from './policy.ts'

const EXECUTABLE_SCHEME = /^\s*(?:javascript|vbscript|data|blob|about|filesystem):/i

/** The URI of an item of `ui/download-file`. */
export const sourceOf = (item: unknown): string => {
  const holder = isRecord(item) && isRecord(item['resource']) ? item['resource'] : item
  const uri = isRecord(holder) ? holder['uri'] : undefined
  return typeof uri === 'string' ? uri : ''
}

const isExecutable = (item: unknown): boolean =>
  isRecord(item) && item['type'] === 'resource_link' && EXECUTABLE_SCHEME.test(sourceOf(item))

/** Refuses a download without files, or of a link that would run instead of being fetched. */
export const downloadPolicy: Policy = (request, next) => {
  if (request.method !== 'ui/download-file') return next(request)
  const contents = paramOf(request, 'contents')
  if (!Array.isArray(contents) || contents.length === 0) throw denied('file', 'ui/download-file: there is nothing to download')
  if (contents.some(isExecutable)) throw denied('file', 'ui/download-file: links with this URL scheme cannot be downloaded')
  return next(request)
}

/** A safe file name for each item of a download; undefined, at once, for any other request. */
export function fileNamesFor(request: ViewRequest): Promise<readonly string[]> | undefined {
  const contents = request.method === 'ui/download-file' ? paramOf(request, 'contents') : undefined
  return Array.isArray(contents) ? loadChunk().then(({ downloadNames }) => downloadNames(contents)) : undefined
}
