// A host page on the official bridge, set up as its reference host is: a relay on another origin that writes the View into
// a frame of its own.
import { AppBridge, buildAllowAttribute, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
import { hearArrivals, nextResult, unseen } from './arrivals.mjs'

/** @param {string} html @param {string} relay @param {any} result */
function mount(html, relay, result) {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
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
  const begin = async () => {
    await bridge.connect(transport)
    const spoke = firstWord(transport)
    frame.src = relay
    await spoke
  }
  return {
    ready,
    spoke: begin(),
    tell: (/** @type {any} */ later) => void bridge.sendToolResult(later),
    async close() {
      await bridge.teardownResource({}).catch(() => {})
      await bridge.close()
      frame.remove()
    },
  }
}

/** The moment when the View introduces itself. @param {PostMessageTransport} transport */
function firstWord(transport) {
  const { onmessage } = transport
  /** @type {Promise<void>} */
  const spoke = new Promise((resolve) => {
    transport.onmessage = (message, extra) => {
      if ('method' in message && message.method === 'ui/initialize') resolve()
      onmessage?.(message, extra)
    }
  })
  return spoke
}

/** Publishes `host`. @param {string} html The View. @param {string} relay */
export function runHost(html, relay) {
  hearArrivals()
  const mounter = (/** @type {string} */ shown) => (/** @type {any} */ result) => mount(shown, relay, result)
  Object.assign(window, {
    host: { nextResult, settled: async () => {}, fresh: () => mounter(unseen(html)), again: mounter(unseen(html)) },
  })
}
