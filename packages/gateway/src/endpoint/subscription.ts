const METHOD = 'subscriptions/listen'
const MAX_BYTES = 64 * 1024

/** Whether a message opens a stream that only listens (MCP 2026-07-28). */
export function isSubscription(body: Uint8Array): boolean {
  if (body.length > MAX_BYTES) return false
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
  // Most messages are not subscriptions and need not be parsed.
  if (!text.includes(METHOD)) return false
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null && 'method' in message && message.method === METHOD
  } catch {
    return false
  }
}
