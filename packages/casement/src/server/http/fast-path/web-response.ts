import {
  JSON_HEADERS,
  KEEP_ALIVE,
  KEEP_ALIVE_MS,
  progressEvent,
  STREAM_HEADERS,
  toEvent,
  type FastCall,
  type ToolCall,
} from './fast-call.ts'

const encoder = new TextEncoder()
const MESSAGE_START = encoder.encode('{"result":')

/** Creates the web `Response` to a request that the fast path handles. */
export async function toWebResponse(call: FastCall, auth: unknown, signal: AbortSignal): Promise<Response> {
  if ('run' in call) return runToResponse(call, auth, signal)
  const result = await call.read()
  const end = encoder.encode(`,"jsonrpc":"2.0","id":${JSON.stringify(call.id)}}`)
  const body = new Uint8Array(MESSAGE_START.length + result.length + end.length)
  body.set(MESSAGE_START)
  body.set(result, MESSAGE_START.length)
  body.set(end, MESSAGE_START.length + result.length)
  return new Response(body, { headers: JSON_HEADERS })
}

/** Runs a tool. The response is JSON, unless the tool reports progress or takes long: then it is an event stream. */
async function runToResponse({ id, progressToken, run }: ToolCall, auth: unknown, signal: AbortSignal): Promise<Response> {
  const stream = openStream()
  const cancelled = AbortSignal.any([signal, stream.cancelled])
  const keepAlive = setInterval(() => stream.write(KEEP_ALIVE), KEEP_ALIVE_MS)
  const progress = async (value: number, total?: number, message?: string): Promise<void> => {
    if (progressToken !== undefined) stream.write(progressEvent(progressToken, value, total, message))
  }
  const message = run({ signal: cancelled, auth, progress })
    .then((outcome) => JSON.stringify({ ...outcome, jsonrpc: '2.0', id }))
    .finally(() => clearInterval(keepAlive))
  const first = await Promise.race([message, stream.started])
  if (typeof first === 'string') {
    stream.close()
    return new Response(first, { headers: JSON_HEADERS })
  }
  message.then(
    (text) => stream.end(toEvent(text)),
    (error: unknown) => stream.fail(error),
  )
  return new Response(stream.body, { headers: STREAM_HEADERS })
}

interface OpenStream {
  readonly body: ReadableStream<Uint8Array>
  /** Resolves when something was written. */
  readonly started: Promise<void>
  /** Aborts when the client disconnects. */
  readonly cancelled: AbortSignal
  write(text: string): void
  /** Writes the last event and closes. */
  end(text: string): void
  close(): void
  fail(error: unknown): void
}

function openStream(): OpenStream {
  const cancelled = new AbortController()
  let isOpen = true
  let markStarted: (() => void) | undefined
  const started = new Promise<void>((resolve) => {
    markStarted = resolve
  })
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(created) {
      controller = created
    },
    cancel() {
      isOpen = false
      cancelled.abort()
    },
  })
  const end = (how: () => void): void => {
    if (isOpen) how()
    isOpen = false
  }
  const write = (text: string): void => {
    // A tool may still report progress after its result was sent.
    if (!isOpen) return
    controller?.enqueue(encoder.encode(text))
    markStarted?.()
  }
  const close = (): void => end(() => controller?.close())
  return {
    body,
    started,
    cancelled: cancelled.signal,
    write,
    close,
    end(text) {
      write(text)
      close()
    },
    fail: (error) => end(() => controller?.error(error)),
  }
}
