// Not MCP Apps: what a page would weigh that talks to its parent with Penpal.
import { connect, WindowMessenger } from 'penpal'
import { show } from './show.mjs'

/** Runs at the end of the page. */
export async function runView() {
  const messenger = new WindowMessenger({ remoteWindow: window.parent, allowedOrigins: ['*'] })
  const { promise } = connect({ messenger, methods: { result: show } })
  const host = /** @type {{ callTool(name: string): Promise<unknown> }} */ (/** @type {unknown} */ (await promise))
  document.addEventListener('click', async () => show(await host.callTool('refresh')))
}
