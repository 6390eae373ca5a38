// A relay as Casement's architecture has it: JSON text over a port to the host, objects to a View that knows nothing of it.
const query = new URLSearchParams(location.search)
const viewUrl = query.get('view') ?? ''
const viewOrigin = new URL(viewUrl).origin

/** Runs at the end of the relay's page. */
export function runRelay() {
  const inner = document.body.appendChild(document.createElement('iframe'))
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', ({ data }) => inner.contentWindow?.postMessage(JSON.parse(data), viewOrigin))
  port1.start()
  addEventListener('message', (event) => {
    if (event.source === inner.contentWindow && event.origin === viewOrigin) port1.postMessage(JSON.stringify(event.data))
  })
  window.parent.postMessage('port', new URL(document.referrer).origin, [port2])
  inner.src = viewUrl
}
