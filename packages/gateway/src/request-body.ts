import type { IncomingMessage } from 'node:http'
import { refuse } from './security/refusal.ts'

/** Reads the bodies of requests. */
export interface BodyReader {
  /**
   * Reads the body of a request and runs `use` with it. A body above `maxBytes`, above what the gateway holds at once, or that is JSON
   * with too many values or levels is refused as soon as that is known: what was not read yet never is.
   */
  withBody(
    incoming: IncomingMessage,
    maxBytes: number,
    use: (body: Uint8Array<ArrayBuffer>) => Promise<Response>,
  ): Promise<Response>
}

const MAX_BUFFERED_BYTES = 96 * 1024 * 1024
const MAX_JSON_DEPTH = 256
// A parsed value takes ten times its bytes or more.
const MAX_JSON_VALUES = 1_000_000

const tooLong = (maxBytes: number): Response =>
  refuse(413, 'OVER_BUDGET', `The body is longer than ${maxBytes} bytes.`, { Connection: 'close' })
const busy = (): Response =>
  refuse(503, 'OVER_BUDGET', 'Too many bytes are being received. Try again.', { Connection: 'close', 'Retry-After': '1' })

/** Creates a reader. All bodies that are being read or used share one budget. */
export function createBodyReader(maxBuffered: number = MAX_BUFFERED_BYTES): BodyReader {
  let buffered = 0
  return {
    async withBody(incoming, maxBytes, use) {
      const declared = Number(incoming.headers['content-length'] ?? 0)
      if (!(declared <= maxBytes)) return tooLong(maxBytes)
      let held = 0
      const hold = (bytes: number): Response | undefined => {
        held += bytes
        buffered += bytes
        if (held > maxBytes) return tooLong(maxBytes)
        return buffered > maxBuffered ? busy() : undefined
      }
      try {
        const body = await readChunks(incoming, hold)
        if (body instanceof Response) return body
        return (isJson(incoming) && refuseJson(body)) || (await use(body))
      } finally {
        buffered -= held
      }
    },
  }
}

function readChunks(
  incoming: IncomingMessage,
  hold: (bytes: number) => Response | undefined,
): Promise<Uint8Array<ArrayBuffer> | Response> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const stop = (): void => {
      incoming.off('data', take)
      incoming.pause()
    }
    const take = (chunk: Buffer): void => {
      const refusal = hold(chunk.length)
      if (!refusal) return void chunks.push(chunk)
      stop()
      resolve(refusal)
    }
    incoming.on('data', take)
    incoming.once('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    incoming.once('error', reject)
    incoming.once('close', () => reject(new Error('The connection was closed while the body was read')))
  })
}

const isJson = (incoming: IncomingMessage): boolean => !incoming.headers['content-type']?.startsWith('text/')

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = new TextEncoder().encode('"\\,[]{}')

/** Refuses JSON that would overflow the stack or the memory of whoever parses it, without parsing it. */
function refuseJson(json: Uint8Array): Response | undefined {
  let depth = 0
  let values = 1
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++
      if (++depth > MAX_JSON_DEPTH)
        return refuse(400, 'INVALID_ARGUMENT', `The JSON is nested more than ${MAX_JSON_DEPTH} levels deep.`)
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
    else if (byte === COMMA) values++
    else if (byte === QUOTE) {
      for (at++; at < json.length && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++
    }
    if (values > MAX_JSON_VALUES) return refuse(413, 'OVER_BUDGET', `The JSON has more than ${MAX_JSON_VALUES} values.`)
  }
  return undefined
}
