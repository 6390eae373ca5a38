// The page between an MCP-UI host and a widget, on its own origin: the target of the renderer's option `proxy`.
import { isRecord } from '../../protocol/rpc/message.ts'
import { InternalMessageType as Type, isLegacyMessage } from '../messages.ts'

// Everything else would give the widget this page, the window around it, or dialogs in the name of the host.
const GRANTED = ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-downloads', 'allow-pointer-lock']

function isSameOrigin(): boolean {
  try {
    return Boolean(parent.location.href)
  } catch {
    return false
  }
}

const toParent = (message: unknown): void => parent.postMessage(message, /* opaque: the renderer checks its frame */ '*')

function show(prepare: (frame: HTMLIFrameElement) => void): void {
  const frame = document.createElement('iframe')
  prepare(frame)
  document.body.replaceChildren(frame)
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === null || !isRecord(data)) return
    if (source === frame.contentWindow) toParent(data)
    else if (source === parent && isLegacyMessage(data) && data.type !== Type.UI_HTML_CONTENT)
      frame.contentWindow?.postMessage(data, /* opaque: a widget from text has no origin */ '*')
  })
}

function run(): void {
  const query = new URLSearchParams(location.search)
  if (parent === window || isSameOrigin()) {
    document.body.textContent = 'This page must be loaded in a frame of another origin.'
    return
  }
  const url = query.get('url')
  if (url !== null && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && new URL(url).origin !== location.origin) {
    return show((frame) => {
      frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
      frame.src = url
    })
  }
  if (query.get('contentType') !== 'rawhtml') return
  const take = ({ source, data }: MessageEvent<unknown>): void => {
    if (source !== parent || !isLegacyMessage(data) || data.type !== Type.UI_HTML_CONTENT || !isRecord(data.payload)) return
    removeEventListener('message', take)
    const { html, sandbox } = data.payload
    const wanted = typeof sandbox === 'string' ? sandbox.split(/\s+/) : []
    show((frame) => {
      frame.setAttribute('sandbox', GRANTED.filter((flag) => flag === 'allow-scripts' || wanted.includes(flag)).join(' '))
      frame.srcdoc = String(html)
    })
  }
  addEventListener('message', take)
  toParent({ type: Type.UI_PROXY_IFRAME_READY })
}

run()
