/**
 * A site that shows a View: a static page of Astro with a React island, which is rendered once without a window and once in one.
 * @param {string} tarball Where the library is.
 * @returns {Readonly<Record<string, string>>}
 */
export const astroProject = (tarball) => ({
  'package.json': JSON.stringify({
    name: 'consumer-astro',
    private: true,
    type: 'module',
    dependencies: {
      '@astrojs/react': '4.4.2',
      astro: '5.18.2',
      casement: `file:${tarball}`,
      react: '19.3.1',
      'react-dom': '19.3.1',
    },
  }),
  'astro.config.mjs': `
    import react from '@astrojs/react'
    export default { integrations: [react()], devToolbar: { enabled: false } }`,
  'src/pages/index.astro': `---
import { Clock } from '../components/clock.tsx'
---
<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Clock</title><link rel="icon" href="data:," /></head>
  <body><h1>What time is it?</h1><Clock client:load /></body>
</html>
`,
  'src/components/clock.tsx': `
    import { mintingSandbox } from 'casement/host'
    import { McpApp } from 'casement/host/react'
    import { mcpAppScript } from 'casement/view/script'
    const uri = 'ui://clock/view'
    const tool = { name: 'time', inputSchema: { type: 'object' }, _meta: { ui: { resourceUri: uri } } }
    const html = \`<!doctype html><html lang="en"><title>Clock</title><p id="time"></p><script>\${mcpAppScript}</script><script>
      const app = new McpApp({ name: 'clock', version: '1.0.0' })
      app.ontoolresult = ({ structuredContent }) => (document.querySelector('#time').textContent = structuredContent.time)
      app.connect()
    </script></html>\`
    const result = { content: [], structuredContent: { time: 'ten past ten' } }
    const client = {
      callTool: async () => result,
      readResource: async () => ({ contents: [{ uri, mimeType: 'text/html;profile=mcp-app', text: html }] }),
    }
    export function Clock() {
      return <McpApp client={client} tool={tool} input={{}} result={result} sandbox={mintingSandbox('/casement/mint')} />
    }
  `,
  // What a host's own back end does: the page that was built, and the sandbox beside it.
  'serve.mjs': `
    import { readFile } from 'node:fs/promises'
    import { extname, join } from 'node:path'
    import { serveSandbox } from 'casement/sandbox/node'
    const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
    const { hostOrigin } = await serveSandbox({
      async page(request) {
        const { pathname } = new URL(request.url)
        const file = pathname === '/' ? '/index.html' : pathname
        const body = await readFile(join('dist', file)).catch(() => undefined)
        if (!body) return new Response('not found', { status: 404 })
        return new Response(body, { headers: { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' } })
      },
    })
    console.log(hostOrigin)`,
})
