import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The rest of the web, on loopback: every name that ends in `.localhost` is one of its sites. */
export interface Outside {
  readonly port: number
  /** The origin of one of its sites. */
  readonly origin: (name: string) => string
  /** True when a path of a site was asked for: the one proof that something got out. */
  wasAsked(url: string): boolean
  close(): Promise<void>
}

/** Opens the outside. It answers everything with an empty script, which is good enough: what counts is whether it was asked. */
export async function openOutside(): Promise<Outside> {
  const asked = new Set<string>()
  const server = createServer(({ headers, url = '' }, response) => {
    asked.add(`http://${headers.host ?? ''}${url}`)
    response.writeHead(200, { 'Content-Type': typeOf(url), 'Access-Control-Allow-Origin': '*' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: (name) => `http://${name}.localhost:${port}`,
    wasAsked: (url) => asked.has(url),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const TYPES: Readonly<Record<string, string>> = {
  script: 'text/javascript',
  style: 'text/css',
  frame: 'text/html',
  object: 'text/html',
  link: 'text/html',
}

const typeOf = (path: string): string => TYPES[path.split('/').at(-1) ?? ''] ?? 'application/octet-stream'
