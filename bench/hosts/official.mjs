// A host page on the official bridge, set up like its reference host (basic-host): a relay on another origin that writes the View into
// a frame of its own origin.
import { AppBridge, buildAllowAttribute, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
import { listenForArrivals, nextResult, uncached } from './arrivals.mjs'

/** @param {string} html @param {string} relay @param {any} result */
function mount(html, relay, result) {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  frame.allow = buildAllowAttribute({})
  document.body.append(frame)
  const inside = /** @type {Window} */ (frame.contentWindow)
  const bridge = new AppBridge(
    null,
    { name: 'bench', version: '1.0.0' },
    { openLinks: {}, serverTools: {} },
    { hostContext: { theme: 'light', displayMode: 'inline', containerDimensions: { width: 700, maxHeight: 4000 } } },
  )
  bridge.oncalltool = async () => ({ content: [] })
  bridge.onsandboxready = async () => bridge.sendSandboxResourceReady({ html })
  bridge.onsizechange = ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`
  }
  /** @type {Promise<void>} */
  const ready = new Promise((resolve) => {
    bridge.oninitialized = () => {
      void bridge.sendToolInput({ arguments: {} })
      if (result) void bridge.sendToolResult(result)
      resolve()
    }
  })
  const transport = new PostMessageTransport(inside, inside)
  const start = async () => {
    await bridge.connect(transport)
    const initializing = initializeReceived(transport)
    frame.src = relay
    await initializing
  }
  return {
    ready,
    initializing: start(),
    sendResult: (/** @type {any} */ later) => void bridge.sendToolResult(later),
    async close() {
      await bridge.teardownResource({}).catch(() => {})
      await bridge.close()
      frame.remove()
    },
  }
}

/** Resolves when `ui/initialize` arrives. @param {PostMessageTransport} transport @returns {Promise<void>} */
function initializeReceived(transport) {
  const { onmessage } = transport
  return new Promise((resolve) => {
    transport.onmessage = (message, extra) => {
      if ('method' in message && message.method === 'ui/initialize') resolve()
      onmessage?.(message, extra)
    }
  })
}

/** Publishes `host`. @param {string} html The View. @param {string} relay */
export function runHost(html, relay) {
  listenForArrivals()
  const mounter = (/** @type {string} */ shown) => (/** @type {any} */ result) => mount(shown, relay, result)
  Object.assign(window, { host: { nextResult, fresh: () => mounter(uncached(html)), again: mounter(uncached(html)) } })
}
