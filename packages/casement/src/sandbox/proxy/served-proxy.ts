import { isRecord } from '../../protocol/rpc/message.ts'
import { bootProxy } from './bootstrap.ts'

// The server wrote both origins into the page, from a signed token. Messages of the host page cannot change them.
const config = document.querySelector<HTMLMetaElement>('meta[name=casement]')?.content ?? '{}'
const { host, view } = JSON.parse(config) as { host?: string; view?: string }

bootProxy(
  host,
  ({ url, sandbox, allow }) => {
    const flags = typeof sandbox === 'string' ? sandbox : 'allow-scripts allow-same-origin'
    // A host may grant fewer flags than the View is served with. Without `allow-same-origin` the View has the origin "null", and
    // so has every other document of its server that its frame can navigate to.
    const isOpaque = !flags.split(/\s+/).includes('allow-same-origin')
    return {
      viewOrigin: isOpaque ? 'null' : String(view),
      mayLeave: isOpaque,
      sandbox: flags,
      allow: typeof allow === 'string' ? allow : '',
      load(frame) {
        if (URL.canParse(String(url)) && new URL(String(url)).origin === view) frame.src = String(url)
      },
    }
  },
  // The host page can name the View in the URL of this page, or by a message as soon as it knows the View. It is the page that frames
  // this one, so it may; and it can name no other origin than the server did.
  (openView) => {
    const inUrl = new URLSearchParams(location.hash.slice(1))
    if (inUrl.has('url')) return openView(Object.fromEntries(inUrl))
    addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== parent || origin !== host || !isRecord(data)) return
      if (data['method'] === 'dev.casement/sandbox/open' && isRecord(data['params'])) openView(data['params'])
    })
  },
)
