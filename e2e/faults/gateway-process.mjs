import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('./gateway-node.mjs', import.meta.url))
const READY_TIMEOUT = 60_000
const EXIT_TIMEOUT = 20_000

/**
 * A gateway in a process of its own.
 * @typedef {Awaited<ReturnType<typeof startGateway>>} GatewayProcess
 */

/**
 * Starts a gateway; it listens when this resolves.
 * @param {object} options
 * @param {readonly string[]} [prefix] a command to run it with
 */
export async function startGateway(options, prefix = []) {
  const [command, ...args] = [...prefix, process.execPath, SCRIPT, JSON.stringify(options)]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  /** @type {Record<string, unknown>[]} */
  const log = []
  /** @type {{ port: number, secret: string }} */
  let address = { port: 0, secret: '' }
  /** @type {string | undefined} */
  let refusal
  const events = new Set()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line)
    if (said.log) log.push(said.log)
    else events.add(said.event)
    if (said.event === 'listening') address = said
    if (said.event === 'refused') refusal = said.reason
  })
  /** @param {string} event */
  const reached = async (event) => {
    for (const end = Date.now() + READY_TIMEOUT; !events.has(event); await sleep(10)) {
      if (child.exitCode !== null || child.signalCode) {
        // The last line may still be on its way.
        await sleep(50)
        throw new Error(refusal ?? `the gateway ended with ${child.exitCode ?? child.signalCode}`)
      }
      if (Date.now() > end) throw new Error(`the gateway was not ${event} within ${READY_TIMEOUT / 1000} s`)
    }
  }
  await reached('listening')
  return {
    get port() {
      return address.port
    },
    get secret() {
      return address.secret
    },
    get isAlive() {
      return child.exitCode === null && child.signalCode === null
    },
    log,
    /** Headers of each request. @type {Readonly<Record<string, string>>} */
    headers: {},
    pid: child.pid ?? 0,
    ready: () => reached('ready'),
    /** @param {NodeJS.Signals} signal */
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    /** SIGTERM; resolves to the milliseconds it took, and rejects when it did not end. */
    async end() {
      const start = Date.now()
      child.kill('SIGTERM')
      const ended = await Promise.race([exited.then(() => true), sleep(EXIT_TIMEOUT, false, { ref: false })])
      if (!ended) child.kill('SIGKILL')
      if (!ended) throw new Error(`SIGTERM did not end the gateway within ${EXIT_TIMEOUT / 1000} s`)
      return Date.now() - start
    },
  }
}

/**
 * The gateway for one of its users, whom a header names.
 * @param {GatewayProcess} gateway
 * @param {string} user
 * @returns {Promise<GatewayProcess>}
 */
export async function asUser(gateway, user) {
  const headers = { [USER_HEADER]: user }
  const page = await (await fetch(`http://localhost:${gateway.port}/`, { headers })).text()
  const secret = /name="casement-secret" content="([^"]+)"/.exec(page)?.[1] ?? ''
  return Object.create(gateway, { secret: { value: secret }, headers: { value: headers } })
}

const USER_HEADER = 'x-user'

/** Lets a header name the user of each request. */
export const AUTH_BY_HEADER = { type: 'header', header: USER_HEADER, proxies: ['127.0.0.1', '::1'] }

/**
 * One request of the API. Rejects when there is no response within the timeout.
 * @param {GatewayProcess} gateway
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {number} [timeout]
 */
export function call(gateway, method, path, body, timeout = 20_000) {
  return fetch(`http://localhost:${gateway.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${gateway.secret}`, 'content-type': 'application/json', ...gateway.headers },
    signal: AbortSignal.timeout(timeout),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** The state of a gateway's readiness. @param {GatewayProcess} gateway @returns {Promise<{ status: number, reason?: string }>} */
export async function readiness(gateway) {
  const response = await fetch(`http://localhost:${gateway.port}/readyz`, { signal: AbortSignal.timeout(5000) })
  return { status: response.status, reason: (await response.json().catch(() => ({}))).reason }
}

/**
 * Waits for a condition.
 * @param {string} what
 * @param {() => Promise<boolean>} isMet
 * @param {number} [timeout]
 */
export async function until(what, isMet, timeout = 30_000) {
  const start = Date.now()
  while (!(await isMet())) {
    if (Date.now() - start > timeout) throw new Error(`${what}: not within ${timeout / 1000} s`)
    await sleep(20)
  }
  return Date.now() - start
}
