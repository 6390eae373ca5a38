import { ask, type AskOptions, type Reply } from '../ask.ts'
import type { GatewayAttack, Scene } from './attack.ts'

const STATE = `${'A'.repeat(32)}.${Buffer.from('tools').toString('base64url')}`

const atLocal = ({ local }: Scene, search: string, options: AskOptions = {}): Promise<Reply> =>
  ask(local.port, `/oauth/callback${search}`, options)

/** A callback that completes no authorization, whoever opens it. */
const completes = (id: string, title: string, search: string): GatewayAttack => ({
  id: `oauth-${id}`,
  title,
  async attempt(scene) {
    const replies = await Promise.all([
      atLocal(scene, search),
      ask(scene.shared.port, `/oauth/callback${search}`, { host: 'studio.test', headers: { 'x-user': 'mallory' } }),
    ])
    for (const { status, text } of replies) {
      if (status < 400) return `the gateway responded with ${status}`
      if (status >= 500) return `the gateway failed with ${status}`
      if (/<script|onerror=|evil\.example/.test(text)) return 'the page repeats what the address says'
    }
    return undefined
  },
})

/** Addresses that only an authorization server should send a browser to. */
export const oauthAttacks: readonly GatewayAttack[] = [
  completes('nothing', 'opens the callback without anything', ''),
  completes('no-state', 'brings a code without a state', '?code=x'),
  completes('empty-state', 'brings an empty state', '?code=x&state='),
  completes('guessed-state', 'brings a guessed state for a server that exists', `?code=x&state=${STATE}`),
  completes('two-states', 'brings two states', `?code=x&state=&state=${STATE}`),
  completes('prototype', 'names a server like a prototype', `?code=x&state=a.${Buffer.from('__proto__').toString('base64url')}`),
  completes(
    'path',
    'names a server that leads out of the vault',
    `?code=x&state=a.${Buffer.from('../tokens').toString('base64url')}`,
  ),
  completes(
    'bytes',
    'names a server by bytes that are no text',
    `?code=x&state=a.${Buffer.from([0xff, 0xfe, 0]).toString('base64url')}`,
  ),
  completes('long', 'brings a state of twelve thousand characters', `?code=x&state=${'A'.repeat(12_000)}`),
  completes(
    'markup',
    'has the page repeat markup from an error',
    `?error=%3Cscript%3Ealert(1)%3C/script%3E&error_description=%3Cimg%20onerror=x%3E&state=${STATE}`,
  ),
  completes('error-link', 'has the page repeat a link from an error', `?error=x&error_uri=https://evil.example/&state=${STATE}`),
  {
    id: 'oauth-framed',
    title: 'another site frames the page of the callback, and runs a script in it',
    async attempt(scene) {
      const policy = String((await atLocal(scene, '?code=x')).headers['content-security-policy'])
      return policy.includes("frame-ancestors 'none'") && policy.includes("default-src 'none'") ? undefined : policy
    },
  },
]
