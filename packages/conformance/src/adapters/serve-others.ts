import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundlePage, pageHtml } from './bundle-page.ts'
import type { HostUnderTest } from './host-under-test.ts'
import { serveProxy } from './serve-proxy.ts'

/** The official `AppBridge` in a page after the reference host; `@modelcontextprotocol/ext-apps` must be installed. */
export const serveOfficialHost = (): Promise<HostUnderTest> => serveOther('official', 'official-page')

/** `AppRenderer` of `@mcp-ui/client`, which must be installed, and React with it. */
export const serveMcpUiHost = (): Promise<HostUnderTest> => serveOther('mcp-ui', 'mcp-ui-page')

async function serveOther(name: string, page: string): Promise<HostUnderTest> {
  const script = await bundlePage(page)
  const proxy = await serveProxy()
  const server = createServer(({ url = '/' }, response) => {
    const isScript = url === '/page.js'
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.setHeader('Cache-Control', 'max-age=600')
    response.end(isScript ? script : pageHtml('/page.js'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    name,
    url: `http://host.localhost:${port}/?${new URLSearchParams({ proxy: proxy.url })}`,
    async close() {
      await proxy.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
