import { serveSandbox } from 'casement/sandbox/node'
import { answerPage, bundlePage } from './bundle-page.ts'
import type { HostUnderTest } from './host-under-test.ts'
import { serveProxy } from './serve-proxy.ts'

const HTML = { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Origin-Agent-Cluster': '?1' } }

/** Our own host: `mountApp` of `casement/host` and the sandbox of `casement/sandbox`, both in their usual set-up. */
export async function serveCasementHost(): Promise<HostUnderTest> {
  const script = await bundlePage('casement-page')
  const proxy = await serveProxy()
  const served = await serveSandbox({
    page: (request) =>
      answerPage(request, script) ??
      // On the origin of the page itself, where no proxy should be: for the host that is broken in that way.
      (new URL(request.url).pathname === '/proxy' ? new Response(proxy.html, HTML) : new Response(undefined, { status: 404 })),
  })
  const url = `${served.hostOrigin}/`
  return {
    name: 'casement',
    url,
    broken: (mutant) => `${url}?${new URLSearchParams({ mutant, proxy: proxy.url })}`,
    async close() {
      await served.close()
      await proxy.close()
    },
  }
}
