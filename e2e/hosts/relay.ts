// A sandbox proxy in the manner of the reference host: its own origin, the View's HTML written into an inner frame,
// both neighbours pinned by window, reserved messages kept out of the conversation. `?view=<url>` loads the
// View from its own origin instead; `?ports=forward` hands on transferred ports, which the reference relay drops.
const query = new URLSearchParams(location.search)
const forwardPorts = query.get('ports') === 'forward'
const RESERVED = 'ui/notifications/sandbox-'

const inner = document.createElement('iframe')
inner.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
inner.style.cssText = 'position: absolute; inset: 0; width: 100%; height: 100%; border: 0'
document.body.append(inner)

const isReserved = (data: { method?: string } | null): boolean => data?.method?.startsWith(RESERVED) ?? false
// As the reference relay: the host is known from the referrer; what is written into the inner frame shares this origin.
const host = new URL(document.referrer).origin
const view = query.get('view')
const inside = view ? new URL(view).origin : location.origin

addEventListener('message', ({ source, data, ports }) => {
  const transfer = forwardPorts ? [...ports] : []
  if (source === window.parent) {
    if (!isReserved(data)) inner.contentWindow?.postMessage(data, inside, transfer)
    else if (data.method === `${RESERVED}resource-ready`) {
      const page = inner.contentDocument
      page?.open()
      page?.write(data.params.html)
      page?.close()
    }
  } else if (source === inner.contentWindow && !isReserved(data)) window.parent.postMessage(data, host, transfer)
})

if (view) inner.src = view
else window.parent.postMessage({ jsonrpc: '2.0', method: `${RESERVED}proxy-ready`, params: {} }, host)
