/** A host page with React, built by Vite. */
export const HOST_PAGE: Readonly<Record<string, string>> = {
  'host/index.html': '<!doctype html><title>Host</title><div id="root"></div><script type="module" src="./main.tsx"></script>',
  'host/main.tsx': `
    import { mintingSandbox } from 'casement/host'
    import { McpApp } from 'casement/host/react'
    import { createRoot } from 'react-dom/client'
    const client = { callTool: async () => ({ content: [] }) }
    const root = document.querySelector('#root')
    if (root) createRoot(root).render(<McpApp client={client} tool={{ name: 'time' }} sandbox={mintingSandbox('/casement/mint')} />)`,
  'host/vite.config.mjs': `
    import react from '@vitejs/plugin-react'
    export default { plugins: [react()], logLevel: 'warn' }`,
}

/** The same component where there is no window, as in Next.js or Astro before the page is in a browser. */
export const RENDERED_ON_A_SERVER = `
    import { createElement } from 'react'
    import { renderToString } from 'react-dom/server'
    import { staticSandbox } from 'casement/host'
    import { McpApp } from 'casement/host/react'
    import { useApp } from 'casement/view/react'
    const client = { callTool: async () => ({ content: [] }) }
    const sandbox = staticSandbox('https://sandbox.example/proxy.html')
    console.log(typeof useApp, renderToString(createElement(McpApp, { client, tool: { name: 'time' }, sandbox })))`

/** A View with React, built into one file by our plugin, and the server that serves it by stdio. */
export const APP: Readonly<Record<string, string>> = {
  'app/clock.html':
    '<!doctype html><html lang="en"><title>Clock</title><div id="root"></div><script type="module" src="./view.tsx"></script></html>',
  'app/view.tsx': `
    import { useApp, useToolResult } from 'casement/view/react'
    import { createRoot } from 'react-dom/client'
    function Clock() {
      const { app } = useApp({ appInfo: { name: 'clock', version: '1.0.0' }, capabilities: {} })
      return <p>{String(useToolResult(app)?.structuredContent?.['time'])}</p>
    }
    const root = document.querySelector('#root')
    if (root) createRoot(root).render(<Clock />)`,
  'app/vite.config.mjs': `
    import { casement } from 'casement/vite'
    import react from '@vitejs/plugin-react'
    export default { plugins: [react(), casement()], logLevel: 'warn' }`,
  'app/server.mjs': `
    import { defineApp, result, serve, tool } from 'casement/server'
    import { z } from 'zod'
    const app = defineApp({
      name: 'clock',
      version: '1.0.0',
      view: { file: new URL('./dist/clock.html', import.meta.url) },
      tools: {
        time: tool({
          description: 'The time of a place',
          input: { zone: z.string() },
          annotations: { readOnlyHint: true },
          run: ({ zone }) => result({ model: zone, view: { time: zone } }),
        }),
      },
    })
    await serve(app)`,
}
