import { mintingSandbox, mountApp } from 'casement/host'
import { App } from 'casement/view'
import { offerMeasure } from './measure.mjs'

/** In the View. */
export async function runView() {
  const app = new App({ name: 'bench', version: '1.0.0' }, {})
  await app.connect()
  offerMeasure(async (rows) => {
    const { structuredContent } = await app.callServerTool({ name: 'echo', arguments: { rows } })
    return structuredContent.rows
  })
}

const URI = 'ui://bench/view'
const TOOL = { name: 'echo', inputSchema: { type: /** @type {const} */ ('object') }, _meta: { ui: { resourceUri: URI } } }

/** In the host, with default options. @param {string} html @param {Pick<import('casement/host').MountOptions, 'bridge'>} [options] */
export function runHost(html, options) {
  mountApp(document.body, {
    client: {
      callTool: async (params) => ({ content: [], structuredContent: params.arguments }),
      listTools: async () => ({ tools: [TOOL] }),
      readResource: async () => ({ contents: [{ uri: URI, mimeType: 'text/html;profile=mcp-app', text: html }] }),
    },
    tool: TOOL,
    sandbox: mintingSandbox('/casement/mint'),
    ...options,
  })
}

/** In the host, without the direct port. @param {string} html */
export const runRelayedHost = (html) => runHost(html, { bridge: { directPort: false } })
