import { ask } from '../ask.ts'
import type { GatewayAttack, Scene } from './attack.ts'

const readsSecret = (id: string, title: string, headers: Record<string, string>, path = '/'): GatewayAttack => ({
  id: `local-${id}`,
  title,
  async attempt({ local }: Scene) {
    const { text, headers: given } = await ask(local.port, path, { headers })
    if (text.includes(local.secret)) return 'the secret of the run'
    return given['set-cookie'] === undefined ? undefined : 'a session'
  },
})

/** Attacks by another process or user of the same machine. */
export const localProcessAttacks: readonly GatewayAttack[] = [
  readsSecret('page', 'fetches the page and reads the secret', {}),
  readsSecret('browser', 'fetches the page as a browser would', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }),
  readsSecret('reload', 'fetches the page as if it came from the page', {
    'sec-fetch-dest': 'document',
    'sec-fetch-site': 'same-origin',
    referer: 'http://casement.localhost/',
  }),
  readsSecret('empty-key', 'brings an empty key', {}, '/?key='),
  readsSecret('empty-session', 'brings an empty session token', {}, '/?session='),
  readsSecret('guess', 'guesses a key', {}, `/?key=${'A'.repeat(43)}`),
  {
    id: 'local-localhost',
    title: 'fetches the page at localhost',
    async attempt({ local }) {
      const { text } = await ask(local.port, '/?stay', { host: `localhost:${local.port}` })
      return text.includes(local.secret) ? 'the secret of the run' : undefined
    },
  },
  {
    id: 'local-forged-cookie',
    title: 'makes up a cookie for every name that it can think of',
    async attempt({ local }) {
      const names = [`casement-${local.port}`, `casement-session-${local.port}`, '__Host-casement', 'casement']
      for (const value of ['', '1', 'A'.repeat(43), `9999999999.${'A'.repeat(43)}`, '9999999999.', '.'])
        for (const name of names) {
          const { text } = await ask(local.port, '/', { headers: { cookie: `${name}=${value}` } })
          if (text.includes(local.secret)) return `the secret of the run, for ${name}=${value}`
        }
      return undefined
    },
  },
]
