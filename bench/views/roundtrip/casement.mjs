import { createPeer, PORT_CAPABILITY, portChannel, strictReader, windowChannel } from 'casement/protocol'
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

/** In the host, which offers the direct port. @param {Window} inside @param {string} origin */
export const runPortHost = (inside, origin) => runHost(inside, origin, { [PORT_CAPABILITY]: {} })

/** In the host, which has a port to the relay. @param {Window} inside */
export async function runRelayPortHost(inside) {
  const port = await acceptPort(inside)
  serve(portChannel(port)).handle('ui/initialize', initializer({}))
}

/** In the host. @param {Window} inside @param {string} origin @param {Record<string, object>} experimental */
export function runHost(inside, origin, experimental = {}) {
  /** @type {MessagePort | undefined} */
  let port
  addEventListener('message', (event) => {
    if (event.source === inside && event.origin === origin) port = event.ports[0] ?? port
  })
  const initialize = initializer(experimental)
  serve(windowChannel(inside, { origin })).handle('ui/initialize', (/** @type {any} */ params) => {
    if (PORT_CAPABILITY in experimental && port) serve(portChannel(port))
    return initialize(params)
  })
}

/** @param {import('casement/protocol').Channel} channel */
function serve(channel) {
  // As a host reads strangers, but at any rate: a bench is a flood.
  const read = strictReader({ messagesPerSecond: 1e9, maxServing: 1000 })
  const peer = /** @type {import('casement/protocol').HostPeer} */ (createPeer(channel, { read }))
  peer.handle('tools/call', (/** @type {any} */ params) => ({ content: [], structuredContent: params.arguments }))
  peer.on('ui/notifications/initialized', () => {})
  return peer
}

/** @param {Record<string, object>} experimental */
function initializer(experimental) {
  const hostInfo = { name: 'bench', version: '1.0.0' }
  const hostCapabilities = { serverTools: {}, experimental }
  return (/** @type {any} */ { protocolVersion }) => ({ protocolVersion, hostInfo, hostCapabilities, hostContext: {} })
}
