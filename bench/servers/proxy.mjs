// A bare HTTP proxy: it forwards each request as it is over kept-alive connections, and looks at nothing.
import { Agent, createServer, request as send } from 'node:http'
import { listen, report } from './forecast.mjs'

const target = new URL(process.argv[2] ?? '')
const agent = new Agent({ keepAlive: true })

const server = createServer((incoming, response) => {
  const { method, headers } = incoming
  const forwarded = send(target, { agent, method, headers: { ...headers, host: target.host } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  forwarded.on('error', () => response.destroy())
  incoming.pipe(forwarded)
})
report(await listen(server))
