import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSandboxHandler, type SandboxHandler } from '../handler.ts'
import { createMintEndpoint } from '../mint-endpoint.ts'
import type { SandboxOptions } from '../options.ts'
import { fetchListener, type FetchHandler, toNodeListener } from './node-listener.ts'

/** What the development server can be told. */
export interface ServeSandboxOptions extends Partial<Omit<SandboxOptions, 'domain' | 'protocol'>> {
  /** Default: one that is free. */
  readonly port?: number
  /** The name that everything lives below. Default `casement.localhost`, which browsers resolve by themselves. */
  readonly name?: string
  /** Answers what is for the host page itself, at `http://casement.localhost:<port>` and `http://localhost:<port>`. */
  readonly page?: FetchHandler
}

/** A sandbox that listens on this machine. */
export interface ServedSandbox {
  readonly handler: SandboxHandler
  readonly port: number
  /** Where `page` answers; one of the host origins. */
  readonly hostOrigin: string
  /** For `mintingSandbox(url)`. */
  readonly mintUrl: string
  close(): Promise<void>
}

/** Serves a sandbox for development, on loopback and with nothing to configure: proxy, apps and tickets on one port. */
export async function serveSandbox(options: ServeSandboxOptions = {}): Promise<ServedSandbox> {
  const { port: wanted = 0, name = 'casement.localhost', page, hostOrigins = [], secret, ...rest } = options
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(wanted, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const hostOrigin = `http://${name}:${port}`
  const handler = createSandboxHandler({
    ...rest,
    secret: secret ?? randomBytes(32),
    domain: `${name}:${port}`,
    protocol: 'http',
    // The same page as another site, where cookies of Views do not reach it.
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
