import { refuse } from './security/refusal.ts'
import { route, type Route } from './router.ts'
import type { Auth } from './security/auth.ts'
import { signInWithToken } from './security/authentication.ts'
import type { Sessions } from './security/sessions.ts'
import { tokenPage } from './sign-in-page.ts'
import type { AccessStore } from './store/access-store.ts'

/** Where users sign in and out. */
export interface SignInRoutes {
  readonly routes: readonly Route[]
  /** The page for a browser that is not signed in; undefined where another program authenticates users. */
  readonly page: (request: Request) => Response | undefined
}

/** The dependencies of signing in. */
export interface SignInOptions {
  readonly auth: Auth | undefined
  readonly sessions: Sessions
  readonly access: AccessStore
}

const MAX_FORM_BYTES = 16 * 1024

/** The routes for signing in, as the configuration has it. */
export function createSignIn({ auth, sessions, access }: SignInOptions): SignInRoutes {
  const signOut = route({
    method: 'POST',
    path: '/api/sign-out',
    access: 'member',
    async handle({ request }) {
      return new Response(null, { status: 204, headers: { 'Set-Cookie': await sessions.close(request) } })
    },
  })
  if (auth?.type !== 'token') return { routes: [], page: () => undefined }
  const withToken: Route = {
    method: 'POST',
    path: '/sign-in',
    access: 'public',
    maxBytes: MAX_FORM_BYTES,
    async handle({ request }) {
      if (!isOwnForm(request)) return refuse(403, 'WRONG_ORIGIN', 'Only the sign-in page of this gateway may send this request.')
      const form = new URLSearchParams(await request.text())
      const returnTo = pathWithin(form.get('return'))
      const principal = await signInWithToken(form.get('token')?.trim() ?? '', { auth, access })
      if (!principal) return tokenPage({ returnTo, failure: 'The token is unknown or was revoked.' })
      return redirect(returnTo, await sessions.open(request, principal))
    },
  }
  return { routes: [withToken, signOut], page: (request) => tokenPage({ returnTo: addressOf(request) }) }
}

/** Whether the page itself sent a form: another site must not sign a user in as another user. */
const isOwnForm = ({ headers }: Request): boolean =>
  headers.get('sec-fetch-site') === 'same-origin' || (headers.get('sec-fetch-site') === null && headers.get('origin') !== null)

/** Redirects a browser, with a new cookie. The page that it opens must not take the sign-in page for one of its own links. */
export const redirect = (location: string, ...cookies: string[]): Response => {
  const headers = new Headers({ Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}

/** The path and query of a request. */
export const addressOf = ({ url }: Request): string => pathWithin(new URL(url).pathname + new URL(url).search)

/** A path within the gateway; `/` in place of an address that would lead elsewhere. */
export function pathWithin(path: string | null): string {
  const base = 'http://gateway.invalid'
  if (path === null || !/^\/(?![/\\])/.test(path) || !URL.canParse(path, base)) return '/'
  const { origin, pathname, search } = new URL(path, base)
  return origin === base && !pathname.startsWith('//') && !pathname.startsWith('/sign-in') ? pathname + search : '/'
}
