// Casement's classes in a host and a View that are written for the official package.
import { AppBridge, PostMessageTransport } from 'casement/host'
import { App } from 'casement/view'
import { offerMeasure } from './measure.mjs'

/** In the View. */
export async function runView() {
  const app = new App({ name: 'bench', version: '1.0.0' }, {})
  await app.connect(new PostMessageTransport(window.parent, window.parent))
  offerMeasure(async (rows) => {
    const { structuredContent } = await app.callServerTool({ name: 'echo', arguments: { rows } })
    return structuredContent.rows
  })
}

/** In the host. @param {string} html @param {string} relay */
export async function runHost(html, relay) {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  document.body.append(frame)
  const inside = /** @type {Window} */ (frame.contentWindow)
  const bridge = new AppBridge(null, { name: 'bench', version: '1.0.0' })
  bridge.oncalltool = async (params) => ({ content: [], structuredContent: params.arguments })
  bridge.onsandboxready = async () => bridge.sendSandboxResourceReady({ html })
  await bridge.connect(new PostMessageTransport(inside, inside))
  frame.src = relay
}
