// npm start: sets up, then serves a page on this machine that shows what is here. The Studio takes its place.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { runScript } from './run-script.mjs'
import { ensureBuild, ensureDependencies, root, say } from './setup.mjs'
import { renderPage } from './start-page.mjs'

const FIRST_PORT = Number(process.env['PORT'] ?? 3210)
const SERVED = /^\/(scripts\/start-demo\.mjs|packages\/[\w-]+\/dist\/[\w./-]+\.(js|map|json))$/
const TYPES = /** @type {Record<string, string>} */ ({
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
})
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/**
 * @param {string} url
 * @returns {Promise<{ type: string, body: string | Buffer } | undefined>}
 */
async function answer(url) {
  const path = normalize(new URL(url, 'http://localhost').pathname)
  if (path === '/') return { type: 'text/html', body: renderPage() }
  if (!SERVED.test(path)) return undefined
  const body = await readFile(join(root, path)).catch(() => undefined)
  return body && { type: TYPES[extname(path)] ?? 'application/json', body }
}

const server = createServer(async (request, response) => {
  const found = await answer(request.url ?? '/').catch(() => undefined)
  response.writeHead(found ? 200 : 404, { ...HEADERS, 'content-type': `${found?.type ?? 'text/plain'}; charset=utf-8` })
  response.end(found?.body ?? 'Not found\n')
})

/**
 * Listens on the first free port, for this machine only.
 * @param {number} port
 * @returns {Promise<number>}
 */
function listen(port) {
  return new Promise((resolve, reject) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code !== 'EADDRINUSE' || port >= FIRST_PORT + 100) return reject(error)
      say(`port ${port} is taken, trying the next`)
      resolve(listen(port + 1))
    })
    server.listen(port, '127.0.0.1', () => {
      server.removeAllListeners('error')
      resolve(port)
    })
  })
}

function stop() {
  server.close()
  server.closeAllConnections()
}

await runScript(async () => {
  ensureDependencies()
  await ensureBuild()
  const port = await listen(FIRST_PORT)
  say(`ready: http://localhost:${port} (Ctrl-C ends it)`)
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
})
