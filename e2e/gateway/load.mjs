// Sends tool calls over kept-alive connections, one at a time on each, until the server accepts no more: node load.mjs '{"url":
// …}' Prints a line after the first responses, and at the end how the requests ended.
import { Agent, request } from 'node:http'

const { url, headers, connections } = JSON.parse(process.argv[2] ?? '{}')
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow', arguments: {} } })
/** @type {{ ok: number, refused: number, failed: string[] }} */
const counts = { ok: 0, refused: 0, failed: [] }

/** @param {Agent} agent @returns {Promise<boolean>} Whether to go on. */
const call = (agent) =>
  new Promise((resolve) => {
    const sent = request(url, { agent, method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) } })
    sent.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      response.once('end', () => {
        if (response.statusCode === 200 && text.includes('"result"')) counts.ok++
        else counts.failed.push(`${response.statusCode} ${text.slice(0, 200)}`)
        resolve(true)
      })
      response.once('error', (error) => {
        counts.failed.push(error.message)
        resolve(false)
      })
    })
    sent.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      // A connection that was never accepted carries no request that was.
      if (sent.reusedSocket) counts.failed.push(`${error.message} on a connection that was in use`)
      else counts.refused++
      resolve(false)
    })
    sent.end(body)
  })

await Promise.all(
  Array.from({ length: connections }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (await call(agent)) if (counts.ok === 50) process.stdout.write('{"event":"busy"}\n')
    agent.destroy()
  }),
)
process.stdout.write(`${JSON.stringify({ event: 'done', ...counts })}\n`)
