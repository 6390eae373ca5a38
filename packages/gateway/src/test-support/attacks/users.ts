import { existsSync } from 'node:fs'
import { ask } from '../ask.ts'
import { askShared, TOKEN, type GatewayAttack, type Scene } from './attack.ts'

const command = (trace: string): string =>
  JSON.stringify({
    name: 'started',
    command: process.execPath,
    args: ['-e', `require('node:fs').writeFileSync(${JSON.stringify(trace)}, 'x')`],
  })

async function isStarted({ trace }: Scene, status: number): Promise<string | undefined> {
  // Accepted requests need a moment to start.
  const end = Date.now() + (status < 300 ? 5000 : 0)
  while (!existsSync(trace) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
  if (existsSync(trace)) return 'a program was started'
  return status < 400 ? `a command was accepted with ${status}` : undefined
}

const asMember = (id: string, title: string, method: string, path: string, body?: object): GatewayAttack => ({
  id: `user-${id}`,
  title,
  async attempt({ shared }) {
    const { status } = await askShared(shared, path, 'mallory', { method, ...(body && { body: JSON.stringify(body) }) })
    return status === 403 ? undefined : `the gateway responded with ${status}`
  },
})

/** Attacks by a signed-in user. */
export const userAttacks: readonly GatewayAttack[] = [
  {
    id: 'user-token-command',
    title: 'the holder of the token starts a program',
    async attempt(scene) {
      const { status } = await ask(scene.token.port, '/api/servers', {
        host: 'studio.test',
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: command(scene.trace),
      })
      return isStarted(scene, status)
    },
  },
  {
    id: 'user-header-command',
    title: 'a user of the proxy starts a program',
    async attempt(scene) {
      const { status } = await askShared(scene.shared, '/api/servers', 'mallory', { method: 'POST', body: command(scene.trace) })
      return isStarted(scene, status)
    },
  },
  {
    id: 'user-admin-command',
    title: 'an admin starts a program, where nothing allows it',
    async attempt(scene) {
      const { status } = await askShared(scene.shared, '/api/servers', 'root', { method: 'POST', body: command(scene.trace) })
      return isStarted(scene, status)
    },
  },
  {
    id: 'user-both-kinds',
    title: 'a configuration with a url and a command',
    async attempt(scene) {
      const body = JSON.stringify({ ...(JSON.parse(command(scene.trace)) as object), url: 'http://127.0.0.1:9/mcp' })
      const { status } = await askShared(scene.shared, '/api/servers', 'root', { method: 'POST', body })
      return isStarted(scene, status)
    },
  },
  asMember('add', 'a member adds a server, and has the gateway connect to an address inside', 'POST', '/api/servers', {
    name: 'inside',
    url: 'http://127.0.0.1:9/mcp',
  }),
  asMember('remove', 'a member removes a server', 'DELETE', '/api/servers/tools'),
  asMember('restart', 'a member restarts a server', 'POST', '/api/servers/tools/restart'),
  {
    id: 'user-settings',
    title: 'a member has the conversations of all deleted after a day',
    async attempt({ shared }) {
      await askShared(shared, '/api/settings', 'mallory', { method: 'PUT', body: JSON.stringify({ retentionDays: 1 }) })
      const { text } = await askShared(shared, '/api/settings', 'root')
      return text.includes('"retentionDays":null') ? undefined : `the settings of another user are ${text}`
    },
  },
  {
    id: 'user-encoded-path',
    title: 'a member writes the path of an admin route differently',
    async attempt({ shared }) {
      for (const path of ['/api/servers/tools/%72estart', '/api/%73ervers/tools/restart', '/API/servers/tools/restart']) {
        const { status } = await askShared(shared, path, 'mallory', { method: 'POST' })
        if (status < 400) return `${path} responded with ${status}`
      }
      return undefined
    },
  },
  {
    id: 'user-metrics',
    title: 'somebody behind the proxy reads health and metrics without being known',
    async attempt({ shared }) {
      for (const path of ['/healthz', '/readyz', '/metrics']) {
        const { status } = await ask(shared.port, path, { host: 'studio.test' })
        if (status === 200 || status === 503) return `${path} responded with ${status}`
      }
      return undefined
    },
  },
  {
    id: 'user-method-override',
    title: 'a member overrides the method of a request',
    async attempt({ shared }) {
      const { status } = await askShared(shared, '/api/servers/tools', 'mallory', {
        method: 'POST',
        headers: { 'x-http-method-override': 'DELETE' },
        body: '{}',
      })
      return status < 400 ? `the gateway responded with ${status}` : undefined
    },
  },
  {
    id: 'user-spoofed-header',
    title: 'a user names an admin in a second header',
    async attempt({ shared }) {
      const { status } = await ask(shared.port, '/api/servers/tools/restart', {
        host: 'studio.test',
        method: 'POST',
        headers: { authorization: `Bearer ${shared.secret}`, 'x-user': 'mallory, root' },
      })
      return status < 400 ? `the gateway responded with ${status}` : undefined
    },
  },
]
