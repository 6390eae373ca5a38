import type { OAuthDesk } from '../connections/oauth.ts'
import type { ServerPool } from '../connections/pool.ts'
import { readRoute, type Route } from '../router.ts'
import type { Auth } from '../security/auth.ts'

/**
 * The address to which an authorization server sends the browser back. The state in the address is its secret. With `auth`, the user
 * must be an admin too; without, the cookie is of no use here: a browser does not send it when another site sends it back.
 */
export function oauthCallback(auth: Auth | undefined, desk: OAuthDesk, servers: ServerPool): Route {
  const finish = async ({ url }: Request): Promise<Response> => {
    try {
      const name = await desk.finish(new URL(url).searchParams)
      servers.get(name)?.restart()
      return page('Authorized', `"${name}" is authorized. You can close this tab.`, 200)
    } catch (error) {
      // The text that an authorization server puts into the address is untrusted; only our own is shown.
      return page('Not authorized', error instanceof Error ? error.message : 'The authorization failed.', 400)
    }
  }
  const isShared = auth !== undefined && auth.type !== 'none'
  return readRoute(isShared ? 'admin' : 'public', 'visit', '/oauth/callback', finish)
}

function page(title: string, text: string, status: number): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${escape(text)}</p></html>`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
    },
  })
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
