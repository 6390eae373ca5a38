import type { MountOptions } from '../../host/mount/options.ts'
import type { SandboxProvider } from '../../host/frame/sandbox-provider.ts'
import { CasementError } from '../../protocol/errors.ts'
import type { HostProfile, ProfileSettings } from './host-profile.ts'

/** Options of a View as another host would have them. */
export function applyProfile({ title, settings }: HostProfile, options: MountOptions): MountOptions {
  const { displayModes, pip, hostContext, without = [], maxHeight, denyWith } = settings
  // A handler that is set to undefined removes the built-in one.
  const missing = Object.fromEntries(without.map((name) => [name, undefined]))
  return {
    ...options,
    ...(displayModes && { displayModes }),
    ...(pip && { pip }),
    ...(hostContext && { hostContext: { ...options.hostContext, ...hostContext } }),
    ...(maxHeight !== undefined && {
      containerDimensions: { maxHeight: Math.round(innerHeight * maxHeight), ...options.containerDimensions },
    }),
    ...(denyWith && { policies: { ...options.policies, denyWith } }),
    ...(settings.withoutExtensions && { split: undefined }),
    handlers: { ...options.handlers, ...missing },
    bridge: {
      ...options.bridge,
      compat: settings.compat,
      ...(settings.withoutExtensions && { state: false, directPort: false, experimental: {} }),
      ...(settings.appTools && { appTools: settings.appTools }),
    },
    sandbox: sandboxOf(title, settings, options.sandbox),
  }
}

/** A sandbox that receives only the metadata which this host passes on. */
function sandboxOf(title: string, settings: ProfileSettings, sandbox: SandboxProvider): SandboxProvider {
  const { ignoresPermissions = false, domain: demanded } = settings
  const ignoredCsp: readonly string[] = settings.ignoredCsp ?? []
  const { withoutStorage = false } = settings
  if (ignoredCsp.length === 0 && !ignoresPermissions && !demanded && !withoutStorage) return sandbox
  return {
    async open(resource, options) {
      const { csp, permissions, domain } = resource
      if (demanded && domain !== undefined) await checkDomain(title, resource.app, domain)
      const honoured = csp && Object.fromEntries(Object.entries(csp).filter(([name]) => !ignoredCsp.includes(name)))
      return sandbox.open(
        {
          ...resource,
          html: withoutStorage ? refuseStorage(resource.html) : resource.html,
          csp: honoured,
          permissions: ignoresPermissions ? undefined : permissions,
          domain: undefined,
        },
        options,
      )
    },
  }
}

const REFUSE_STORAGE = `<script>(() => {
const refuse = () => { throw new DOMException('The document is sandboxed and lacks the "allow-same-origin" flag.', 'SecurityError') }
for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(window, name, { get: refuse })
Object.defineProperty(document, 'cookie', { get: refuse, set: refuse })
document.currentScript.remove()
})()</script>`

/** A document in which all storage throws, as in a frame without `allow-same-origin`. */
const refuseStorage = (html: string): string =>
  /<head\b[^>]*>/i.test(html)
    ? html.replace(/<head\b[^>]*>/i, (head) => head + REFUSE_STORAGE)
    : html.replace(/^(\s*<!doctype[^>]*>)?/i, (doctype) => doctype + REFUSE_STORAGE)

/** Claude shows nothing when the declared domain is not the one that it computes from the address of the server. */
async function checkDomain(title: string, app: string, domain: string): Promise<void> {
  const expected = await claudeDomain(app)
  if (domain === expected) return
  throw new CasementError(
    'DENIED',
    `${title} would not show this View: _meta.ui.domain is ${JSON.stringify(domain)}, and for the server ${app} it must be ${expected} or absent`,
  )
}

/** The value of `_meta.ui.domain` that Claude expects for a server: half a SHA-256 of its exact address. */
export async function claudeDomain(serverUrl: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(serverUrl)))
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 32)}.claudemcpcontent.com`
}
