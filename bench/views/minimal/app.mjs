// The smallest View that is of use: it connects, shows a result and calls a server tool. Casement's `App` and the official
// one have the same surface, so both are measured with these lines.
import { show } from './show.mjs'

/** @param {typeof import('@modelcontextprotocol/ext-apps').App} App */
export function runView(App) {
  const app = new App({ name: 'minimal', version: '1.0.0' })
  app.ontoolresult = show
  document.addEventListener('click', async () => show(await app.callServerTool({ name: 'refresh', arguments: {} })))
  void app.connect()
}
