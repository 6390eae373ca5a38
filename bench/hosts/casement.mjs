// A host page on `mountApp`.
import { blankView, createFramePool, mintingSandbox, mountApp, prefetchResources } from 'casement/host'
import { hearArrivals, nextResult, unseen } from './arrivals.mjs'

const APP = 'https://bench.example/mcp'
const URI = 'ui://bench/view'
const TOOL = { name: 'bench', inputSchema: { type: /** @type {const} */ ('object') }, _meta: { ui: { resourceUri: URI } } }

/** A client that answers from memory. @param {string} text */
const clientOf = (text) => ({
  callTool: async () => ({ content: [] }),
  readResource: async () => ({ contents: [{ uri: URI, mimeType: 'text/html;profile=mcp-app', text }] }),
})

/** @param {Pick<import('casement/host').MountOptions, 'client' | 'sandbox' | 'pool' | 'result'>} options */
function mount(options) {
  const container = document.body.appendChild(document.createElement('div'))
  // No View is frozen while others are timed.
  const mounted = mountApp(container, { tool: TOOL, app: APP, input: {}, liveSet: false, ...options })
  /** @type {Promise<void>} */
  const spoke = new Promise((resolve) => mounted.events.on('step', ({ name }) => name === 'initialize' && resolve()))
  return {
    ready: mounted.ready,
    spoke,
    tell: (/** @type {import('casement/host').ToolData['result']} */ result) => mounted.update({ result }),
    async close() {
      await mounted.dispose()
      container.remove()
    },
  }
}

/** Publishes `host`. @param {string} html The View. */
export function runHost(html) {
  hearArrivals()
  const fresh = () => ({ client: clientOf(unseen(html)), sandbox: mintingSandbox('/casement/mint') })
  /** @typedef {Omit<Parameters<typeof mount>[0], 'result'>} Parts */
  const mounter = (/** @type {Parts} */ parts) => (/** @type {import('casement/host').ToolData['result']} */ result) =>
    mount({ ...parts, result })
  Object.assign(window, {
    host: {
      nextResult,
      /** Mounts a View that was never seen, as often as it is called. */
      fresh: () => mounter(fresh()),
      /** The same without a spare frame of the page. */
      unspared: () => mounter({ ...fresh(), pool: false }),
      /** Mounts a View that was shown before. */
      again: mounter(fresh()),
      /** Resource, ticket and proxy are there before the call; the View is not. Returns how to mount it then. */
      async prepareWarm() {
        const parts = fresh()
        const pool = createFramePool()
        for (const { html: read, csp, permissions, domain } of await prefetchResources(parts.client, [TOOL])) {
          const resource = { app: APP, html: read, csp, permissions, domain }
          // As wide as the page, less the line around a View.
          const width = document.body.clientWidth - 2
          await pool.warm(await parts.sandbox.open(resource), () => parts.sandbox.open(blankView(resource)), width)
        }
        return mounter({ ...parts, pool })
      },
    },
  })
}
