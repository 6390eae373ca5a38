import { CasementError } from '../protocol/errors.ts'
import { appLabel } from '../protocol/sandbox-ticket.ts'

/** The hosts and origins of a sandbox. */
export interface SandboxOrigins {
  readonly domain: string
  readonly sandboxHost: string
  readonly sandboxOrigin: string
  originOf(host: string): string
}

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
const APP_LABEL = /^[0-9a-f]{32}$/

/** Derives the hosts and origins from the configured domain, which may include a port. */
export function sandboxOrigins(domain: string, protocol?: 'http' | 'https'): SandboxOrigins {
  const lower = domain.toLowerCase()
  const [name = '', port] = lower.split(':')
  if (!isHostName(name) || (port !== undefined && !/^\d{1,5}$/.test(port)))
    throw new CasementError(
      'INVALID_ARGUMENT',
      `createSandboxHandler: "${domain}" is not a domain; use a host name with an optional port, for example casement.localhost:4400`,
    )
  const local = name === 'localhost' || name.endsWith('.localhost')
  const scheme = protocol ?? (local ? 'http' : 'https')
  // Origins and Host headers omit the default port.
  const host = port === (scheme === 'http' ? '80' : '443') ? name : lower
  const originOf = (of: string): string => `${scheme}://${of}`
  return { domain: host, sandboxHost: `sandbox.${host}`, sandboxOrigin: originOf(`sandbox.${host}`), originOf }
}

/** True for a DNS name in lower case, without a port. */
export function isHostName(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => LABEL.test(label))
}

/** The host of an app's own origin. */
export async function appHost(app: string, { domain }: SandboxOrigins): Promise<string> {
  return `${await appLabel(app)}.${domain}`
}

/** True for a label that `appLabel` could have returned. */
export const isAppLabel = (label: string): boolean => APP_LABEL.test(label)

/** True for a host that `appHost` could have returned. */
export function isAppHost(host: string, { domain }: Pick<SandboxOrigins, 'domain'>): boolean {
  return host.endsWith(`.${domain}`) && isAppLabel(host.slice(0, -domain.length - 1))
}

/** The host for a declared `_meta.ui.domain`, on the sandbox's port. Undefined if no document may be served there. */
export function dedicatedHost(declared: string, { domain, sandboxHost }: SandboxOrigins): string | undefined {
  const name = declared.toLowerCase()
  const [own = '', port] = domain.split(':')
  const host = port === undefined ? name : `${name}:${port}`
  if (!isHostName(name) || !name.includes('.') || name === own || host === sandboxHost) return undefined
  // A subdomain of the sandbox with an app label belongs to that app.
  return isAppHost(host, { domain }) ? undefined : host
}
