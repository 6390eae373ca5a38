import { CasementError } from 'casement/protocol'
import type { OAuthDesk } from '../connections/oauth.ts'
import { route, type Route } from '../router.ts'
import type { Auth } from '../security/auth.ts'
import { LOCAL_USER, type Owner } from '../security/principal.ts'
import type { Servers } from '../servers.ts'

/**
 * The address to which an authorization server sends the browser back. Only the user who began the authorization can complete it: a
 * callback that another user is made to open would connect that user to the wrong account. Without `auth` there is one user, and the
 * state in the address is the secret: a browser does not send the cookie when another site sends it back.
 */
export function oauthCallback(auth: Auth | undefined, desk: OAuthDesk, servers: Servers): Route {
  const finish = async (owner: Owner, { url }: Request): Promise<Response> => {
    try {
      const name = await desk.finish(owner, new URL(url).searchParams)
      await servers.as(owner).authorized(name)
      return page('Authorized', `"${name}" is authorized. You can close this tab.`, 200)
    } catch (error) {
      // The URL is untrusted and the SDK repeats it in its messages, so only our own messages are shown.
      return page('Not authorized', CasementError.is(error) ? error.message : FAILED, 400)
    }
  }
  const isShared = auth !== undefined && auth.type !== 'none'
  const row = { method: 'GET', path: '/oauth/callback', credential: 'visit' } as const
  return isShared
    ? route({ ...row, access: 'member', handle: ({ principal, request }) => finish(principal, request) })
    : { ...row, access: 'public', handle: ({ request }) => finish(LOCAL_USER, request) }
}

const FAILED = 'The response of the authorization server is invalid or was refused. Authorize the server again in the Studio.'

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
