import { CasementError } from './errors.ts'

// A single string that can be pasted into a chat or an issue: a prefix, the encoding (d for deflate, j for none), base64url.
const PREFIX = 'casement-recording:1'
const CODE = /casement-recording:1([dj]):([\w-]+)/

/** Encodes a trace as one base64url string, compressed if the browser supports it. */
export async function encodeRecording(trace: string): Promise<string> {
  const bytes = new TextEncoder().encode(trace)
  if (typeof CompressionStream === 'undefined') return `${PREFIX}j:${toBase64Url(bytes)}`
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return `${PREFIX}d:${toBase64Url(new Uint8Array(await new Response(compressed).arrayBuffer()))}`
}

/** Decodes the first recording in a text. Undefined if it contains none; throws if it is damaged or longer than `maxBytes`. */
export async function decodeRecording(text: string, maxBytes: number): Promise<string | undefined> {
  const [, encoding, body] = CODE.exec(text) ?? []
  if (body === undefined) return undefined
  try {
    const bytes = fromBase64Url(body)
    if (encoding === 'j') return new TextDecoder().decode(bytes)
    return await readText(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')), maxBytes)
  } catch (cause) {
    if (cause instanceof CasementError) throw cause
    throw new CasementError('INVALID_MESSAGE', 'The code of the recording is damaged. Copy the complete text', { cause })
  }
}

/** Reads a stream up to a limit: a few bytes can expand to gigabytes. */
async function readText(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let text = ''
  let size = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.length
    if (size > maxBytes) {
      await reader.cancel()
      throw new CasementError('OVER_BUDGET', `The recording is larger than ${maxBytes} bytes`)
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
  return text + decoder.decode()
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
