import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { ConversationDetail } from '@casement/gateway/api'

/** A gateway in a process of its own. */
export interface GatewayProcess {
  readonly port: number
  readonly secret: string
  /** When its database is open. */
  readonly ready: Promise<void>
  /** `kill -9`, and waits until it is gone. */
  kill(): Promise<void>
  /** Asks it to end, and says how it did. */
  end(): Promise<number | null>
}

const SCRIPT = fileURLToPath(new URL('./node.mjs', import.meta.url))

/** Starts a gateway; it listens when this resolves. */
export async function startGateway(options: object): Promise<GatewayProcess> {
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit') as Promise<[number | null]>
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const lines = createInterface({ input: child.stdout })
  const heard = (event: string): Promise<{ port: number; secret: string }> =>
    new Promise((resolve, reject) => {
      lines.on('line', (line) => {
        const said = JSON.parse(line) as { event: string; port: number; secret: string }
        if (said.event === event) resolve(said)
      })
      child.once('exit', (code) => reject(new Error(`the gateway ended with ${code} before it was ${event}`)))
    })
  const ready = heard('ready').then(() => undefined)
  // A test that kills it first does not wait for this.
  ready.catch(() => {})
  const { port, secret } = await heard('listening')
  return {
    port,
    secret,
    ready,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async end() {
      child.kill('SIGTERM')
      return (await exited)[0]
    },
  }
}

/** One request of the API. Rejects when there is no response. */
export function call(gateway: GatewayProcess, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`http://localhost:${gateway.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${gateway.secret}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Writes an entry; true when the gateway said that it is durable. */
export async function writeEntry(gateway: GatewayProcess, conversation: string, id: string): Promise<boolean> {
  const entry = { kind: 'message', id, at: 1, role: 'user', by: 'person', content: [{ type: 'text', text: `text of ${id}` }] }
  try {
    return (await call(gateway, 'PUT', `/api/conversations/${conversation}/entries/${id}`, entry)).status === 204
  } catch {
    return false
  }
}

/** The texts of a conversation by the id of their entry. */
export async function readTexts(gateway: GatewayProcess, conversation: string): Promise<Map<string, unknown>> {
  const response = await call(gateway, 'GET', `/api/conversations/${conversation}`)
  const { entries } = (await response.json()) as ConversationDetail
  return new Map(entries.map((entry) => [entry.id, entry.kind === 'message' ? entry.content[0] : undefined]))
}

/** The expected state of a conversation after these entries were acknowledged. */
export const missing = (acknowledged: Iterable<string>, found: Map<string, unknown>): string[] =>
  [...acknowledged].filter((id) => JSON.stringify(found.get(id)) !== JSON.stringify({ type: 'text', text: `text of ${id}` }))
