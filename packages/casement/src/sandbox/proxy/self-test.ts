/** Why a proxy will not run where it is. */
export type ProxyRefusal = 'top-level' | 'same-origin' | 'opaque-proxy' | 'unknown-host' | 'wrong-host' | 'same-origin-view'

const reaches = (other: Window): boolean => {
  try {
    return Boolean(other.document)
  } catch {
    return false
  }
}

/** The page that frames this one, as the browser tells it. */
export function framingOrigin(): string | undefined {
  // Firefox has no ancestorOrigins in all versions, and a host may send no referrer: either is enough.
  const told = location.ancestorOrigins?.[0] ?? (document.referrer && new URL(document.referrer).origin)
  return told && told !== 'null' ? told : undefined
}

/**
 * Tries to escape, and says how far it got. A proxy that can reach the page around it protects nobody: it had better not
 * start.
 */
export function selfTest(host: string | undefined): ProxyRefusal | undefined {
  if (window === parent) return 'top-level'
  if (reaches(parent) || (top && reaches(top))) return 'same-origin'
  if (origin === 'null') return 'opaque-proxy'
  if (!host) return 'unknown-host'
  const framing = framingOrigin()
  return framing && framing !== host ? 'wrong-host' : undefined
}
