import { isRecord } from '../../protocol/rpc/message.ts'
import { denied, paramOf, type Policy } from './policy.ts'

const LONGEST = 120
// Names that Windows gives to devices, whatever the extension.
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i
// Control characters, and those that turn the direction of text or cannot be seen: "gpj.exe" can be made to read "exe.jpg".
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g
const FORBIDDEN = /[<>:"/\\|?*]/g

/**
 * A name under which a file can be saved on any system: the last segment of a URI or path, without a way out of the
 * folder, without characters that hide or reorder others, without reserved names, and not too long.
 */
export function safeFileName(source: string, fallback = 'download'): string {
  const last =
    decode(source.split(/[?#]/)[0] ?? '')
      .split(/[/\\]/)
      .at(-1) ?? ''
  const name = last
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(FORBIDDEN, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  if (name === '') return fallback
  return shorten(DEVICE.test(name) ? `_${name}` : name)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The extension says what the file is, so it is kept. By code point, because half of one is none. */
function shorten(name: string): string {
  const points = Array.from(name)
  if (points.length <= LONGEST) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : ''
  return points.slice(0, LONGEST - Array.from(extension).length).join('') + extension
}

const DANGEROUS = /^\s*(?:javascript|vbscript|data|blob|about|filesystem):/i

/** One safe name per item of `ui/download-file`, all different. */
export function downloadNames(contents: readonly unknown[]): string[] {
  const taken = new Set<string>()
  // Where the search for a free number goes on: a View may name a hundred thousand alike.
  const last = new Map<string, number>()
  return contents.map((item) => {
    const name = safeFileName(sourceOf(item))
    const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length
    let unique = name
    let n = last.get(name.toLowerCase()) ?? 1
    while (taken.has(unique.toLowerCase())) unique = `${name.slice(0, dot)} (${++n})${name.slice(dot)}`
    last.set(name.toLowerCase(), n)
    taken.add(unique.toLowerCase())
    return unique
  })
}

const sourceOf = (item: unknown): string => {
  const holder = isRecord(item) && isRecord(item['resource']) ? item['resource'] : item
  const uri = isRecord(holder) ? holder['uri'] : undefined
  return typeof uri === 'string' ? uri : ''
}

/** Refuses to download what is no file: nothing at all, or a link that runs instead of being fetched. */
export const downloadPolicy: Policy = (request, next) => {
  if (request.method !== 'ui/download-file') return next(request)
  const contents = paramOf(request, 'contents')
  if (!Array.isArray(contents) || contents.length === 0) throw denied('file', 'ui/download-file: there is nothing to download')
  const bad = contents.find((item) => isRecord(item) && item['type'] === 'resource_link' && DANGEROUS.test(sourceOf(item)))
  if (bad) throw denied('file', 'ui/download-file: a link of this scheme is not downloaded')
  return next(request)
}
