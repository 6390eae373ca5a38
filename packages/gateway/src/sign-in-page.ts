import { createHash } from 'node:crypto'

/** Marks an address that another site led to. */
export const FROM_OUTSIDE = 'outside'

/** For a browser that may have the cookie but did not send it, because another site led here. The same address follows, marked. */
export const reloadPage = (): Response =>
  respond(
    200,
    `<p>Opening Casement Studio …</p><noscript>Casement Studio needs JavaScript.</noscript><script>${RELOAD}</script>`,
    { policy: `; form-action 'none'; script-src '${hashOf(RELOAD)}'` },
  )

const WINDOW = `<svg width="32" height="32" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><rect x="4" y="3" width="16" height="18" rx="1.5"/><path d="M12 3v18M4 12h16"/></svg>`

/** The contents of a sign-in page. */
export interface SignIn {
  /** The address within the gateway that is opened afterwards. */
  readonly returnTo: string
  /** Why a sign-in failed. */
  readonly failure?: string | undefined
}

/** For a user with a token. */
export const tokenPage = ({ returnTo, failure }: SignIn): Response =>
  respond(
    401,
    `${WINDOW}
<h1>Sign in to Casement Studio</h1>
${failureText(failure)}<form method="post" action="/sign-in">
<input type="hidden" name="return" value="${escapeHtml(returnTo)}">
<label for="token">Access token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button>Sign in</button>
</form>
<p class="note">The administrator of this gateway gives you a token, with <code>casement token add</code>.</p>`,
    { policy: "; form-action 'self'", referrer: 'same-origin' },
  )

/** The contents of the sign-in page of an identity provider. */
export interface ProviderSignIn extends Pick<SignIn, 'failure'> {
  /** The provider's display name. */
  readonly provider: string
  /** The address within the gateway that leads to the provider. */
  readonly start: string
  /** The provider does not respond: after how many seconds it is worth another try. */
  readonly retryAfter?: string | undefined
}

/** For a user of an identity provider. A link and not a form: a policy for forms would have to name every site that the provider leads to. */
export const providerPage = ({ provider, start, failure, retryAfter }: ProviderSignIn): Response =>
  respond(
    retryAfter === undefined ? 401 : 503,
    `${WINDOW}
<h1>Sign in to Casement Studio</h1>
${failureText(failure)}<p><a class="button" href="${escapeHtml(start)}">Sign in with ${escapeHtml(provider)}</a></p>`,
    { referrer: 'same-origin', retryAfter },
  )

const failureText = (failure: string | undefined): string =>
  failure === undefined ? '' : `<p class="failure" role="alert">${escapeHtml(failure)}</p>\n`

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** For a browser without the cookie: where to get it. */
export const linkPage = (): Response =>
  respond(
    401,
    `${WINDOW}
<h1>Open the Studio from your terminal</h1>
<p>This browser has no access to this Studio yet. Open the link that <code>casement</code> (or <code>npm start</code>) printed in the terminal where it runs:</p>
<pre><code>Studio   http://casement.localhost:…/?key=…</code></pre>
<p>Each link works once, for one browser. When a link is used, a new one is printed.</p>
<p class="note">If no one else uses this machine, <code>casement --no-auth</code> opens the Studio without a link.</p>`,
  )

/** For a user whose access was revoked. */
export const blockedPage = (): Response =>
  respond(
    403,
    `${WINDOW}
<h1>Your access was revoked</h1>
<p>An administrator of this gateway has revoked your access. Ask them if you need it back.</p>`,
  )

const RELOAD = `
const address = new URL(location.href)
address.searchParams.set('${FROM_OUTSIDE}', '')
location.replace(address)
`

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f6f4, #17181a); color: light-dark(#1d1f22, #e8e8e6) }
main { max-width: 34rem; margin: 1.5rem; padding: 2rem; border: 1px solid light-dark(#dcdcd7, #33363b); border-radius: 12px; background: light-dark(#fff, #1f2124) }
h1 { font-size: 1.375rem; line-height: 1.3; margin: .75rem 0 }
p { margin: .75rem 0 }
code { font: .875em ui-monospace, monospace; background: light-dark(#f0f0ec, #2b2e33); padding: .1em .3em; border-radius: 4px }
pre { overflow-x: auto; padding: .75rem 1rem; border-radius: 8px; background: light-dark(#f0f0ec, #2b2e33) }
pre code { background: none; padding: 0 }
label { display: block; font-weight: 600; margin: 1rem 0 .25rem }
input { box-sizing: border-box; width: 100%; font: inherit; padding: .5rem .75rem; border: 1px solid light-dark(#8a8e94, #6b7077); border-radius: 8px; background: light-dark(#fff, #17181a); color: inherit }
button, .button { display: inline-block; margin-top: 1rem; font: inherit; font-weight: 600; padding: .5rem 1rem; border: 0; border-radius: 8px; background: light-dark(#1d4ed8, #8ab4ff); color: light-dark(#fff, #10131a); text-decoration: none; cursor: pointer }
:focus-visible { outline: 2px solid light-dark(#1d4ed8, #8ab4ff); outline-offset: 2px }
.failure { padding: .5rem .75rem; border-radius: 8px; background: light-dark(#fdecea, #3b1f1d); color: light-dark(#8c1d18, #ffb4ab) }
.note { color: light-dark(#5c6066, #a4a8ae); font-size: .875rem; margin-bottom: 0 }
`

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

interface PageHeaders {
  /** More directives of the policy. */
  readonly policy?: string
  /** The next navigation must not look as if the Studio itself had led there. */
  readonly referrer?: 'no-referrer' | 'same-origin'
  readonly retryAfter?: string | undefined
}

function respond(
  status: number,
  content: string,
  { policy = "; form-action 'none'", referrer = 'no-referrer', retryAfter }: PageHeaders = {},
): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Casement Studio</title>
<style>${STYLE}</style>
<main>${content}</main>
</html>
`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src '${hashOf(STYLE)}'${policy}; base-uri 'none'; frame-ancestors 'none'`,
      'Cache-Control': 'no-store',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': referrer,
      'X-Content-Type-Options': 'nosniff',
      ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
    },
  })
}
