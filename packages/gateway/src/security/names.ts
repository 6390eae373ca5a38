import { CasementError } from 'casement/protocol'

/** The host names of a gateway, and the origin of each part. */
export interface Names {
  readonly protocol: 'http' | 'https'
  /** Where the page is meant to be. */
  readonly origin: string
  /** Origins of the page; the first is `origin`. */
  readonly pageOrigins: readonly string[]
  /** Below it live the relay and the apps. */
  readonly sandboxDomain: string
  /** The `Host` that serves only the relay of opaque mode, for a page at `localhost`. */
  readonly opaqueHost: string | undefined
}

/** The public address of a gateway. */
export interface PublicNames {
  /** The origin of the page, such as `https://chat.example.com`. */
  readonly origin: string
  /** The domain of the sandbox, such as `example-apps.net`. */
  readonly sandboxDomain: string
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/

/** Whether an address is reached from this machine only. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

/** The names on loopback, or those that the operator gives. */
export function resolveNames(port: number, given: PublicNames | undefined): Names {
  if (given) {
    if (!URL.canParse(given.origin) || new URL(given.origin).origin !== given.origin)
      throw new CasementError(
        'INVALID_ARGUMENT',
        `"${given.origin}" is not an origin; write scheme, host and port, such as https://chat.example.com.`,
      )
    const protocol = given.origin.startsWith('https:') ? 'https' : 'http'
    return {
      protocol,
      origin: given.origin,
      pageOrigins: [given.origin],
      sandboxDomain: given.sandboxDomain,
      opaqueHost: undefined,
    }
  }
  const origin = `http://casement.localhost:${port}`
  return {
    protocol: 'http',
    origin,
    pageOrigins: [origin, `http://localhost:${port}`],
    sandboxDomain: `casement.localhost:${port}`,
    opaqueHost: `127.0.0.1:${port}`,
  }
}

/** Whether a `Host` is the page's. At every other one, a View may be. */
export const isPageHost = ({ pageOrigins }: Names, host: string): boolean =>
  pageOrigins.some((origin) => new URL(origin).host === host)
