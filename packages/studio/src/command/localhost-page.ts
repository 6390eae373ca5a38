import { createHash } from 'node:crypto'
import type { PublicRoute } from '@casement/gateway'

/**
 * Browsers differ in whether they resolve names below `localhost`. `http://localhost` serves a page that detects it: it moves to
 * `casement.localhost`, where every app has an origin of its own, or stays and says so. There is no secret in it.
 */
export const localhostRoutes = (): PublicRoute[] => [
  {
    method: 'GET',
    path: PROBE,
    access: 'public',
    handle: () =>
      new Response(PICTURE, {
        headers: { ...HEADERS, 'Content-Type': 'image/svg+xml', 'Cross-Origin-Resource-Policy': 'cross-origin' },
      }),
  },
  {
    method: 'GET',
    path: '/',
    access: 'public',
    handle({ request }) {
      const url = new URL(request.url)
      const isDocument = (request.headers.get('sec-fetch-dest') ?? 'document') === 'document'
      if (url.hostname !== 'localhost' || url.searchParams.has(STAY) || !isDocument) return undefined
      const there = `${url.protocol}//casement.${url.host}`
      return new Response(PAGE, {
        headers: {
          ...HEADERS,
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': `default-src 'none'; img-src ${there}; script-src '${SCRIPT_HASH}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        },
      })
    },
  },
]

const PROBE = '/reachable.svg'
const STAY = 'stay'
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' }

// A picture, because it needs no permission to be loaded from another origin.
const SCRIPT = `
const there = location.protocol + '//casement.' + location.host
const stay = () => {
  const here = new URL(location.href)
  here.searchParams.set('${STAY}', '')
  location.replace(here)
}
const picture = new Image()
picture.onload = () => location.replace(there + '/' + location.search + location.hash)
picture.onerror = stay
setTimeout(stay, 4000)
picture.src = there + '${PROBE}'
`
const SCRIPT_HASH = `sha256-${createHash('sha256').update(SCRIPT).digest('base64')}`

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Casement Studio</title>
<style>body{font:16px/1.6 system-ui,sans-serif;margin:15vh auto;max-width:32rem;padding:0 1rem}</style>
<p>Looking for <code>casement.localhost</code> …</p>
<noscript>The Studio is at casement.localhost, at the same port. It needs JavaScript.</noscript>
<script>${SCRIPT}</script>
</html>
`
