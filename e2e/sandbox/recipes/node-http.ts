// server.ts
import { createServer } from 'node:http'
import { createMintEndpoint, createSandboxHandler } from 'casement/sandbox'
import { fetchListener, toNodeListener } from 'casement/sandbox/node'

const { PORT = '4400', SECRET = '', DOMAIN = '', HOST_ORIGIN = '' } = process.env
const sandbox = createSandboxHandler({ secret: SECRET, domain: DOMAIN, hostOrigins: [HOST_ORIGIN] })
const views = toNodeListener(sandbox)
const tickets = fetchListener(createMintEndpoint(sandbox))

const server = createServer((request, response) =>
  views(request, response, () => {
    if (request.url === '/casement/mint') tickets(request, response)
    else response.writeHead(404).end()
  }),
)
server.listen(Number(PORT), '127.0.0.1')
