// A port from View to host, handed over through the relay: for the systems that do not bring their own way.

/** In the View. @returns {Promise<MessagePort>} */
export async function offerPort() {
  const { port1, port2 } = new MessageChannel()
  const taken = new Promise((resolve) => window.addEventListener('message', resolve, { once: true }))
  window.parent.postMessage('port', /* opaque: the relay is on any origin */ '*', [port2])
  await taken
  return port1
}

/** In the host. @param {Window} inside @returns {Promise<MessagePort>} */
export function acceptPort(inside) {
  return new Promise((resolve) => {
    const hear = (/** @type {MessageEvent} */ { source, data, ports }) => {
      const [port] = ports
      if (source !== inside || data !== 'port' || !port) return
      removeEventListener('message', hear)
      inside.postMessage('taken', /* opaque: the relay is on any origin */ '*')
      resolve(port)
    }
    addEventListener('message', hear)
  })
}
