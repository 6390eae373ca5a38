import { bootProxy } from './bootstrap.ts'

// The server wrote these two into the page, from a signed token. What the host page says cannot change them.
const told = document.querySelector<HTMLMetaElement>('meta[name=casement]')?.content ?? '{}'
const { host, view } = JSON.parse(told) as { host?: string; view?: string }

bootProxy(host, ({ url, sandbox, allow }) => ({
  viewOrigin: String(view),
  sandbox: typeof sandbox === 'string' ? sandbox : 'allow-scripts allow-same-origin',
  allow: typeof allow === 'string' ? allow : '',
  load(frame) {
    if (URL.canParse(String(url)) && new URL(String(url)).origin === view) frame.src = String(url)
  },
}))
