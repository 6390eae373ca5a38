import { redirect, addressOf, pathWithin, type SignInRoutes } from './sign-in.ts'
import type { Log } from './observability/log.ts'
import { route, type Route } from './router.ts'
import type { OidcAuth } from './security/auth.ts'
import { cookiesOf, type CookieNames } from './security/cookies.ts'
import type { Names } from './security/names.ts'
import { SignInRefused } from './security/openid/claims.ts'
import { ProviderUnavailable, reasonOf, type Discovery } from './security/openid/discovery.ts'
import type { ProviderSessions } from './security/openid/provider-sessions.ts'
import { refuse } from './security/refusal.ts'
import { createSecret } from './security/secret.ts'
import type { Sessions } from './security/sessions.ts'
import { hashOf } from './security/tokens.ts'
import { providerPage } from './sign-in-page.ts'
import { SIGN_IN_LIFE, type AccessStore } from './store/access-store.ts'

/** The dependencies of signing in at an identity provider. */
export interface ProviderSignInOptions {
  readonly auth: OidcAuth
  readonly names: Names
  readonly cookies: CookieNames
  readonly discovery: Discovery
  readonly providerSessions: ProviderSessions
  readonly sessions: Sessions
  readonly access: AccessStore
  readonly log: Log
}

/** Where the identity provider sends browsers back to. It has to know these addresses. */
export const CALLBACK_PATH = '/sign-in/callback'
const START_PATH = '/sign-in/start'
const LOGOUT_PATH = '/sign-in/logout'

const MAX_LOGOUT_BYTES = 64 * 1024

/**
 * Signs users in at an identity provider. The browser that begins gets a cookie, and the database keeps the state, the nonce and the PKCE
 * verifier under it: only that browser can finish, once.
 */
export function createProviderSignIn(options: ProviderSignInOptions): SignInRoutes {
  const page = (request: Request): Response => {
    // Cookies belong to one host, and the provider sends the browser to this one.
    const { host } = new URL(options.names.origin)
    const returnTo = addressOf(request)
    return new URL(request.url).host === host ? signInPage(options, { returnTo }) : redirect(options.names.origin + returnTo)
  }
  return { routes: [startRoute(options), callbackRoute(options), logoutRoute(options), signOutRoute(options)], page }
}

/** Sends the browser to the provider. */
const startRoute = (options: ProviderSignInOptions): Route => ({
  method: 'GET',
  path: START_PATH,
  access: 'public',
  async handle({ request }) {
    const returnTo = pathWithin(new URL(request.url).searchParams.get('return'))
    // Another site must not be able to sign a user in.
    if (!OWN_SITES.has(request.headers.get('sec-fetch-site'))) return signInPage(options, { returnTo })
    const { access, cookies, discovery } = options
    try {
      const provider = await discovery.provider()
      const secrets = { state: createSecret(), nonce: createSecret(), verifier: createSecret() }
      const browser = createSecret()
      const target = await provider.authorizationUrl(secrets)
      const { nonce, verifier } = secrets
      await access.beginSignIn(hashOf(secrets.state), { browser: hashOf(browser), nonce, verifier, returnTo })
      return redirect(target.href, cookies.write(cookies.signIn, browser, SIGN_IN_LIFE))
    } catch (error) {
      if (error instanceof ProviderUnavailable) return unavailablePage(options, returnTo)
      throw error
    }
  },
})

const OWN_SITES = new Set([null, 'same-origin', 'none'])

/** Handles the callback, and opens the session. */
const callbackRoute = (options: ProviderSignInOptions): Route => ({
  method: 'GET',
  path: CALLBACK_PATH,
  access: 'public',
  async handle({ request }) {
    const { access, cookies, discovery, providerSessions, sessions, log } = options
    const { searchParams, search } = new URL(request.url)
    const state = searchParams.get('state') ?? ''
    const [browser, ...others] = cookiesOf(request, cookies.signIn)
    // If the prefix of the cookie cannot be used, a View can add a second one. Then it is unclear which one is meant.
    const isOne = browser !== undefined && others.length === 0
    const pending = isOne ? await access.takeSignIn(hashOf(state), hashOf(browser)) : undefined
    if (!pending) return signInPage(options, { returnTo: '/', failure: NOT_BEGUN })
    const { returnTo, nonce, verifier } = pending
    try {
      const login = await (await discovery.provider()).redeem(search, { state, nonce, verifier })
      const session = await providerSessions.sessionOf(login)
      const cookie = await sessions.open(request, session)
      log({ level: 'info', event: 'signed-in', user: session.user, tenant: session.tenant, role: session.role })
      return redirect(returnTo, cookie, cookies.write(cookies.signIn, '', 0))
    } catch (error) {
      log({ level: 'warn', event: 'sign-in-failed', reason: reasonOf(error) })
      return failurePage(options, returnTo, error)
    }
  },
})

const NOT_BEGUN = 'This sign-in has expired, was already used, or was started in another browser. Sign in again.'

async function failurePage(options: ProviderSignInOptions, returnTo: string, error: unknown): Promise<Response> {
  const { isUnavailable, refusalOf } = await import('./security/openid/provider.ts')
  if (error instanceof ProviderUnavailable || isUnavailable(error)) return unavailablePage(options, returnTo)
  if (error instanceof SignInRefused) return signInPage(options, { returnTo, failure: error.message })
  const code = refusalOf(error)
  const failure = code
    ? `The identity provider did not sign you in (${code}).`
    : 'The response of the identity provider is not valid, so you were not signed in. The log of the gateway has the reason.'
  return signInPage(options, { returnTo, failure })
}

/** Ends the sessions of a user who signed out at the provider, or was signed out there. */
const logoutRoute = ({ auth, discovery, access, log }: ProviderSignInOptions): Route => ({
  method: 'POST',
  path: LOGOUT_PATH,
  access: 'public',
  maxBytes: MAX_LOGOUT_BYTES,
  async handle({ request }) {
    const token = new URLSearchParams(await request.text()).get('logout_token') ?? ''
    try {
      const { session, subject } = await (await discovery.provider()).verifyLogout(token)
      const ended = await access.removeSessions({ provider: auth.issuer, providerSession: session, subject })
      log({ level: 'info', event: 'provider-logout', ended })
      return new Response(null, { headers: { 'Cache-Control': 'no-store' } })
    } catch (error) {
      log({ level: 'warn', event: 'provider-logout-refused', reason: reasonOf(error) })
      if (error instanceof ProviderUnavailable)
        return refuse(503, 'PROVIDER_UNAVAILABLE', error.message, { 'Retry-After': RETRY_AFTER })
      return refuse(400, 'INVALID_LOGOUT_TOKEN', 'The logout token is not valid. The log of the gateway has the reason.')
    }
  },
})

/** Ends the session here, and tells the page where it ends at the provider. */
const signOutRoute = ({ sessions, providerSessions }: ProviderSignInOptions): Route =>
  route({
    method: 'POST',
    path: '/api/sign-out',
    access: 'member',
    async handle({ request }) {
      const session = await sessions.find(request)
      const url = session && (await providerSessions.endUrl(session))
      const headers = { 'Set-Cookie': await sessions.close(request), 'Cache-Control': 'no-store' }
      return url ? Response.json({ url: url.href }, { headers }) : new Response(null, { status: 204, headers })
    },
  })

const RETRY_AFTER = '5'

interface PageContent {
  readonly returnTo: string
  readonly failure?: string
}

const signInPage = ({ auth }: ProviderSignInOptions, content: PageContent): Response =>
  providerPage({ ...content, provider: nameOf(auth), start: startOf(content.returnTo) })

const unavailablePage = ({ auth }: ProviderSignInOptions, returnTo: string): Response =>
  providerPage({
    provider: nameOf(auth),
    start: startOf(returnTo),
    failure: `${nameOf(auth)} does not respond, so users cannot sign in. Try again in a moment.`,
    retryAfter: RETRY_AFTER,
  })

const nameOf = ({ providerName, issuer }: OidcAuth): string => providerName ?? new URL(issuer).host

const startOf = (returnTo: string): string => `${START_PATH}?${new URLSearchParams({ return: returnTo }).toString()}`
