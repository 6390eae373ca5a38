import { AppBridge } from 'casement/host'
import { portChannel, windowChannel } from 'casement/protocol'
import { App } from 'casement/view'
import { offerMeasure } from './measure.mjs'
import { acceptPort } from './port.mjs'

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

/** In the host, which has a port to the relay. @param {Window} inside */
export const runRelayPortHost = async (inside) => serve(portChannel(await acceptPort(inside)), { directPort: false })

/** In the host. @param {Window} inside @param {string} origin */
export const runHost = (inside, origin) => serve(windowChannel(inside, { origin }), { directPort: false })

/** As a host serves strangers, but at any rate: a bench is a flood. */
const UNLIMITED = {
  reader: { messagesPerSecond: 1e9, bytesPerSecond: 1e12, maxServing: 1000 },
  gate: { budgets: { calls: 1e9, inFlight: 1000 } },
}

/** @param {import('casement/protocol').Channel} channel @param {{ directPort: boolean }} options */
async function serve(channel, options) {
  const bridge = new AppBridge(null, { name: 'bench', version: '1.0.0' }, {}, { ...UNLIMITED, ...options, hostContext: {} })
  bridge.oncalltool = async (params) => ({ content: [], structuredContent: params.arguments })
  await bridge.connect(channel)
}
