// Streams the arguments of a tool call to a View, through each bridge and a real port.
import { AppBridge as OfficialBridge } from '@modelcontextprotocol/ext-apps/app-bridge'
import { AppBridge } from 'casement/host'
import { portChannel } from 'casement/protocol'
import { createPartialInput } from 'casement/protocol/json-stream'
import { Allow, parse } from 'partial-json'

const INFO = { name: 'bench', version: '1.0.0' }
const HELLO = { protocolVersion: '2026-01-26', appInfo: INFO, appCapabilities: {} }

/** @typedef {{ posts: number, bytes: number, last: any }} Heard What the View was told: how often, how much, and the last arguments. */
/** @typedef {{ port: MessagePort, heard: Heard, whole: Promise<void> }} View */

/**
 * A View that takes every message as an app would have to.
 * @param {boolean} weigh Whether it weighs them too, which is work of its own.
 * @returns {View}
 */
function openView(weigh) {
  const { port1, port2 } = new MessageChannel()
  /** @type {Heard} */
  const heard = { posts: 0, bytes: 0, last: undefined }
  /** @type {Promise<void>} */
  const whole = new Promise((resolve) => {
    port2.addEventListener('message', ({ data }) => {
      const message = typeof data === 'string' ? JSON.parse(data) : data
      if (message?.id === 1) port2.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {} })
      if (!message?.method?.startsWith('ui/notifications/tool-input')) return
      heard.posts++
      if (weigh) heard.bytes += (typeof data === 'string' ? data : JSON.stringify(data)).length
      heard.last = message.params.arguments
      if (message.method === 'ui/notifications/tool-input') resolve()
    })
  })
  port2.start()
  port2.postMessage({ jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: HELLO })
  return { port: port1, heard, whole }
}

/** A clock that stands still until it is wound. */
function createClock() {
  let time = 0
  /** @type {Set<{ at: number, run: () => void }>} */
  const due = new Set()
  return {
    runtime: {
      now: () => time,
      after(/** @type {number} */ ms, /** @type {() => void} */ run) {
        const entry = { at: time + ms, run }
        due.add(entry)
        return () => void due.delete(entry)
      },
    },
    wind(/** @type {number} */ ms) {
      time += ms
      for (const entry of due) if (entry.at <= time && due.delete(entry)) entry.run()
    },
  }
}

/**
 * As `mountApp` does it.
 * @param {readonly string[]} tokens
 * @param {{ tokenMs: number, weigh?: boolean }} options `tokenMs` is how long the model takes for each.
 */
export async function streamWithCasement(tokens, { tokenMs, weigh = false }) {
  const view = openView(weigh)
  const bridge = new AppBridge(null, INFO, {})
  const ready = new Promise((resolve) => bridge.addEventListener('initialized', resolve))
  await bridge.connect(portChannel(view.port))
  await ready
  const clock = createClock()
  const growing = createPartialInput({
    runtime: clock.runtime,
    onpartial: (args) => void bridge.sendToolInputPartial({ arguments: args }),
    oninput: (args) => void bridge.sendToolInput({ arguments: args }),
    onerror: (error) => {
      throw error
    },
  })
  for (const token of tokens) {
    growing.push(token)
    clock.wind(tokenMs)
  }
  growing.complete()
  await view.whole
  await bridge.close()
  return view.heard
}

/**
 * As the official documentation has it: the text so far is healed and sent, here for the given prefixes only.
 * @param {string} text
 * @param {readonly number[]} ends Where the prefixes end.
 */
export async function streamWithOfficial(text, ends, { weigh = false } = {}) {
  const view = openView(weigh)
  const bridge = new OfficialBridge(null, INFO, {})
  const ready = new Promise((resolve) => (bridge.oninitialized = resolve))
  await bridge.connect(transportOf(view.port))
  await ready
  for (const end of ends) await bridge.sendToolInputPartial({ arguments: parse(text.slice(0, end), Allow.ALL) })
  await bridge.sendToolInput({ arguments: JSON.parse(text) })
  await view.whole
  await bridge.close()
  return view.heard
}

/** A transport of the official SDK over a port. @param {MessagePort} port */
function transportOf(port) {
  /** @type {Parameters<OfficialBridge['connect']>[0] & object} */
  const transport = {
    async start() {
      port.addEventListener('message', ({ data }) => transport.onmessage?.(data))
      port.start()
    },
    send: async (message) => port.postMessage(message),
    async close() {
      port.close()
      transport.onclose?.()
    },
  }
  return transport
}
