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

/** Hears which pages for a View are open. Returns what waits for the spares that so many Views at once leave. */
function watchSpares() {
  const blank = new WeakSet()
  addEventListener('message', ({ source, data }) => {
    if (source && data?.method === 'dev.casement/sandbox/blank') blank.add(source)
  })
  const areThere = (/** @type {number} */ count) => {
    const frames = [...document.querySelectorAll('body > div[inert] > iframe')].map(
      (each) => /** @type {HTMLIFrameElement} */ (each),
    )
    return frames.length === Math.min(count, 8) && frames.every(({ contentWindow }) => contentWindow && blank.has(contentWindow))
  }
  return async (/** @type {number} */ count) => {
    // Where no View is left there are none.
    while (document.querySelector('.casement-app') && !areThere(count)) await new Promise((resolve) => setTimeout(resolve, 20))
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
      settled: watchSpares(),
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
