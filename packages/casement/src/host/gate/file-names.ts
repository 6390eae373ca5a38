import { isRecord } from '../../protocol/rpc/message.ts'

const MAX_LENGTH = 120
// Device names of Windows, reserved with any extension.
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i
// Control characters, and characters that are invisible or reverse the text: "gpj.exe" can be made to read "exe.jpg".
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g
const FORBIDDEN = /[<>:"/\\|?*]/g

/**
 * A file name that is safe on every system: the last segment of a URI or path, without path separators, characters that hide
 * or reorder others, or reserved names, and of limited length.
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

/** Keeps the extension. Counts code points, so that no character is cut in half. */
function shorten(name: string): string {
  const points = Array.from(name)
  if (points.length <= MAX_LENGTH) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : ''
  return points.slice(0, MAX_LENGTH - Array.from(extension).length).join('') + extension
}

/** The URI of an item of `ui/download-file`. */
export const sourceOf = (item: unknown): string => {
  const holder = isRecord(item) && isRecord(item['resource']) ? item['resource'] : item
  const uri = isRecord(holder) ? holder['uri'] : undefined
  return typeof uri === 'string' ? uri : ''
}

/** A safe and unique name for each item of `ui/download-file`. */
export function downloadNames(contents: readonly unknown[]): string[] {
  const taken = new Set<string>()
  // The last number used per name: a View may give a hundred thousand files the same name.
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
