import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundlePage } from './bundle-page.ts'

type Csp = Readonly<Record<string, readonly string[] | undefined>>

/** A running sandbox proxy. */
export interface ServedProxy {
  /** Supports `?csp=<JSON>`, and `&flaw=<name>` for deliberately broken proxies. */
  readonly url: string
  /** Its document. */
  readonly html: string
  close(): Promise<void>
}

/** Serves a sandbox proxy in the manner of the reference host: the policy in the headers, the View written into an inner frame. */
export async function serveProxy(): Promise<ServedProxy> {
  const script = (await bundlePage('proxy-page')).replaceAll('</script', '<\\/script')
  const html = `<!doctype html><html><head><meta charset="utf-8"><style>body{margin:0}</style></head><body><script type="module">${script}</script></body></html>`
  const server = createServer(({ url = '/' }, response) => {
    const query = new URL(url, 'http://localhost').searchParams
    const csp = query.get('csp')
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('Origin-Agent-Cluster', '?1')
    if (query.get('flaw') !== 'no-policy')
      response.setHeader('Content-Security-Policy', policyOf(csp ? (JSON.parse(csp) as Csp) : undefined))
    response.end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://proxy.localhost:${port}/`,
    html,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const list = (directive: string, sources: readonly string[], otherwise: string): string =>
  `${directive} ${sources.join(' ') || otherwise}`

/** The policy that the specification constructs. */
function policyOf(csp: Csp | undefined): string {
  const clean = (name: string): string[] => (csp?.[name] ?? []).filter((entry) => !/[\s;,'"]/.test(entry))
  const resources = clean('resourceDomains').join(' ')
  return [
    "default-src 'none'",
    `script-src 'self' 'unsafe-inline' ${resources}`,
    `style-src 'self' 'unsafe-inline' ${resources}`,
    `img-src 'self' data: ${resources}`,
    `media-src 'self' data: ${resources}`,
    list('connect-src', [...(csp ? ["'self'"] : []), ...clean('connectDomains')], "'none'"),
    ...(csp ? [`font-src 'self' ${resources}`] : []),
    list('frame-src', clean('frameDomains'), "'none'"),
    "object-src 'none'",
    list('base-uri', clean('baseUriDomains'), "'self'"),
  ].join('; ')
}
