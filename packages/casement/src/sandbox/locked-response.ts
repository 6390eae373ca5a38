// For everything that is not a document of ours. It may end up in a frame, so it must be able to do nothing there.
const LOCKED: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), clipboard-write=()',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

/** The headers that every response of the sandbox has. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'Origin-Agent-Cluster': '?1',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
}

/** A refusal that says why, in a document that can do nothing. */
export function lockedResponse(status: number, reason: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${status}: ${reason}\n`, {
    status,
    headers: { ...COMMON_HEADERS, ...LOCKED, 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  })
}
