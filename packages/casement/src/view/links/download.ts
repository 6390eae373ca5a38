import type { ViewToHost } from '../../protocol/methods.ts'
import { toBase64 } from './base64.ts'

type Download = ViewToHost['ui/download-file']['params']['contents'][number]

/** The target of an `<a download>` as content of `ui/download-file`: the bytes where the View has them, else the URL. */
export async function toDownload(href: string, name: string, blob?: Blob): Promise<Download> {
  const uri = `file:///${encodeURIComponent(name || 'download')}`
  if (blob) return { type: 'resource', resource: { uri, mimeType: blob.type, blob: await toBase64(blob) } }
  if (!href.startsWith('data:')) return { type: 'resource_link', uri: href, name: name || href }
  const comma = href.indexOf(',')
  const mediaType = href.slice('data:'.length, comma)
  const data = href.slice(comma + 1)
  const body = mediaType.endsWith(';base64') ? { blob: data } : { text: decodeURIComponent(data) }
  return { type: 'resource', resource: { uri, mimeType: mediaType.split(';')[0] || 'text/plain', ...body } }
}
