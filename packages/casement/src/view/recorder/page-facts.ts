import type { Failure } from './failures.ts'

/** The page at the start of the View: sizes, frames, the browser. */
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

/** The storage that the View may use. Not read at the start, because the browser blocks the page for up to 100 ms. */
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

/** The number of frames around this page. */
function depthOf(): number {
  let depth = 0
  for (let frame: Window = window; frame !== frame.parent && depth < 10; frame = frame.parent) depth++
  return depth
}
