import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSandboxHandler, type SandboxHandler } from '../handler.ts'
import { createMintEndpoint } from '../tickets/mint-endpoint.ts'
import type { SandboxOptions } from '../options.ts'
import { fetchListener, type FetchHandler, toNodeListener } from './node-listener.ts'

/** Options of the development server. */
export interface ServeSandboxOptions extends Partial<Omit<SandboxOptions, 'domain' | 'protocol'>> {
  /** Default: a free port. */
  readonly port?: number
  /** The domain of the sandbox. Default: `casement.localhost`, which browsers resolve to this machine. */
  readonly name?: string
  /** Responds to requests for the host page itself, at `http://casement.localhost:<port>` and `http://localhost:<port>`. */
  readonly page?: FetchHandler
}

/** A running development server. */
export interface ServedSandbox {
  readonly handler: SandboxHandler
  readonly port: number
  /** The origin of `page`, which is one of the host origins. */
  readonly hostOrigin: string
  /** For `mintingSandbox(url)`. */
  readonly mintUrl: string
  close(): Promise<void>
}

/** Serves a sandbox for development on the loopback interface: proxy, apps and tickets on one port, without configuration. */
export async function serveSandbox(options: ServeSandboxOptions = {}): Promise<ServedSandbox> {
  const { port: requestedPort = 0, name = 'casement.localhost', page, hostOrigins = [], secret, ...rest } = options
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(requestedPort, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const hostOrigin = `http://${name}:${port}`
  const handler = createSandboxHandler({
    ...rest,
    secret: secret ?? randomBytes(32),
    domain: `${name}:${port}`,
    protocol: 'http',
    // The same page on another site, which cookies of Views do not reach.
    hostOrigins: [...new Set([hostOrigin, `http://localhost:${port}`, ...hostOrigins])],
  })
  const mint = createMintEndpoint(handler)
  const own = fetchListener((request) => {
    if (new URL(request.url).pathname === '/casement/mint') return mint(request)
    return page ? page(request) : new Response('A Casement sandbox for development\n', { status: 404 })
  })
  const sandbox = toNodeListener(handler)
  server.on('request', (request, response) => sandbox(request, response, () => own(request, response)))
  return {
    handler,
    port,
    hostOrigin,
    mintUrl: `${hostOrigin}/casement/mint`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}
