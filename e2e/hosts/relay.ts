// A sandbox proxy in the manner of the reference host: its own origin, the View's HTML written into an inner frame,
// both neighbours pinned by window and origin, reserved messages kept out of the conversation. `?view=<url>`
// loads the View from its own origin instead; `?ports=forward` hands on transferred ports, which the reference relay drops.
const query = new URLSearchParams(location.search)
const forwardPorts = query.get('ports') === 'forward'
const RESERVED = 'ui/notifications/sandbox-'
const host = new URL(document.referrer).origin
const view = query.get('view')
const viewOrigin = view ? new URL(view).origin : location.origin

const inner = document.createElement('iframe')
inner.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
inner.style.cssText = 'position: absolute; inset: 0; width: 100%; height: 100%; border: 0'
document.body.append(inner)

const isReserved = (data: { method?: string } | null): boolean => data?.method?.startsWith(RESERVED) ?? false

addEventListener('message', (event) => {
  const transfer = forwardPorts ? [...event.ports] : []
  if (event.source === window.parent && event.origin === host) {
    if (!isReserved(event.data)) inner.contentWindow?.postMessage(event.data, viewOrigin, transfer)
    else if (event.data.method === `${RESERVED}resource-ready`) {
      const page = inner.contentDocument
      page?.open()
      page?.write(event.data.params.html)
      page?.close()
    }
  } else if (event.source === inner.contentWindow && event.origin === viewOrigin && !isReserved(event.data))
    window.parent.postMessage(event.data, host, transfer)
})

if (view) inner.src = view
else window.parent.postMessage({ jsonrpc: '2.0', method: `${RESERVED}proxy-ready`, params: {} }, host)
