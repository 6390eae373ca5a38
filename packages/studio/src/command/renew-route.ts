import { route, type Route } from '@casement/gateway'

/**
 * Gives a page that is open the secret of a gateway that was started again, so that it need not be reloaded. The cookie shows whose
 * page it is. Views are on the same site and have the cookie sent as well, so only the page's own origin is let in: the browser names it
 * in headers that no script can set.
 */
export const renewRoute = (): Route =>
  route({
    method: 'POST',
    path: '/api/page-secret',
    access: 'member',
    credential: 'visit',
    handle({ request, pageSecret }) {
      const origin = request.headers.get('origin') ?? ''
      const isOwn = URL.canParse(origin) && new URL(origin).host === new URL(request.url).host
      if (!isOwn || request.headers.get('sec-fetch-site') !== 'same-origin')
        return Response.json(
          { error: { code: 'WRONG_ORIGIN', message: 'Only the page of this gateway may send this request.' } },
          { status: 403 },
        )
      return Response.json({ secret: pageSecret }, { headers: { 'Cache-Control': 'no-store' } })
    },
  })
