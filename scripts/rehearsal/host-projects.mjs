// Host projects, each built the usual way of its framework. All of them show the same View of a server in memory.

const URI = 'ui://clock/view'

const CLOCK = `
const uri = '${URI}'
export const tool = { name: 'time', inputSchema: { type: 'object' }, _meta: { ui: { resourceUri: uri } } }
export const result = { content: [], structuredContent: { time: 'ten past ten' } }
const html = \`<!doctype html><html lang="en"><title>Clock</title><p id="time"></p><script>\${mcpAppScript}</script><script>
  const app = new McpApp({ name: 'clock', version: '1.0.0' })
  app.ontoolresult = ({ structuredContent }) => (document.querySelector('#time').textContent = structuredContent.time)
  app.connect()
</script></html>\`
export const client = {
  callTool: async () => result,
  readResource: async () => ({ contents: [{ uri, mimeType: 'text/html;profile=mcp-app', text: html }] }),
}
`

const CLOCK_MODULE = `import { mcpAppScript } from 'casement/view/script'\n${CLOCK}`

const REACT_COMPONENT = `import { mintingSandbox } from 'casement/host'
import { McpApp } from 'casement/host/react'
import { client, result, tool } from './clock-server'
export function Clock() {
  return <McpApp client={client} tool={tool} input={{}} result={result} sandbox={mintingSandbox('/casement/mint')} />
}
`

/**
 * The back end of a host: its page from a folder, and the sandbox beside it.
 * @param {string} folder
 */
const serve = (folder) => `import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { serveSandbox } from 'casement/sandbox/node'
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css' }
const { hostOrigin } = await serveSandbox({
  async page(request) {
    const { pathname } = new URL(request.url)
    const file = pathname === '/' ? '/index.html' : pathname
    const body = await readFile(join('${folder}', file)).catch(() => undefined)
    if (!body) return new Response('not found', { status: 404 })
    return new Response(body, { headers: { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' } })
  },
})
console.log(hostOrigin)
`

const page = (/** @type {string} */ body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Clock</title><link rel="icon" href="data:,"></head><body>${body}</body></html>\n`

/**
 * @typedef {object} HostProject
 * @property {readonly string[]} dependencies
 * @property {readonly string[]} [build] the program and its arguments, run with npx
 * @property {Readonly<Record<string, string>>} files
 */

/** @type {Readonly<Record<string, HostProject>>} */
export const HOST_PROJECTS = {
  'a static page': {
    dependencies: ['casement'],
    files: {
      'index.html': page(`<mcp-app></mcp-app><script type="importmap">
        { "imports": {
          "casement/host": "/node_modules/casement/dist/host/index.js",
          "casement/host/element": "/node_modules/casement/dist/host/element/index.js",
          "casement/view/script": "/node_modules/casement/dist/view/script.js"
        } }</script><script type="module" src="/main.js"></script>`),
      'main.js': `import { mintingSandbox } from 'casement/host'
import { defineMcpApp } from 'casement/host/element'
import { client, result, tool } from './clock-server.js'
defineMcpApp()
Object.assign(document.querySelector('mcp-app'), { client, tool, input: {}, result, sandbox: mintingSandbox('/casement/mint') })
`,
      'clock-server.js': CLOCK_MODULE,
      'serve.mjs': serve('.'),
    },
  },
  'Vite and React': {
    dependencies: ['casement', 'react@19', 'react-dom@19', 'vite@8', '@vitejs/plugin-react@5'],
    build: ['vite', 'build'],
    files: {
      'index.html': page('<div id="root"></div><script type="module" src="./main.jsx"></script>'),
      'main.jsx': `import { createRoot } from 'react-dom/client'
import { Clock } from './clock'
createRoot(document.querySelector('#root')).render(<Clock />)
`,
      'clock.jsx': REACT_COMPONENT,
      'clock-server.js': CLOCK_MODULE,
      'vite.config.mjs': `import react from '@vitejs/plugin-react'\nexport default { plugins: [react()] }\n`,
      'serve.mjs': serve('dist'),
    },
  },
  'Next.js': {
    dependencies: ['casement', 'react@19', 'react-dom@19', 'next@16'],
    build: ['next', 'build'],
    files: {
      'app/layout.jsx': `export const metadata = { title: 'Clock', icons: { icon: 'data:,' } }
export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>
}
`,
      'app/page.jsx': `import { Clock } from './clock'\nexport default function Page() {\n  return <Clock />\n}\n`,
      'app/clock.jsx': `'use client'\n${REACT_COMPONENT}`,
      'app/clock-server.js': CLOCK_MODULE,
      'next.config.mjs': `export default { output: 'export' }\n`,
      'serve.mjs': serve('out'),
    },
  },
  Astro: {
    dependencies: ['casement', 'react@19', 'react-dom@19', 'astro@5', '@astrojs/react@4'],
    build: ['astro', 'build'],
    files: {
      'astro.config.mjs': `import react from '@astrojs/react'
export default { integrations: [react()], devToolbar: { enabled: false } }
`,
      'src/pages/index.astro': `---\nimport { Clock } from '../clock'\n---\n${page('<Clock client:load />')}`,
      'src/clock.jsx': REACT_COMPONENT,
      'src/clock-server.js': CLOCK_MODULE,
      'serve.mjs': serve('dist'),
    },
  },
}
