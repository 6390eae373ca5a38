// The frames of Casement's sandbox by hand, for systems that bring none: a relay and a View, each on an origin of its own. The relay
// only passes on the port that the View offers.

/** In the host. @param {string} relay @returns {Promise<MessagePort>} */
export function openFrames(relay) {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  document.body.append(frame)
  return new Promise((resolve) => {
    const listen = (/** @type {MessageEvent} */ { source, data, ports }) => {
      const [port] = ports
      if (source !== frame.contentWindow || data !== 'port' || !port) return
      removeEventListener('message', listen)
      frame.contentWindow?.postMessage('taken', /* opaque: the relay is on any origin */ '*')
      resolve(port)
    }
    addEventListener('message', listen)
    frame.src = relay
  })
}

/** The page of the relay. @param {string} view */
export const relayPage = (view) => `<!doctype html><title>Relay</title><body><script>
  const inner = document.createElement('iframe')
  inner.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  addEventListener('message', ({ source, data, ports }) => {
    const to = source === parent ? inner.contentWindow : parent
    to.postMessage(data, '*', [...ports])
  })
  inner.src = ${JSON.stringify(view)}
  document.body.append(inner)</script>`

/** In the View. @returns {Promise<MessagePort>} */
export async function offerPort() {
  const { port1, port2 } = new MessageChannel()
  const taken = new Promise((resolve) => window.addEventListener('message', resolve, { once: true }))
  window.parent.postMessage('port', /* opaque: the relay is on any origin */ '*', [port2])
  await taken
  return port1
}
