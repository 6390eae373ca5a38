// Starts a server of the comparison and the load generator, and measures one with the other.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** @typedef {'2025-11-25' | '2026-07-28'} Revision */
/** @typedef {{ name?: string, uri?: string, arguments?: object }} Params */
/** @typedef {{ revision: Revision, method: string, params: Params }} RpcRequest */
/**
 * @typedef {object} Figures
 * @property {number} rate Requests per second.
 * @property {number} cpu Milliseconds of the server's processor time per request.
 * @property {number} serverLoad Cores that the server process used.
 * @property {number} generatorLoad Cores that the load generator used.
 * @property {number} p99 Milliseconds within which 99 % of the responses arrived.
 */
/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */
/** @typedef {Awaited<ReturnType<typeof startGenerator>>} Generator */

const CONNECTIONS = 16
const SECONDS = 1

/**
 * @param {string} name A file of this folder, without its extension.
 * @param {readonly string[]} [args]
 */
export async function startServer(name, args) {
  const child = start(name, args)
  const [{ url, headers }] = await once(child, 'message')
  return {
    /** @type {string} */
    url,
    /** Headers that each request needs. @type {Record<string, string>} */
    headers,
    /** The processor time that the server has used, in seconds. */
    async cpuSeconds() {
      child.send('cpu')
      const [{ user, system }] = await once(child, 'message')
      return (user + system) / 1e6
    },
    close: () => stop(child),
  }
}

export async function startGenerator() {
  const child = start('load-generator')
  await once(child, 'message')
  return {
    /**
     * @param {import('./load-generator.mjs').Load} load
     * @returns {Promise<import('./load-generator.mjs').Sent>}
     */
    async run(load) {
      child.send(load)
      const [sent] = await once(child, 'message')
      return sent
    },
    close: () => stop(child),
  }
}

/**
 * @param {Generator} generator
 * @param {Server} server
 * @param {RpcRequest} request
 * @param {{ workers?: number, connections?: number, seconds?: number }} [options]
 * @returns {Promise<Figures>}
 */
export async function measure(generator, server, request, options = {}) {
  const { workers = 1, connections = CONNECTIONS, seconds = SECONDS } = options
  const load = { url: server.url, headers: { ...headersOf(request), ...server.headers }, body: bodyOf(request) }
  await checkResponse(load)
  const before = await server.cpuSeconds()
  const sent = await generator.run({ ...load, connections, seconds, workers })
  const used = (await server.cpuSeconds()) - before
  if (sent.failed > 0 || sent.requests === 0)
    throw new Error(`${request.method}: ${sent.failed} of ${sent.requests} requests failed`)
  return {
    rate: sent.requests / sent.seconds,
    cpu: (used * 1000) / sent.requests,
    serverLoad: used / sent.seconds,
    generatorLoad: sent.cpuSeconds / sent.seconds,
    p99: sent.p99,
  }
}

/** @param {string} name @param {readonly string[]} [args] */
const start = (name, args = []) =>
  fork(fileURLToPath(new URL(`${name}.mjs`, import.meta.url)), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })

/** @param {import('node:child_process').ChildProcess} child */
async function stop(child) {
  const exited = once(child, 'exit')
  child.disconnect()
  await exited
}

/**
 * autocannon counts responses without reading them, so one response is read before each load.
 * @param {{ url: string, headers: Record<string, string>, body: string }} load
 */
async function checkResponse({ url, headers, body }) {
  const response = await fetch(url, { method: 'POST', headers, body })
  const text = await response.text()
  if (response.status !== 200 || !text.includes('"result"')) throw new Error(`${response.status}: ${text.slice(0, 200)}`)
}

/** @param {RpcRequest} request @returns {Record<string, string>} */
function headersOf({ revision, method, params }) {
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'Mcp-Protocol-Version': revision,
  }
  if (revision === '2025-11-25') return headers
  const name = params.name ?? params.uri
  return { ...headers, 'Mcp-Method': method, ...(name === undefined ? {} : { 'Mcp-Name': name }) }
}

/** @param {RpcRequest} request */
function bodyOf({ revision, method, params }) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: revision === '2025-11-25' ? params : { ...params, _meta } })
}
