// A static site on one loopback port with as many origins as a test needs: <label>.localhost resolves to loopback in every browser.
import { createServer } from 'node:http'

/**
 * @typedef {object} Document
 * @property {string} body
 * @property {string} [type]
 * @property {Record<string, string>} [headers]
 * @property {boolean} [isPlain] Served without `Origin-Agent-Cluster`, as by a server that does not know the header.
 */

/**
 * @typedef {object} Site
 * @property {(label: string, path: string, document: Document) => string} serve Puts a document on `<label>.localhost` and returns its URL.
 * @property {(label: string, path?: string) => string} url
 * @property {() => Promise<void>} close
 */

/**
 * Starts an empty site. Unknown paths are a 404, and a document is served only under its own label.
 * @returns {Promise<Site>}
 */
export async function startSite() {
  /** @type {Map<string, Document>} */
  const documents = new Map()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const label = (request.headers.host ?? '').split('.localhost')[0]
    const document = documents.get(`${label}${pathname}`)
    if (document === undefined) {
      // Browsers request an icon automatically; a 404 for it would show in every console.
      response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end()
      return
    }
    const { body, type = 'text/html; charset=utf-8', headers, isPlain = false } = document
    if (!isPlain) response.setHeader('origin-agent-cluster', '?1')
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...headers })
    response.end(body)
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  /** @type {Site['url']} */
  const url = (label, path = '') => `http://${label}.localhost:${port}${path}`
  return {
    url,
    serve(label, path, document) {
      documents.set(`${label}${path}`, document)
      return url(label, path)
    },
    close() {
      server.closeAllConnections()
      return new Promise((closed) => void server.close(() => closed(undefined)))
    },
  }
}
