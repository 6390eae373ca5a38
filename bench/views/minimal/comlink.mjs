// Not MCP Apps: what a page would weigh that talks to its parent with Comlink.
import { expose, windowEndpoint, wrap } from 'comlink'
import { show } from './show.mjs'

/** Runs at the end of the page. */
export function runView() {
  const endpoint = windowEndpoint(window.parent)
  expose({ result: show }, endpoint)
  const host = /** @type {import('comlink').Remote<{ callTool(name: string): unknown }>} */ (wrap(endpoint))
  document.addEventListener('click', async () => show(await host.callTool('refresh')))
}
