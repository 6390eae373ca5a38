import { setTimeout as sleep } from 'node:timers/promises'
import { call } from './gateway-process.mjs'

/** @typedef {import('./gateway-process.mjs').GatewayProcess} GatewayProcess */

// No request may hang longer than this, whatever the database does.
const RESPONSE_BOUND = 20_000

/**
 * Writes entries until it is stopped, and remembers which were acknowledged.
 * @param {() => GatewayProcess} pick the gateway of the next request
 * @param {{ conversation: string, prefix: string, writers?: number, size?: number }} options
 */
export function startWriters(pick, { conversation, prefix, writers = 16, size = 0 }) {
  /** @type {string[]} */
  const acknowledged = []
  /** @type {Map<string, number>} */
  const refusals = new Map()
  const stopping = new AbortController()
  let turn = 0
  let slowest = 0
  let hung = 0
  let lastSuccess = Date.now()
  let outage = 0

  async function write() {
    while (!stopping.signal.aborted) {
      const id = `${prefix}-${turn++}`
      const start = Date.now()
      const answer = await put(pick(), conversation, id, size)
      slowest = Math.max(slowest, Date.now() - start)
      if (Date.now() - start >= RESPONSE_BOUND) hung++
      if (answer === 'acknowledged') {
        acknowledged.push(id)
        outage = Math.max(outage, Date.now() - lastSuccess)
        lastSuccess = Date.now()
      } else {
        refusals.set(answer, (refusals.get(answer) ?? 0) + 1)
        await sleep(20)
      }
    }
  }
  const running = Promise.all(Array.from({ length: writers }, write))
  return {
    acknowledged,
    refusals,
    get slowest() {
      return slowest
    },
    get hung() {
      return hung
    },
    /** The longest time without a successful write, in milliseconds. */
    get outage() {
      return outage
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** @param {GatewayProcess} gateway @param {string} conversation @param {string} id @param {number} size */
async function put(gateway, conversation, id, size) {
  const text = `text of ${id} ${noise(size)}`
  const entry = { kind: 'message', id, at: 1, role: 'user', by: 'person', content: [{ type: 'text', text }] }
  try {
    const response = await call(gateway, 'PUT', `/api/conversations/${conversation}/entries/${id}`, entry, RESPONSE_BOUND)
    if (response.status === 204) return 'acknowledged'
    const { error } = await response.json().catch(() => ({}))
    return `${response.status} ${error?.message ?? ''}`
  } catch (error) {
    const { name, cause } = /** @type {Error & { cause?: { code?: string } }} */ (error)
    return `no response (${cause?.code ?? name})`
  }
}

/** Text that does not compress. @param {number} size */
function noise(size) {
  let text = ''
  while (text.length < size) text += Math.random().toString(36).slice(2)
  return text
}

/** The ids of the entries in a conversation. @param {GatewayProcess} gateway @param {string} conversation */
export async function readIds(gateway, conversation) {
  const response = await call(gateway, 'GET', `/api/conversations/${conversation}`)
  if (response.status !== 200) throw new Error(`reading the conversation: ${response.status} ${await response.text()}`)
  const { entries } = await response.json()
  return new Set(entries.map((/** @type {{ id: string }} */ { id }) => id))
}

/** The acknowledged entries that a gateway does not have. @param {readonly string[]} acknowledged @param {GatewayProcess} gateway @param {string} conversation */
export async function lost(acknowledged, gateway, conversation) {
  const found = await readIds(gateway, conversation)
  return acknowledged.filter((id) => !found.has(id))
}
