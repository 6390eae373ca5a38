import type { SandboxCapabilities } from '../../protocol/sandbox-ticket.ts'

// Older ones may not know `Connection-Allowlist`.
const FIRST_MEASURED_CHROMIUM = 156
const UNKNOWN: SandboxCapabilities = {
  isolatedProcess: 'unknown',
  isolatedFromOtherApps: 'unknown',
  blocksConnections: 'unknown',
  storage: 'unknown',
}

/**
 * The measured behaviour of each browser engine for documents that send `Origin-Agent-Cluster`. `sameSite` means that host page and
 * View share a registrable domain: Chromium then has real storage, and on a desktop still gives each origin a process of its own.
 */
export function browserCapabilities(userAgent: string | undefined, sameSite: boolean): SandboxCapabilities {
  if (userAgent === undefined) return UNKNOWN
  const isMobile = /\bMobile\b|Android/.test(userAgent)
  const chromium = /(?:Chrome|Chromium)\/(\d+)/.exec(userAgent)?.[1]
  if (chromium !== undefined) {
    const isolated = isMobile ? 'unknown' : 'yes'
    return {
      isolatedProcess: isolated,
      isolatedFromOtherApps: isolated,
      blocksConnections: Number(chromium) < FIRST_MEASURED_CHROMIUM ? 'unknown' : 'yes',
      storage: sameSite ? 'real' : 'memory',
    }
  }
  if (/\bFirefox\//.test(userAgent)) {
    // Firefox isolates sites, not origins, and partitions the storage by site. All apps are on one site.
    const isolatedProcess = sameSite ? 'no' : isMobile ? 'unknown' : 'yes'
    return { isolatedProcess, isolatedFromOtherApps: 'no', blocksConnections: 'no', storage: 'real' }
  }
  if (/\bAppleWebKit\//.test(userAgent))
    return {
      isolatedProcess: 'no',
      isolatedFromOtherApps: 'no',
      blocksConnections: 'no',
      storage: sameSite ? 'real' : 'unknown',
    }
  return UNKNOWN
}

/** Whether two origins are of one site, by their last two labels. Wrong only for public suffixes of two labels, where it returns true. */
export function isSameSite(a: string, b: string): boolean {
  return siteOf(a) === siteOf(b)
}

function siteOf(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname.split('.').slice(-2).join('.')}`
}
