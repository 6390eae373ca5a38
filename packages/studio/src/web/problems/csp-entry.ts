/** The member of `_meta.ui.csp` that allows an origin for each directive. */
const MEMBERS: Readonly<Record<string, string>> = {
  'connect-src': 'connectDomains',
  'img-src': 'resourceDomains',
  'script-src': 'resourceDomains',
  'script-src-elem': 'resourceDomains',
  'style-src': 'resourceDomains',
  'style-src-elem': 'resourceDomains',
  'font-src': 'resourceDomains',
  'media-src': 'resourceDomains',
  'frame-src': 'frameDomains',
  'base-uri': 'baseUriDomains',
}

/** The metadata that allows the source that a directive blocked, with the declared sources; undefined for other sources. */
export function pasteForViolation(directive: string, blocked: string, csp: unknown): string | undefined {
  const member = MEMBERS[directive]
  if (member === undefined || !/^(https?|wss?):/.test(blocked) || !URL.canParse(blocked)) return undefined
  const { protocol, host } = new URL(blocked)
  const declared = typeof csp === 'object' && csp !== null ? (csp as Record<string, unknown>) : {}
  const list = Array.isArray(declared[member]) ? (declared[member] as unknown[]) : []
  const merged = { ...declared, [member]: [...new Set([...list, `${protocol}//${host}`])] }
  return JSON.stringify({ _meta: { ui: { csp: merged } } }, null, 2)
}
