// One case as a real server over HTTP, without sessions and with plain JSON for an answer. It prints where it is, and
// ends with its input.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createAnswers } from './answers.mjs'

const { app, answer } = await createAnswers(process.argv[2] ?? '')

/** @param {import('node:http').IncomingMessage} request @param {string} body @returns {import('./app-parts.mjs').Reply} */
function replyTo({ method: verb = 'GET', url: path = '/', headers }, body) {
  const message = body ? JSON.parse(body) : undefined
  const early = app.http?.({ verb, path, headers, method: message?.method })
  if (early?.status) return early
  if (path.replace(/\/$/, '') !== '/mcp') return { status: 404 }
  if (verb !== 'POST') return { status: 405, headers: { allow: 'POST' } }
  if (message.id === undefined) return { status: 202 }
  return {
    status: 200,
    headers: { 'content-type': 'application/json', ...early?.headers },
    body: JSON.stringify(answer(message)),
  }
}

const server = createServer((request, response) => {
  void text(request)
    .then((body) => replyTo(request, body))
    .then(({ status = 200, headers, body, hang }) => {
      response.writeHead(status, headers)
      return hang ? response.flushHeaders() : response.end(body)
    })
})
// A client on a busy machine may come back late, and would find its connection closed.
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('Listening nowhere')
  process.stdout.write(`http://127.0.0.1:${address.port}/mcp\n`)
})
process.stdin.resume().on('end', () => {
  server.closeAllConnections()
  server.close()
})
