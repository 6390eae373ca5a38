// A host page on `mountApp`, with default options unless a function says otherwise.
import { createFramePool, mintingSandbox, mountApp, prefetchResources } from 'casement/host'
import { listenForArrivals, nextResult, uncached } from './arrivals.mjs'

const APP = 'https://bench.example/mcp'
const URI = 'ui://bench/view'
const TOOL = { name: 'bench', inputSchema: { type: /** @type {const} */ ('object') }, _meta: { ui: { resourceUri: URI } } }

/** A client that responds from memory. @param {string} text */
const clientOf = (text) => ({
  callTool: async () => ({ content: [] }),
  readResource: async () => ({ contents: [{ uri: URI, mimeType: 'text/html;profile=mcp-app', text }] }),
})

/** @typedef {import('casement/host').MountOptions} MountOptions */
/** @typedef {import('casement/host').ToolData['result']} Result */

/** @param {Pick<MountOptions, 'client' | 'sandbox' | 'pool' | 'liveSet' | 'result'>} options */
function mount(options) {
  const container = document.body.appendChild(document.createElement('div'))
  const mounted = mountApp(container, { tool: TOOL, app: APP, input: {}, ...options })
  /** @type {Promise<void>} */
  const initializing = new Promise((resolve) => mounted.events.on('step', ({ name }) => name === 'initialize' && resolve()))
  return {
    ready: mounted.ready,
    initializing,
    stage: () => mounted.stage,
    sendResult: (/** @type {Result} */ result) => mounted.update({ result }),
    async close() {
      await mounted.dispose()
      container.remove()
    },
  }
}

/** Publishes `host`. @param {string} html The View. */
export function runHost(html) {
  listenForArrivals()
  // Once, when the page loads, as the host guide has it.
  const sandbox = mintingSandbox('/casement/mint')
  const fresh = () => ({ client: clientOf(uncached(html)), sandbox })
  /** @typedef {Omit<Parameters<typeof mount>[0], 'result'>} Options */
  const mounter = (/** @type {Options} */ options) => (/** @type {Result} */ result) => mount({ ...options, result })
  Object.assign(window, {
    host: {
      nextResult,
      /** Mounts a View that was never shown. */
      fresh: () => mounter(fresh()),
      /** The same, without the prewarmed frames of the page. */
      unpooled: () => mounter({ ...fresh(), pool: false }),
      /** The same, without the limit of live Views. */
      unlimited: () => mounter({ ...fresh(), liveSet: false }),
      /** Mounts one View over and over. */
      again: mounter(fresh()),
      /** Fetches the resource and the ticket and opens a frame before the View is mounted. */
      async prewarmed() {
        const options = fresh()
        const pool = createFramePool()
        for (const { html: read, csp, permissions, domain } of await prefetchResources(options.client, [TOOL])) {
          const resource = { app: APP, html: read, csp, permissions, domain }
          // As wide as the page, without the border of a View.
          const width = document.body.clientWidth - 2
          await pool.warm(await options.sandbox.open(resource), width)
        }
        return mounter({ ...options, pool })
      },
    },
  })
}
