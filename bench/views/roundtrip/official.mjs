import { App } from '@modelcontextprotocol/ext-apps'
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
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

/** In the host. @param {Window} inside */
export async function runHost(inside) {
  const bridge = new AppBridge(null, { name: 'bench', version: '1.0.0' }, { serverTools: {} }, { hostContext: {} })
  bridge.oncalltool = async (params) => ({ content: [], structuredContent: params.arguments })
  await bridge.connect(new PostMessageTransport(inside, inside))
}
