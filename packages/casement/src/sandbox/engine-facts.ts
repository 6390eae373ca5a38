import type { SandboxCapabilities } from '../protocol/sandbox-ticket.ts'

/**
 * What the engines were measured to do with documents that ask for `Origin-Agent-Cluster`. `sameSite` means that host page and
 * View share a registrable domain: Chromium then keeps real storage, and still gives each origin its own process on a desktop.
 */
export function engineFacts(userAgent: string | undefined, sameSite: boolean): SandboxCapabilities {
  const mobile = userAgent === undefined || /\bMobile\b|Android/.test(userAgent)
  if (userAgent === undefined) return { isolatedProcess: 'unknown', storage: 'unknown' }
  if (/(?:Chrome|Chromium)\//.test(userAgent))
    return { isolatedProcess: mobile ? 'unknown' : 'yes', storage: sameSite ? 'real' : 'memory' }
  // Firefox gives a site a process, not an origin; across sites it does, and keeps the storage apart by site.
  if (/\bFirefox\//.test(userAgent)) return { isolatedProcess: sameSite ? 'no' : mobile ? 'unknown' : 'yes', storage: 'real' }
  if (/\bAppleWebKit\//.test(userAgent)) return { isolatedProcess: 'no', storage: sameSite ? 'real' : 'unknown' }
  return { isolatedProcess: 'unknown', storage: 'unknown' }
}

/** Whether two hosts are one site, judged by their last two labels: wrong only for public suffixes of two labels, where it says yes. */
export function isSameSite(a: string, b: string): boolean {
  return siteOf(a) === siteOf(b)
}

function siteOf(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname.split('.').slice(-2).join('.')}`
}
