import { ask, signIn } from '../ask.ts'
import type { GatewayAttack, Scene } from './attack.ts'

const CALL = 'server=tools&tool=both&args=%7B%7D'
const RUNS = 'name="casement-link" content="run"'

interface Outside {
  readonly path?: string | ((scene: Scene) => string | Promise<string>)
  readonly host?: (port: number) => string
  readonly headers?: (url: string, port: number) => Readonly<Record<string, string>>
}

/** A navigation to a call, by a browser that has the cookie. */
const leads = (id: string, title: string, { path = `/?${CALL}`, host, headers }: Outside): GatewayAttack => ({
  id: `link-${id}`,
  title,
  async attempt(scene) {
    const { local } = scene
    const where = host?.(local.port)
    const { cookie } = await signIn(local, where)
    const { text } = await ask(local.port, typeof path === 'string' ? path : await path(scene), {
      ...(where !== undefined && { host: where }),
      headers: { cookie, ...headers?.(local.url, local.port) },
    })
    return text.includes(RUNS) ? 'the call runs without confirmation' : undefined
  },
})
const from = (site: string, referer = (url: string): string => `${url}/`) => ({
  headers: (url: string) => ({ 'sec-fetch-site': site, 'sec-fetch-dest': 'document', referer: referer(url) }),
})

/** Links to calls of tools that other sites, Views and programs write. */
export const linkAttacks: readonly GatewayAttack[] = [
  leads('cross-site', 'a foreign page names the page as its referrer', from('cross-site')),
  leads('view', 'a View names the page as its referrer', from('same-site')),
  leads('typed', 'an address with the page as its referrer, as if the user had typed it', from('none')),
  leads(
    'two-sites',
    'says twice where it comes from',
    from('cross-site, same-origin', (url) => `${url}/`),
  ),
  leads(
    'user-info',
    'has the name of the page as the user of a referrer',
    from('same-origin', (url) => `http://${new URL(url).host}@evil.example/`),
  ),
  leads(
    'prefix',
    'has a referrer whose name begins with that of the page',
    from('same-origin', (url) => `${url}.evil.example/`),
  ),
  leads(
    'sandbox-referrer',
    'has the relay as its referrer',
    from('same-origin', (url) => `http://sandbox.${new URL(url).host}/`),
  ),
  leads(
    'other-port',
    'comes from the page of another gateway on this machine',
    from('same-origin', () => 'http://casement.localhost:1/'),
  ),
  leads(
    'localhost',
    'comes from the page at another of its names',
    from('same-origin', (url) => `http://localhost:${new URL(url).port}/`),
  ),
  leads('broken-referrer', 'has a referrer that is no address', {
    headers: () => ({ 'sec-fetch-site': 'same-origin', referer: 'casement.localhost' }),
  }),
  leads('empty-session', 'has an empty token for scripts', { path: `/?session=&${CALL}` }),
  leads('guessed-session', 'has a guessed token for scripts', { path: `/?session=${'A'.repeat(43)}&${CALL}` }),
  leads('session-list', 'has several tokens for scripts', {
    path: `/?session=${'A'.repeat(43)}&session=&session%5B%5D=&${CALL}`,
  }),
  leads('used-key', 'has a link that was used up', {
    async path({ local }) {
      const { search } = new URL(local.link())
      await ask(local.port, `/${search}`)
      return `/${search}&${CALL}`
    },
  }),
  leads('guessed-key', 'has a guessed key', { path: `/?key=${'A'.repeat(43)}&${CALL}` }),
  leads('key-in-path', 'has the names of keys in the path and the fragment', { path: `/session=/key=?${CALL}%23session=` }),
  leads('foreign-session', 'has the token for scripts of another gateway', {
    path: ({ token }) => `/${new URL(token.scriptUrl).search}&${CALL}`,
  }),
  leads('mark', 'writes the mark of the page into its address', {
    path: `/?casement-link=run&link=run&__CASEMENT_LINK__=run&outside=&${CALL}`,
  }),
  leads('framed', 'is framed by the page', {
    headers: (url) => ({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe', referer: `${url}/` }),
  }),
  leads('fetched', 'is fetched by a script of the page', {
    headers: (url) => ({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', referer: `${url}/` }),
  }),
  leads('at-localhost', 'leads to the page at its other name, from the first', {
    host: (port) => `localhost:${port}`,
    headers: (url) => ({ 'sec-fetch-site': 'same-origin', referer: `${url}/` }),
  }),
]
