import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { buildIsCurrent, root } from '../scripts/setup.mjs'

/** A port that is taken for as long as the test runs. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test(
  'npm start serves what is built, next to a taken port, for this machine only, and ends cleanly',
  { timeout: 120_000 },
  async () => {
    expect(buildIsCurrent(), 'what is in dist is old: npm run build').toBe(true)
    const port = await takenPort()
    const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env: { ...process.env, PORT: String(port) } })
    onTestFinished(() => void child.kill('SIGKILL'))
    const lines: string[] = []
    for await (const line of createInterface(child.stdout)) {
      lines.push(line)
      if (line.startsWith('ready')) break
    }
    const address = /http:\S+/.exec(lines.at(-1) ?? '')?.[0] ?? ''
    expect(lines.slice(0, 3)).toEqual(['dependencies: up to date', 'build: up to date', `port ${port} is taken, trying the next`])

    const page = await fetch(address)
    expect(await page.text()).toContain('<code>casement/protocol</code>')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const script = await fetch(new URL('/packages/casement/dist/protocol/peer.js', address))
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    const outside = [
      '/package.json',
      '/packages/casement/dist/..%2fpackage.json',
      '/packages/casement/dist/../package.json',
      '/missing',
    ]
    const statuses = await Promise.all(outside.map(async (path) => (await fetch(new URL(path, address))).status))
    expect(statuses).toEqual([404, 404, 404, 404])

    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([0, null])
  },
)
