import type { Gateway } from '../gateway.ts'
import type { GatewayOptions } from '../options.ts'
import type { OidcAuth } from '../security/auth.ts'
import { ask, type Reply } from './ask.ts'
import { openBrowser, type Browser, type Visit } from './browser-visits.ts'
import { CLIENT, type IdentityProvider } from './identity-provider.ts'
import { pagesFolder } from './pages-folder.ts'

/** The origin of the gateways that are behind an identity provider in tests. */
export const ORIGIN = 'https://studio.test'
/** The host of that origin. */
export const HOST = 'studio.test'
/** The cookie of a session there. */
export const SESSION = '__Host-casement-user'

/** `auth` of a gateway that signs users in at the provider. */
export const authOf = ({ issuer }: Pick<IdentityProvider, 'issuer'>, more: Partial<OidcAuth> = {}): OidcAuth => ({
  type: 'oidc',
  issuer,
  ...CLIENT,
  groupsClaim: 'groups',
  adminGroups: ['ops'],
  providerName: 'Test provider',
  ...more,
})

/** A gateway that signs users in at the provider. */
export const optionsOf = (provider: Pick<IdentityProvider, 'issuer'>, more: Partial<GatewayOptions> = {}): GatewayOptions => ({
  port: 0,
  pages: pagesFolder,
  names: { origin: ORIGIN, sandboxDomain: 'apps.test' },
  auth: authOf(provider),
  ...more,
})

/** Reaches a gateway in place of the network, for the back channel of the provider. */
export const reach =
  (target: () => Gateway): typeof fetch =>
  async (url, init) => {
    const request = new Request(url, init)
    const { status, text } = await ask(target().port, new URL(request.url).pathname, {
      host: HOST,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    })
    return new Response(text, { status })
  }

/** A user in front of a browser. */
export interface Person {
  readonly browser: Browser
  /** Signs in, until the page or until the callback. */
  signIn(login: string, options?: { readonly returnTo?: string; readonly untilCallback?: boolean }): Promise<Visit>
  /** A request of the page's script. */
  api(method: string, path: string, body?: unknown): Promise<Reply>
  /** The user of the browser according to the gateway, or the status of the refusal. */
  who(): Promise<unknown>
}

/** Submits a form of the provider. */
export const submit = (
  browser: Browser,
  url: URL,
  fields: Record<string, string>,
  stopAt?: (url: URL) => boolean,
): Promise<Visit> =>
  browser.visit(url.href, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    stopAt,
  })

const isCallback = (url: URL): boolean => url.pathname === '/sign-in/callback'

/** Opens a browser for a user. */
export function openPerson(gateway: () => Gateway): Person {
  const browser = openBrowser(gateway, HOST)
  const api: Person['api'] = async (method, path, body) => {
    const page = await ask(gateway().port, '/', { host: HOST, headers: { cookie: browser.cookies(HOST) } })
    const secret = /name="casement-secret" content="([^"]*)"/.exec(page.text)?.[1] ?? ''
    return ask(gateway().port, path, {
      host: HOST,
      method,
      headers: { cookie: browser.cookies(HOST), 'x-casement-secret': secret, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
  return {
    browser,
    api,
    async signIn(login, { returnTo = '/', untilCallback = false } = {}) {
      const stopAt = untilCallback ? isCallback : undefined
      const start = `${ORIGIN}/sign-in/start?${new URLSearchParams({ return: returnTo }).toString()}`
      let page = await browser.visit(start, { stopAt })
      // The provider asks for the user and, for a refresh token, for consent.
      while (page.url.pathname.startsWith('/login/')) page = await submit(browser, page.url, { login }, stopAt)
      return page
    },
    async who() {
      const { status, text } = await api('GET', '/api/session')
      return status === 200 ? (JSON.parse(text) as { user: unknown }).user : status
    },
  }
}
