import { ask, type AskOptions, type Reply } from '../ask.ts'
import { addToken } from '../../security/tokens.ts'
import { TOKEN, type GatewayAttack, type Scene } from './attack.ts'

const at = ({ token }: Scene, path: string, options: AskOptions = {}): Promise<Reply> =>
  ask(token.port, path, { host: 'studio.test', ...options })

const FORM = { origin: 'http://studio.test', 'content-type': 'application/x-www-form-urlencoded' }
const signIn = (
  scene: Scene,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> =>
  at(scene, '/sign-in', { method: 'POST', headers: { ...FORM, ...headers }, body: new URLSearchParams(form).toString() })

const cookieOf = ({ headers }: Reply): string => headers['set-cookie']?.[0]?.split(';')[0] ?? ''
const secretOf = ({ text }: Reply): string => /name="casement-secret" content="([^"]*)"/.exec(text)?.[1] ?? ''

/** A browser that is signed in: its cookie, and the secret of its page. */
async function browserOf(scene: Scene, token = TOKEN): Promise<{ cookie: string; secret: string }> {
  const cookie = cookieOf(await signIn(scene, { token }))
  return { cookie, secret: secretOf(await at(scene, '/', { headers: { cookie } })) }
}
let added = 0
const memberToken = async ({ token }: Scene): Promise<string> =>
  (await addToken(token.store.access, { name: `mallory-${++added}`, user: 'mallory', role: 'member' })) ?? ''

const admitted = ({ status, headers, text }: Reply): string | undefined => {
  if (headers['set-cookie'] !== undefined) return 'a session'
  return status < 400 || secretOf({ status, headers, text }) !== '' ? `the gateway responded with ${status}` : undefined
}
/** A request without any credentials that count. */
const enters = (id: string, title: string, attempt: (scene: Scene) => Promise<Reply>): GatewayAttack => ({
  id: `token-${id}`,
  title,
  attempt: async (scene) => admitted(await attempt(scene)),
})
const leadsAway = (id: string, title: string, to: string): GatewayAttack => ({
  id: `token-return-${id}`,
  title,
  async attempt(scene) {
    const { headers } = await signIn(scene, { token: TOKEN, return: to })
    const { origin } = new URL(headers.location ?? '', 'http://studio.test')
    return origin === 'http://studio.test' ? undefined : `the user was sent to ${origin}`
  },
})

/** Attacks on a gateway with `--auth token`: on its sign-in page, its sessions and the secrets of its pages. */
export const tokenAttacks: readonly GatewayAttack[] = [
  enters('wrong', 'signs in with another token', (scene) => signIn(scene, { token: `${TOKEN}x` })),
  enters('prefix', 'signs in with the beginning of the token', (scene) => signIn(scene, { token: TOKEN.slice(0, -1) })),
  enters('empty', 'signs in with an empty token', (scene) => signIn(scene, { token: '' })),
  enters('named', 'signs in with a token that only looks like one', (scene) => signIn(scene, { token: `csm_${'A'.repeat(43)}` })),
  enters('in-query', 'has the token in the address', (scene) => at(scene, `/?token=${TOKEN}&session=${TOKEN}&key=${TOKEN}`)),
  enters('in-cookie', 'has the token in the cookie of the session', (scene) =>
    at(scene, '/', { headers: { cookie: `casement-user-${scene.token.port}=${TOKEN}` } }),
  ),
  enters('link', 'opens the kind of link that a local gateway prints', (scene) =>
    at(scene, `/${new URL(scene.token.link()).search}`),
  ),
  enters('local-cookie', 'has the cookie that a printed link gives', async (scene) => {
    const { headers } = await ask(scene.local.port, `/${new URL(scene.local.link()).search}`)
    const [, value = ''] = (headers['set-cookie']?.[0]?.split(';')[0] ?? '').split('=')
    return at(scene, '/', { headers: { cookie: `casement-session-${scene.token.port}=${value}` } })
  }),
  enters('run-secret', 'has the secret of the run, and no user', (scene) =>
    at(scene, '/api/session', { headers: { authorization: `Bearer ${scene.token.secret}` } }),
  ),
  enters('user-header', 'names a user in a header, as a proxy would', (scene) =>
    at(scene, '/', { headers: { 'x-user': 'root', 'x-forwarded-user': 'root', 'remote-user': 'root' } }),
  ),
  enters('login-csrf', 'another site signs the user in as another', (scene) =>
    signIn(scene, { token: TOKEN }, { origin: 'http://studio.test', 'sec-fetch-site': 'cross-site' }),
  ),
  enters('login-view', 'a View signs the user in as another', (scene) =>
    signIn(scene, { token: TOKEN }, { origin: 'http://studio.test', 'sec-fetch-site': 'same-site' }),
  ),
  enters('login-null', 'a document without an origin signs the user in as another', (scene) =>
    signIn(scene, { token: TOKEN }, { origin: 'null' }),
  ),
  leadsAway('protocol-relative', 'leads to another site after the sign-in by two slashes', '//evil.example/'),
  leadsAway('backslash', 'leads to another site after the sign-in by a backslash', String.raw`/\evil.example/`),
  leadsAway('tab', 'leads to another site after the sign-in by a tab between slashes', '/\t/evil.example/'),
  leadsAway('line-break', 'leads to another site after the sign-in by a line break between slashes', '/\r\n/evil.example/'),
  leadsAway('absolute', 'leads to another site after the sign-in by its whole address', 'https://evil.example/'),
  {
    id: 'token-return-markup',
    title: 'writes markup into the sign-in page by the address that it returns to',
    async attempt(scene) {
      const { text } = await at(scene, `/?"><script>x</script>`.replaceAll(' ', '%20'))
      return text.includes('<script>x') ? 'the markup is in the page' : undefined
    },
  },
  {
    id: 'token-fixation',
    title: 'chooses the session of a user before the user signs in',
    async attempt(scene) {
      const chosen = `casement-user-${scene.token.port}=${'A'.repeat(43)}`
      const reply = await signIn(scene, { token: TOKEN }, { cookie: chosen })
      if (cookieOf(reply) === chosen) return 'the session has the chosen id'
      const { status } = await at(scene, '/', { headers: { cookie: chosen } })
      return status === 200 ? 'the chosen id is a session' : undefined
    },
  },
  {
    id: 'token-replay',
    title: 'uses a session after the user has signed out',
    async attempt(scene) {
      const { cookie, secret } = await browserOf(scene)
      const headers = { cookie, 'x-casement-secret': secret }
      await at(scene, '/api/sign-out', { method: 'POST', headers })
      const [page, api] = await Promise.all([at(scene, '/', { headers }), at(scene, '/api/session', { headers })])
      return page.status < 400 || api.status < 400 ? 'the session still works' : undefined
    },
  },
  {
    id: 'token-renewed',
    title: 'uses a session that a new sign-in has replaced',
    async attempt(scene) {
      const { cookie } = await browserOf(scene)
      await signIn(scene, { token: TOKEN }, { cookie })
      return (await at(scene, '/', { headers: { cookie } })).status === 200 ? 'the session still works' : undefined
    },
  },
  {
    id: 'token-cookie-alone',
    title: 'another site sends a request with the cookie, and without the secret of the page',
    async attempt(scene) {
      const { cookie } = await browserOf(scene)
      const { status } = await at(scene, '/api/conversations', {
        method: 'POST',
        headers: { cookie },
        body: '{"id":"x","title":"x"}',
      })
      return status < 400 ? `the gateway responded with ${status}` : undefined
    },
  },
  {
    id: 'token-other-secret',
    title: 'a member uses the secret of their page with the session of another user',
    async attempt(scene) {
      const [own, other] = await Promise.all([browserOf(scene, await memberToken(scene)), browserOf(scene)])
      const headers = { cookie: other.cookie, 'x-casement-secret': own.secret }
      return (await at(scene, '/api/session', { headers })).status < 400 ? 'the request was made as the other user' : undefined
    },
  },
  {
    id: 'token-tossed-cookie',
    title: 'a View puts the session of its author beside that of the user',
    async attempt(scene) {
      const [own, other] = await Promise.all([browserOf(scene, await memberToken(scene)), browserOf(scene)])
      for (const cookie of [`${own.cookie}; ${other.cookie}`, `${other.cookie}; ${own.cookie}`])
        if ((await at(scene, '/', { headers: { cookie } })).status === 200) return 'it is open whose session counts'
      return undefined
    },
  },
  {
    id: 'token-member-tokens',
    title: 'a member adds a token for an admin',
    async attempt(scene) {
      const headers = { authorization: `Bearer ${await memberToken(scene)}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ name: `root-${added}`, user: 'root', role: 'admin' })
      const { status } = await at(scene, '/api/admin/tokens', { method: 'POST', headers, body })
      return status < 400 ? `the gateway responded with ${status}` : undefined
    },
  },
  {
    id: 'token-framed',
    title: 'another site frames the sign-in page, or has a cache keep it',
    async attempt(scene) {
      const { headers } = await at(scene, '/')
      if (!String(headers['content-security-policy']).includes("frame-ancestors 'none'")) return 'it can be framed'
      return headers['cache-control'] === 'no-store' ? undefined : 'it can be kept'
    },
  },
  {
    id: 'token-link-after-sign-in',
    title: 'another site leads a user who is not signed in to a call, which runs after the sign-in',
    async attempt(scene) {
      const link = '/?server=tools&tool=both'
      const reply = await signIn(scene, { token: TOKEN, return: link })
      if (reply.headers['referrer-policy'] !== 'no-referrer') return 'the redirect passes the referrer of the sign-in page on'
      const headers = { cookie: cookieOf(reply), 'sec-fetch-site': 'same-origin' }
      const { text } = await at(scene, reply.headers.location ?? link, { headers })
      return text.includes('name="casement-link" content="run"') ? 'the call runs without confirmation' : undefined
    },
  },
]
