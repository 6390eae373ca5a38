import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Names } from './security/names.ts'

/** Serves the relay of opaque mode, for browsers that do not find the names below `localhost`. */
export function createOpaqueProxy({ pageOrigins }: Names): () => Promise<Response> {
  const file = createRequire(import.meta.url).resolve('casement/sandbox-proxy.html')
  return async () =>
    new Response(await readFile(file, 'utf8'), {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        // No script-src here: a View in opaque mode inherits what the page around it has, and the relay adds the View's own.
        'Content-Security-Policy': `frame-ancestors ${pageOrigins.join(' ')}; object-src 'none'; form-action 'none'; manifest-src 'none'; sandbox allow-scripts allow-same-origin`,
        'Origin-Agent-Cluster': '?1',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        'X-DNS-Prefetch-Control': 'off',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Cache-Control': 'no-store',
      },
    })
}
