import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'

const NODE = fileURLToPath(new URL('../../../e2e/gateway/node.mjs', import.meta.url))
const MB = 1024 * 1024

interface Started {
  readonly port: number
  readonly secret: string
  /** Resident memory in bytes. */
  readonly rss: () => number
}

async function start(): Promise<Started> {
  const child = spawn(process.execPath, [NODE, '{}'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  let listening: { port: number; secret: string } | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as { event: string; port: number; secret: string }
    if (said.event === 'listening') listening = said
    if (said.event === 'ready') break
  }
  if (!listening) throw new Error('the gateway ended before it was ready')
  const rss = (): number => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024
  return { ...listening, rss }
}

interface Sent {
  readonly path: string
  readonly host: string
  /** The repeated event. */
  readonly piece: string
  readonly bytes: number
  /** Whether the length is declared, or the body has no known end. */
  readonly isDeclared?: boolean
}

/** Sends a body for as long as the server reads it. Resolves with the status; 0 if the connection was closed before. */
function send({ port, secret }: Started, { path, host, piece, bytes, isDeclared = false }: Sent): Promise<number> {
  return new Promise((resolve) => {
    const chunk = Buffer.from(piece.repeat(Math.ceil((64 * 1024) / piece.length)))
    const total = Math.ceil(bytes / chunk.length) * chunk.length
    const [head, tail] = ['{"app":[', '0]}']
    let sent = 0
    let status = 0
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      method: path.includes('entries') ? 'PUT' : 'POST',
      agent: false,
      headers: {
        host,
        authorization: `Bearer ${secret}`,
        origin: `http://${host}`,
        'content-type': 'application/json',
        ...(isDeclared ? { 'content-length': String(head.length + total + tail.length) } : { 'transfer-encoding': 'chunked' }),
      },
    })
    asked.on('response', (response) => {
      status = response.statusCode ?? 0
      response.resume()
    })
    asked.on('error', () => {})
    asked.on('close', () => resolve(status))
    const write = (): void => {
      if (sent >= total || asked.destroyed || status !== 0) return void asked.end(tail)
      sent += chunk.length
      if (asked.write(chunk)) setImmediate(write)
      else asked.once('drain', write)
    }
    asked.write(head)
    write()
  })
}

/** The most memory that a gateway takes above that at rest, in MB, while something is done. */
async function growth({ rss }: Started, work: () => Promise<void>): Promise<number> {
  const before = rss()
  let highest = before
  const timer = setInterval(() => (highest = Math.max(highest, rss())), 10)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return Math.round((highest - before) / MB)
}

// The memory is that which Linux reports.
describe.runIf(process.platform === 'linux')('memory', { timeout: 240_000 }, () => {
  test('a body of 150 MB is refused while it is read, on every route', async () => {
    const gateway = await start()
    const page = `casement.localhost:${gateway.port}`
    const sandbox = `sandbox.casement.localhost:${gateway.port}`
    const grown = await growth(gateway, async () => {
      for (const path of [
        '/api/conversations',
        '/api/conversations/c/entries/e',
        '/api/views/v/state/k',
        '/sandbox/mint',
        '/mcp/x',
        '/api/x',
      ])
        expect([0, 404, 413]).toContain(await send(gateway, { path, host: page, piece: 'a', bytes: 150 * MB }))
      expect([0, 403, 413]).toContain(await send(gateway, { path: '/report/x', host: sandbox, piece: 'a', bytes: 150 * MB }))
    })
    expect(grown).toBeLessThan(200)
  })

  test('four bodies at once, of values that take more memory than bytes, do not add up', async () => {
    const gateway = await start()
    const host = `casement.localhost:${gateway.port}`
    const grown = await growth(gateway, async () => {
      const body = { path: '/sandbox/mint', host, piece: '[],', bytes: 23 * MB, isDeclared: true }
      const statuses = await Promise.all(Array.from({ length: 4 }, () => send(gateway, body)))
      expect(statuses.every((status) => [0, 413, 503].includes(status))).toBe(true)
    })
    expect(grown).toBeLessThan(300)
  })
})
