/** Why a proxy refuses to run. */
export type ProxyRefusal = 'top-level' | 'same-origin' | 'opaque-proxy' | 'unknown-host' | 'wrong-host' | 'same-origin-view'

const reaches = (other: Window): boolean => {
  try {
    return Boolean(other.document)
  } catch {
    return false
  }
}

/** The origin of the page that frames this one, according to the browser. */
export function framingOrigin(): string | undefined {
  // Some versions of Firefox have no ancestorOrigins, and a host may send no referrer. Either is enough.
  const framing = location.ancestorOrigins?.[0] ?? (document.referrer && new URL(document.referrer).origin)
  return framing && framing !== 'null' ? framing : undefined
}

/** Checks that this page cannot reach the page around it. A proxy that can would isolate nothing, so it does not start. */
export function selfTest(host: string | undefined, isInline = false): ProxyRefusal | undefined {
  if (window === parent) return 'top-level'
  if (reaches(parent) || (top && reaches(top))) return 'same-origin'
  if (origin === 'null' && !isInline) return 'opaque-proxy'
  if (!host) return 'unknown-host'
  const framing = framingOrigin()
  return framing && framing !== host ? 'wrong-host' : undefined
}
