import type { SandboxCapabilities } from '../../protocol/sandbox-ticket.ts'

/**
 * The measured behaviour of each browser engine for documents that send `Origin-Agent-Cluster`. `sameSite` means that host page and
 * View share a registrable domain: Chromium then has real storage, and on a desktop still gives each origin a process of its own.
 */
export function browserCapabilities(userAgent: string | undefined, sameSite: boolean): SandboxCapabilities {
  const mobile = userAgent === undefined || /\bMobile\b|Android/.test(userAgent)
  if (userAgent === undefined) return { isolatedProcess: 'unknown', storage: 'unknown' }
  if (/(?:Chrome|Chromium)\//.test(userAgent))
    return { isolatedProcess: mobile ? 'unknown' : 'yes', storage: sameSite ? 'real' : 'memory' }
  // Firefox isolates sites, not origins, and partitions the storage by site.
  if (/\bFirefox\//.test(userAgent)) return { isolatedProcess: sameSite ? 'no' : mobile ? 'unknown' : 'yes', storage: 'real' }
  if (/\bAppleWebKit\//.test(userAgent)) return { isolatedProcess: 'no', storage: sameSite ? 'real' : 'unknown' }
  return { isolatedProcess: 'unknown', storage: 'unknown' }
}

/** Whether two origins are of one site, by their last two labels. Wrong only for public suffixes of two labels, where it returns true. */
export function isSameSite(a: string, b: string): boolean {
  return siteOf(a) === siteOf(b)
}

function siteOf(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname.split('.').slice(-2).join('.')}`
}
