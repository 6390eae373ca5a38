import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Simulates external sites on loopback: every name below `.localhost` is one of them. */
export interface Outside {
  readonly port: number
  /** The origin of one of its sites. */
  readonly origin: (name: string) => string
  /** True if a path of a site was requested, which proves that a request left the View. */
  wasAsked(url: string): boolean
  close(): Promise<void>
}

/** Starts the external sites. They respond with an empty script, because only the requests count. */
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
