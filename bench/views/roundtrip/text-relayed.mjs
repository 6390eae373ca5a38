// Written by hand, nothing but what must be: a host that speaks JSON text with a relay, for a View that speaks MCP Apps.
import { acceptPort } from './port.mjs'

const WELCOME = {
  protocolVersion: '2026-01-26',
  hostInfo: { name: 'bench', version: '1.0.0' },
  hostCapabilities: { serverTools: {} },
  hostContext: {},
}

/** In the host. @param {Window} inside */
export async function runHost(inside) {
  const port = await acceptPort(inside)
  port.addEventListener('message', ({ data }) => {
    const { id, method, params } = JSON.parse(data)
    if (id === undefined) return
    const result = method === 'ui/initialize' ? WELCOME : { content: [], structuredContent: params.arguments }
    port.postMessage(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
  port.start()
}
