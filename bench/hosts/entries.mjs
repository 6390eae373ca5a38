// The script of a host page, as the few lines that a bundler starts from.

const casement = (/** @type {string} */ names, /** @type {string} */ use) => `import { ${names} } from 'casement/host'\n${use}`

/** By name. @type {Readonly<Record<'mountApp' | 'casementBridge' | 'officialBridge' | 'mcpUi', string>>} */
export const ENTRIES = {
  mountApp: casement(
    'mintingSandbox, mountApp',
    `window.show = (container, client, tool, result) =>
      mountApp(container, { client, tool, result, sandbox: mintingSandbox('/casement/mint') })`,
  ),
  casementBridge: casement(
    'AppBridge, PostMessageTransport',
    `window.show = (client, inside) =>
      new AppBridge(client, { name: 'host', version: '1.0.0' }, {}).connect(new PostMessageTransport(inside, inside))`,
  ),
  officialBridge: `import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
    window.show = (client, inside) =>
      new AppBridge(client, { name: 'host', version: '1.0.0' }, {}).connect(new PostMessageTransport(inside, inside))`,
  mcpUi: `import { createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    import { AppRenderer } from '@mcp-ui/client'
    window.show = (container, client, toolName, toolResult) =>
      createRoot(container).render(createElement(AppRenderer, { client, toolName, toolResult, sandbox: { url: new URL('/sandbox', location) } }))`,
}
