import { AppBridge, mountApp } from 'casement/host'
import { windowChannel } from 'casement/protocol'
import { App } from 'casement/view'
import { offerMeasure } from './measure.mjs'

/** In the View. */
export async function runView() {
  const app = new App({ name: 'bench', version: '1.0.0' }, {}, { autoResize: false })
  await app.connect()
  offerMeasure(async (rows) => {
    const { structuredContent } = await app.callServerTool({ name: 'echo', arguments: { rows } })
    return /** @type {any} */ (structuredContent).rows
  })
}

/** In the host, which takes the direct port. @param {Window} inside @param {string} origin */
export const runPortHost = (inside, origin) => serve(windowChannel(inside, { origin }), { directPort: true })

/** In the host. @param {Window} inside @param {string} origin */
export const runHost = (inside, origin) => serve(windowChannel(inside, { origin }), { directPort: false })

/** @typedef {Pick<import('casement/sandbox').SandboxTicket, 'viewUrl' | 'viewOrigin' | 'proxyUrl' | 'proxyOrigin'>} Places */

/** In the host, with all that `mountApp` puts around a View, and a ticket that nobody has to ask for. @param {Places} places */
export function runMountedHost(places) {
  const tool = {
    name: 'echo',
    inputSchema: { type: /** @type {const} */ ('object') },
    _meta: { ui: { resourceUri: 'ui://bench/view' } },
  }
  const text = '<!doctype html><title>View</title>'
  mountApp(document.body, {
    client: {
      callTool: echo,
      listTools: async () => ({ tools: [tool] }),
      readResource: async () => ({ contents: [{ uri: 'ui://bench/view', mimeType: 'text/html;profile=mcp-app', text }] }),
    },
    tool,
    sandbox: {
      open: async () => ({
        ...places,
        mode: 'served',
        sandbox: 'allow-scripts allow-same-origin',
        allow: '',
        effective: {},
        refused: [],
        hash: '',
        expires: Infinity,
        capabilities: { isolatedProcess: 'yes', storage: 'real' },
      }),
    },
    bridge: { reader: UNLIMITED.reader },
    policies: UNLIMITED.gate,
  })
}

/** As a host serves strangers, but at any rate: a bench is a flood. */
const UNLIMITED = {
  reader: { messagesPerSecond: 1e9, bytesPerSecond: 1e12, maxServing: 1000 },
  gate: { budgets: { calls: 1e9, inFlight: 1000 } },
}

const echo = async (/** @type {{ readonly arguments?: Record<string, unknown> | undefined }} */ params) => ({
  content: [],
  structuredContent: params.arguments,
})

/** @param {import('casement/protocol').Channel} channel @param {{ directPort: boolean }} options */
async function serve(channel, options) {
  const bridge = new AppBridge(null, { name: 'bench', version: '1.0.0' }, {}, { ...UNLIMITED, ...options, hostContext: {} })
  bridge.oncalltool = echo
  await bridge.connect(channel)
}
