import type { Hono } from 'hono'
import type { OAuthDesk } from '../connections/oauth.ts'
import type { ServerPool } from '../connections/pool.ts'

/** Where people come back to after they told a server who they are. The state in the address is the secret here. */
export function addOAuthCallback(app: Hono, desk: OAuthDesk, servers: ServerPool): void {
  app.get('/oauth/callback', async (context) => {
    try {
      const name = await desk.finish(new URL(context.req.url).searchParams)
      servers.get(name)?.restart()
      return page('Authorized', `"${name}" knows you now. You can close this tab.`, 200)
    } catch (error) {
      // What an authorization server says in the address is somebody else's text; only our own is shown.
      return page('Not authorized', error instanceof Error ? error.message : 'It failed.', 400)
    }
  })
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
