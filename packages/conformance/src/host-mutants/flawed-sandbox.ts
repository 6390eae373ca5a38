import { buildAllowAttribute, type SandboxProvider } from 'casement/host'

/** Views run behind a proxy with one flaw that otherwise behaves like that of the reference host. */
export const flawedSandbox = (proxyUrl: string, flaw: string): SandboxProvider => ({
  async open({ csp, permissions }) {
    const url = new URL(proxyUrl)
    url.searchParams.set('flaw', flaw)
    if (csp) url.searchParams.set('csp', JSON.stringify(csp))
    return {
      mode: 'opaque',
      proxyUrl: url.href,
      proxyOrigin: url.origin,
      allow: buildAllowAttribute(permissions),
      sandbox: 'allow-scripts allow-same-origin',
      effective: { ...(csp && { csp }), ...(permissions && { permissions }) },
      refused: [],
      capabilities: { isolatedProcess: 'no', isolatedFromOtherApps: 'no', blocksConnections: 'no', storage: 'real' },
      reason: 'It is broken on purpose.',
    }
  },
})
