import type { ViewToHost } from '../../protocol/methods.ts'
import { toBase64 } from './base64.ts'

type Downloadable = ViewToHost['ui/download-file']['params']['contents'][number]

/** What `<a download>` points to, as `ui/download-file` wants it: the bytes where the View has them, else the address. */
export async function downloadable(href: string, name: string, blob?: Blob): Promise<Downloadable> {
  const uri = `file:///${encodeURIComponent(name || 'download')}`
  if (blob) return { type: 'resource', resource: { uri, mimeType: blob.type, blob: await toBase64(blob) } }
  if (!href.startsWith('data:')) return { type: 'resource_link', uri: href, name: name || href }
  const comma = href.indexOf(',')
  const head = href.slice(5, comma)
  const content = href.slice(comma + 1)
  const body = head.endsWith(';base64') ? { blob: content } : { text: decodeURIComponent(content) }
  return { type: 'resource', resource: { uri, mimeType: head.split(';')[0] || 'text/plain', ...body } }
}
