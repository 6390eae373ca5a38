import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { Authenticated } from './security/authentication.ts'
import type { Names } from './security/names.ts'
import { blockedPage, FROM_OUTSIDE, linkPage, reloadPage } from './sign-in-page.ts'

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
const LINK = '__CASEMENT_LINK__'
// A build puts a hash into the name of what never changes.
const HASHED = /[.-][\w-]{8,}\.(js|css|woff2|png|svg|wasm)$/

/** The files of the page for admitted users, and the pages for others. */
export interface Pages {
  /** Serves a file, or `index.html` with the secret of the user's page filled in. */
  readonly serve: (request: Request, caller: Pick<Authenticated, 'isByLink' | 'pageSecret'>) => Promise<Response>
  /** The response to a browser that is not let in. */
  readonly refuse: (refusal: Response, request: Request) => Response
}

/** The dependencies of the pages. */
export interface PagesOptions {
  readonly folder: string
  readonly names: Names
  /** Where users sign in: the page for a browser that is not signed in. Undefined where a link from the terminal lets it in. */
  readonly signInPage: ((request: Request) => Response | undefined) | undefined
  /** Called for a browser without the cookie: it needs a link from the terminal. */
  readonly linkNeeded: () => void
}

/** Serves the files of a folder, and its `index.html` with the secret filled in for every address that is a page. */
export function createPages({ folder, names, signInPage, linkNeeded }: PagesOptions): Pages {
  return {
    async serve(request, { isByLink, pageSecret }) {
      const { pathname } = new URL(request.url)
      const isPage = isPagePath(pathname)
      const file = await readInside(folder, isPage ? 'index.html' : pathname)
      if (!file) return new Response('Not found\n', { status: 404, headers: { 'Content-Type': 'text/plain' } })
      if (!isPage) return fileResponse(file, pathname, request)
      // A call that another site links to is shown, and runs only when the user says so.
      const link = isByLink || isFromPage(request) ? 'run' : 'ask'
      return pageResponse(file.toString('utf8').replaceAll(SECRET, pageSecret).replaceAll(LINK, link), request, names)
    },
    refuse(refusal, request) {
      const url = new URL(request.url)
      if (!isPagePath(url.pathname) || !isDocument(request)) return refusal
      // Signing in again would change nothing.
      if (refusal.status === 403) return blockedPage()
      if (signInPage) return signInPage(request) ?? refusal
      // The browser keeps the cookie back when another site leads here. It sends it when the page itself loads again.
      const site = request.headers.get('sec-fetch-site') ?? 'none'
      if (site !== 'none' && site !== 'same-origin' && !url.searchParams.has(FROM_OUTSIDE)) return reloadPage()
      linkNeeded()
      return linkPage()
    },
  }
}

const isPagePath = (pathname: string): boolean => pathname === '/' || extname(pathname) === ''
const isDocument = (request: Request): boolean => (request.headers.get('sec-fetch-dest') ?? 'document') === 'document'

/**
 * Whether the navigation came from the page itself: from no other site, not even by a redirect, and not from a link in foreign
 * text on the page.
 */
function isFromPage(request: Request): boolean {
  const referrer = request.headers.get('referer') ?? ''
  const isOwn = URL.canParse(referrer) && new URL(referrer).host === new URL(request.url).host
  return isOwn && request.headers.get('sec-fetch-site') === 'same-origin'
}

/** Accepts only a file below the folder, after resolving links and dots. */
async function readInside(folder: string, path: string): Promise<Buffer | undefined> {
  try {
    const root = await realpath(folder)
    const file = await realpath(join(root, decodeURIComponent(path)))
    return file.startsWith(root + sep) ? await readFile(file) : undefined
  } catch {
    return undefined
  }
}

function pageResponse(html: string, request: Request, names: Names): Response {
  // The page contains the secret, so it loads only as a top-level navigation, not in a script or a frame.
  if (!isDocument(request)) return new Response('This page cannot be embedded\n', { status: 403 })
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

/** The policy of the page: itself, the sandbox in frames, and inline scripts by their hashes. */
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
    // No external images: an image in the model's text could leak the conversation in its URL.
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
