import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { ServerEntry } from '@casement/gateway/api'
import { startGateway } from './gateway-process.ts'

interface Ended {
  readonly ok: number
  readonly refused: number
  readonly failed: readonly string[]
}

const CONNECTIONS = 10

function start(script: string, argument: object = {}): { child: ChildProcess; heard<T>(event: string): Promise<T> } {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [path, JSON.stringify(argument)], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const said = new Map<string, unknown>()
  lines.on('line', (line) => {
    const message = JSON.parse(line) as { event: string }
    said.set(message.event, message)
  })
  return {
    child,
    async heard<T>(event: string) {
      await expect.poll(() => said.get(event), { timeout: 60_000, interval: 5 }).toBeDefined()
      return said.get(event) as T
    },
  }
}

/** The load must not start before the server is connected. */
async function stateOfServer({ port, secret }: { readonly port: number; readonly secret: string }): Promise<string | undefined> {
  const response = await fetch(`http://localhost:${port}/api/servers`, { headers: { authorization: `Bearer ${secret}` } })
  const [server] = (await response.json()) as ServerEntry[]
  return server?.state.status
}

test(
  'SIGTERM under load: every request that was accepted gets its result, and new connections are refused',
  { timeout: 120_000 },
  async () => {
    const { url } = await start('./slow-server.mjs').heard<{ url: string }>('listening')
    const gateway = await startGateway({ servers: { slow: { url } } })
    await gateway.ready
    await expect.poll(() => stateOfServer(gateway)).toBe('ready')
    const load = start('./load.mjs', {
      url: `http://localhost:${gateway.port}/mcp/slow`,
      connections: CONNECTIONS,
      headers: {
        authorization: `Bearer ${gateway.secret}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
    })
    await load.heard('busy')
    const begin = performance.now()
    expect(await gateway.end()).toBe(0)
    const took = performance.now() - begin
    const { ok, refused, failed } = await load.heard<Ended>('done')
    expect(failed).toEqual([])
    expect(refused).toBe(CONNECTIONS)
    expect(ok).toBeGreaterThanOrEqual(50)
    // It does not wait for callers that go on sending.
    expect(took).toBeLessThan(9000)
  },
)
