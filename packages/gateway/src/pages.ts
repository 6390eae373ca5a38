import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { Names } from './security/names.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
}
const SECRET = '__CASEMENT_SECRET__'
// A build puts a hash into the name of what never changes.
const HASHED = /[.-][\w-]{8,}\.(js|css|woff2|png|svg|wasm)$/

/** Serves the files of a folder, and its `index.html` with the secret filled in for every address that is a page. */
export function createPages(folder: string, names: Names, secret: string): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
    const isPage = pathname === '/' || extname(pathname) === ''
    const file = await readInside(folder, isPage ? 'index.html' : pathname)
    if (!file) return new Response('Not found\n', { status: 404, headers: { 'Content-Type': 'text/plain' } })
    return isPage ? pageResponse(file, request, names, secret) : fileResponse(file, pathname, request)
  }
}

/** A file below the folder, also when it is asked for through links and dots. */
async function readInside(folder: string, path: string): Promise<Buffer | undefined> {
  try {
    const root = await realpath(folder)
    const file = await realpath(join(root, decodeURIComponent(path)))
    return file.startsWith(root + sep) ? await readFile(file) : undefined
  } catch {
    return undefined
  }
}

function pageResponse(file: Buffer, request: Request, names: Names, secret: string): Response {
  const kind = request.headers.get('sec-fetch-dest') ?? 'document'
  // It holds the secret: it is for the address bar, not for a script or a frame, whoever asks.
  if (kind !== 'document') return new Response('This page cannot be embedded\n', { status: 403 })
  const html = file.toString('utf8').replaceAll(SECRET, secret)
  return new Response(html, {
    headers: {
      ...COMMON,
      'Content-Type': TYPES['.html'] ?? '',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': pagePolicy(html, names),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Origin-Agent-Cluster': '?1',
      'Referrer-Policy': 'same-origin',
    },
  })
}

const COMMON = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' }

/** What the page may do: itself, the sandbox in frames, and the scripts that are written into its HTML, by their hashes. */
function pagePolicy(html: string, { protocol, sandboxDomain, opaqueHost }: Names): string {
  const sandbox = `${protocol}://sandbox.${sandboxDomain}`
  const frames = opaqueHost ? `${sandbox} http://${opaqueHost}` : sandbox
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...inline].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    // Nothing from elsewhere: an image in what a model writes would carry the conversation away in its address.
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' ${sandbox}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function fileResponse(file: Buffer, path: string, request: Request): Response {
  const tag = `"${createHash('sha256').update(file).digest('base64url')}"`
  const headers = {
    ...COMMON,
    ETag: tag,
    'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
    'Cache-Control': HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  if (request.headers.get('if-none-match') === tag) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(file), { headers })
}
