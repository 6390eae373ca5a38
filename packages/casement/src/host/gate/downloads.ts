import { isRecord } from '../../protocol/rpc/message.ts'
import { downloadNames, sourceOf } from './file-names.ts'
import { denied, paramOf, type ViewRequest } from './policy.ts'

const EXECUTABLE_SCHEME = /^\s*(?:javascript|vbscript|data|blob|about|filesystem):/i

const isExecutable = (item: unknown): boolean =>
  isRecord(item) && item['type'] === 'resource_link' && EXECUTABLE_SCHEME.test(sourceOf(item))

/**
 * Refuses a download without files, or of a link that would run instead of being fetched. Any other gets a safe name for each of its
 * files.
 */
export function nameDownload(request: ViewRequest): ViewRequest {
  const contents = paramOf(request, 'contents')
  if (!Array.isArray(contents) || contents.length === 0) throw denied('file', 'ui/download-file: the list of contents is empty')
  if (contents.some(isExecutable)) throw denied('file', 'ui/download-file: links with this URL scheme cannot be downloaded')
  return { ...request, fileNames: downloadNames(contents) }
}
