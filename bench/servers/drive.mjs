// Starts a server of the comparison and sends it requests of either era of MCP.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'

const AT_ONCE = 8

/** @typedef {'2025-11-25' | '2026-07-28'} Era */
/** @typedef {{ name?: string, uri?: string, arguments?: object }} Params */
/** @typedef {{ rate: number, cpu: number }} Figures Requests per second, and milliseconds of the server's processor per request. */

/** @param {string} name */
export async function startServer(name) {
  const child = fork(fileURLToPath(new URL(`${name}.mjs`, import.meta.url)), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [url] = await once(child, 'message')
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const used = async () => {
    child.send('cpu')
    const [{ user, system }] = await once(child, 'message')
    return (user + system) / 1_000
  }
  return {
    /** @param {Era} era @param {string} method @param {Params} params @param {number} count @returns {Promise<Figures>} */
    async load(era, method, params, count) {
      const options = { agent, method: 'POST', headers: headersOf(era, method, params) }
      const body = bodyOf(era, method, params)
      const before = await used()
      const start = performance.now()
      let left = count
      const worker = async () => {
        while (left-- > 0) await send(url, options, body)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      const seconds = (performance.now() - start) / 1_000
      return { rate: count / seconds, cpu: ((await used()) - before) / count }
    },
    async close() {
      agent.destroy()
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** @param {Era} era @param {string} method @param {Params} params @returns {Record<string, string>} */
function headersOf(era, method, params) {
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'Mcp-Protocol-Version': era,
  }
  if (era === '2025-11-25') return headers
  const name = params.name ?? params.uri
  return { ...headers, 'Mcp-Method': method, ...(name === undefined ? {} : { 'Mcp-Name': name }) }
}

/** @param {Era} era @param {string} method @param {Params} params */
function bodyOf(era, method, params) {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: era === '2025-11-25' ? params : { ...params, _meta: envelope },
  })
}

/** @param {string} url @param {import('node:http').RequestOptions} options @param {string} body @returns {Promise<void>} */
function send(url, options, body) {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      let size = 0
      let start = ''
      response.on('data', (chunk) => {
        size += chunk.length
        if (start === '') start = String(chunk).slice(0, 200)
      })
      response.on('end', () => {
        if (response.statusCode === 200 && size > 60 && start.includes('"result"')) resolve()
        else reject(new Error(`${response.statusCode}: ${start}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
