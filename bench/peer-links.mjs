// The message channels of the other systems in the peer suite: the least that each of them accepts.

/** @typedef {import('../packages/casement/dist/protocol/channel/channel.js').Channel} Channel */

/**
 * Penpal through one of our channels.
 * @param {Channel} channel
 * @returns {import('penpal').Messenger}
 */
export function channelMessenger(channel) {
  return {
    initialize() {},
    sendMessage: (message) => channel.post(message),
    addMessageHandler: (receive) =>
      void channel.listen((message) => receive(/** @type {Parameters<typeof receive>[0]} */ (message))),
    removeMessageHandler() {},
    destroy: () => channel.close(),
  }
}

/**
 * Comlink through one of our channels. It listens anew for each call.
 * @param {Channel} channel
 * @returns {import('comlink').Endpoint}
 */
export function channelEndpoint(channel) {
  /** @type {Map<unknown, () => void>} */
  const undos = new Map()
  return {
    postMessage: (message) => channel.post(message),
    addEventListener(_, receive) {
      const call = /** @type {(event: unknown) => void} */ (receive)
      undos.set(
        receive,
        channel.listen((data) => call({ data, origin: '' })),
      )
    },
    removeEventListener: (_, receive) => undos.get(receive)?.(),
  }
}

/**
 * A transport of the MCP SDK over a port.
 * @param {MessagePort} port
 * @returns {import('@modelcontextprotocol/client').Transport}
 */
export function portTransport(port) {
  /** @type {import('@modelcontextprotocol/client').Transport} */
  const transport = {
    async start() {
      port.addEventListener('message', ({ data }) => transport.onmessage?.(data))
      port.start()
    },
    async send(message) {
      port.postMessage(message)
    },
    async close() {
      port.close()
      transport.onclose?.()
    },
  }
  return transport
}
