// For every response that is not the proxy or a View. It may be loaded in a frame, where it must not be able to do anything.
const LOCKED: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), clipboard-write=()',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

/** Headers of every response of the sandbox. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'Origin-Agent-Cluster': '?1',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
}

/** Refuses a request with a reason, in a document that can do nothing. */
export function lockedResponse(status: number, reason: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${status}: ${reason}\n`, {
    status,
    headers: { ...COMMON_HEADERS, ...LOCKED, 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  })
}
