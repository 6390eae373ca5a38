/** The configuration of a served or inline proxy: the origin that frames it, and the origin that it frames. */
export interface ProxyConfig {
  readonly host: string
  readonly view: string
}

/** Makes the proxy invisible. Its colour scheme is the user's until the host sends another. */
export const PROXY_STYLE =
  ':root{color-scheme:light dark}html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block;background:0 0;overflow:hidden}' +
  // See `detectScroll`.
  '#feel{position:fixed;inset:0;overflow:hidden;scroll-padding:50%}#feel>div{width:100%;height:100%;padding:1px}'

/** The proxy as one document. Without a configuration it is the static file of opaque mode. */
export function proxyPage(script: string, config?: ProxyConfig): string {
  const meta = config ? `<meta name="casement" content="${escapeAttribute(JSON.stringify(config))}">` : ''
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandbox</title>${meta}<style>${PROXY_STYLE}</style><body><script>${script}</script>`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
