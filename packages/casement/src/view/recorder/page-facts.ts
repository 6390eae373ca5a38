import type { Failure } from './failures.ts'

/** What the View finds when it starts: sizes, frames, the browser. Reading them changes nothing. */
export function describePage(): Failure {
  return {
    kind: 'page',
    origin: location.origin,
    protocol: location.protocol,
    referrer: originOf(document.referrer),
    width: innerWidth,
    height: innerHeight,
    pixelRatio: devicePixelRatio,
    language: navigator.language,
    browser: navigator.userAgent,
    isSecureContext,
    depth: depthOf(),
  }
}

/** Which storage the View may use. The browser blocks the page for up to 100 ms while it looks, so this is not read at the start. */
export function describeStorage(): Failure {
  return {
    kind: 'storage',
    localStorage: accessOf(() => localStorage),
    sessionStorage: accessOf(() => sessionStorage),
    indexedDB: accessOf(() => indexedDB),
    cookies: accessOf(() => document.cookie),
  }
}

// The rest of the address may contain a token.
const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '')

function accessOf(use: () => unknown): string {
  try {
    return use() === undefined ? 'missing' : 'available'
  } catch (error) {
    return error instanceof Error ? error.name : 'refused'
  }
}

/** How many frames this page is inside of. */
function depthOf(): number {
  let depth = 0
  for (let frame: Window = window; frame !== frame.parent && depth < 10; frame = frame.parent) depth++
  return depth
}
