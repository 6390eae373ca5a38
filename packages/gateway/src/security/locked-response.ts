const POLICY = "default-src 'none'; sandbox"

/** For everything at the origin of a View that is not the proxy or a View: it may be loaded in a frame, where a View could script it. */
const LOCKED_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), clipboard-write=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'Cache-Control': 'no-store',
}

/** Gives a response the locked policy, unless it is a document that has its own: only the sandbox makes those, with status 200 or 304. */
export function lockResponse(response: Response): Response {
  const isDocument = response.status === 200 || response.status === 304
  if (isDocument && response.headers.has('content-security-policy')) return response
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(LOCKED_HEADERS)) headers.set(name, value)
  return new Response(response.body, { status: response.status, headers })
}

/** A locked response as text, for requests so malformed that only the socket is left to respond to. */
export const lockedText = (status: string): string =>
  [
    `HTTP/1.1 ${status}`,
    ...Object.entries(LOCKED_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n')
