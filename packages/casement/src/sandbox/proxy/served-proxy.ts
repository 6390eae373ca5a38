import { bootProxy } from './bootstrap.ts'

// The server wrote these two into the page, from a signed token. What the host page says cannot change them.
const told = document.querySelector<HTMLMetaElement>('meta[name=casement]')?.content ?? '{}'
const { host, view } = JSON.parse(told) as { host?: string; view?: string }

// The host page can name the View in the address already. It is the page that frames this one, so it may; and it can name no other
// origin than the server did.
const early = new URLSearchParams(location.hash.slice(1))

bootProxy(
  host,
  ({ url, sandbox, allow }) => ({
    viewOrigin: String(view),
    sandbox: typeof sandbox === 'string' ? sandbox : 'allow-scripts allow-same-origin',
    allow: typeof allow === 'string' ? allow : '',
    load(frame) {
      if (URL.canParse(String(url)) && new URL(String(url)).origin === view) frame.src = String(url)
    },
  }),
  early.has('url') ? Object.fromEntries(early) : undefined,
)
