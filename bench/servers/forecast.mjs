// The app that every server of the comparison serves: three tools and a View of 300 KB.
import * as z from 'zod'

export const INFO = { name: 'bench', version: '1.0.0' }
export const URI = 'ui://bench/view.html'
export const HTML = `<!doctype html><html><body><script>${'const data = "a line of code, more or less";\n'.repeat(6_700)}</script></body></html>`
export const INPUT = z.object({ city: z.string(), days: z.number().int().min(1).max(14).optional() })
export const OUTPUT = z.object({ city: z.string(), degrees: z.array(z.number()) })
export const CSP = { connectDomains: ['https://api.example.com'] }
export const NAMES = ['forecast', 'history', 'compare']

/** @param {{ city: string, days?: number | undefined }} input */
export const forecast = ({ city, days = 3 }) => ({
  text: `The next ${days} days in ${city}`,
  data: { city, degrees: Array.from({ length: days }, (_, day) => 20 + day) },
})

/**
 * @param {import('node:http').Server} server
 * @returns {Promise<string>} The URL of the MCP endpoint.
 */
export function listen(server) {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/mcp`)
    })
  })
}

/**
 * Sends the URL of the server to the parent process, and its processor time on request.
 * @param {string} url
 * @param {Record<string, string>} [headers] Headers that each request needs.
 * @param {() => unknown} [close] Runs before the process ends.
 */
export function report(url, headers = {}, close = () => {}) {
  process.on('message', () => process.send?.(process.cpuUsage()))
  process.on('disconnect', async () => {
    await close()
    process.exit()
  })
  process.send?.({ url, headers })
}
