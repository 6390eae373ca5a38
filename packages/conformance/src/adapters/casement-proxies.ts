import { serveSandbox, type ServedSandbox } from 'casement/sandbox/node'
import type { ExaminedProxy, Stand } from '../proxy-target/stand.ts'

const serve = ({ hostOrigin }: Stand): Promise<ServedSandbox> => serveSandbox({ hostOrigins: [hostOrigin] })

/** Our own proxies, by the mode of the sandbox. */
export const casementProxies: Readonly<Record<'served' | 'opaque', (stand: Stand) => Promise<ExaminedProxy>>> = {
  served: async (stand) => {
    const served = await serve(stand)
    return {
      name: 'casement, served mode',
      async open({ html, csp, permissions, sandbox }) {
        const app = 'https://server.example/mcp'
        const ticket = await served.handler.mint({ app, html, csp, permissions, hostOrigin: stand.hostOrigin })
        const params = { html: '', url: ticket.viewUrl, sandbox: sandbox ?? ticket.sandbox, allow: ticket.allow }
        return { url: ticket.proxyUrl, params, allow: ticket.allow }
      },
      close: () => served.close(),
    }
  },
  opaque: async (stand) => {
    const served = await serve(stand)
    return {
      name: 'casement, opaque mode',
      open: async (resource) => ({ url: served.handler.opaqueProxyUrl, params: { ...resource } }),
      close: () => served.close(),
    }
  },
}
