import { CasementError } from '../protocol/errors.ts'
import type { PolicyOptions } from '../protocol/policy/index.ts'
import { type DocumentStore, memoryStore } from './documents/document-store.ts'
import { type SandboxOrigins, sandboxOrigins } from './origins.ts'
import type { SandboxReport } from './reports/browser-report.ts'
import { createTokenSigner, type TokenSigner } from './tickets/token.ts'

/** Options of `createSandboxHandler`. */
export interface SandboxOptions {
  /** Signs the URLs. At least 16 random bytes, the same on every node. */
  readonly secret: string | Uint8Array
  /** The domain whose subdomains serve the proxy and the apps, with an optional port: `casement.localhost:4400`, `apps.example`. */
  readonly domain: string
  /** Default: `http` for localhost, otherwise `https`. */
  readonly protocol?: 'http' | 'https'
  /** The pages that may show Views. A ticket is valid for one of them. */
  readonly hostOrigins: readonly string[]
  /** The pages that may frame a host page that is itself embedded. */
  readonly hostAncestors?: readonly string[]
  /** Default: `memoryStore()`. */
  readonly store?: DocumentStore
  /** How many seconds a ticket is valid, at least. Default: one hour. */
  readonly ttl?: number
  /** Whether an app may use the domain in its `_meta.ui.domain`. Requests for that domain must reach this handler. */
  readonly allowDomains?: (domain: string, app: string) => boolean
  /** Called for every violation that a browser reports. */
  readonly onreport?: (report: SandboxReport) => void
  /** Grants to Views beyond the specification's policy. */
  readonly policy?: Pick<PolicyOptions, 'preset' | 'grant' | 'fontOrigins' | 'maxEntries' | 'ownNames'>
  /** The current time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
}

/** Validated options, and the values derived from them. */
export interface Sandbox {
  readonly origins: SandboxOrigins
  readonly hostOrigins: readonly string[]
  readonly hostAncestors: readonly string[]
  readonly signer: TokenSigner
  readonly store: DocumentStore
  readonly ttl: number
  readonly allowDomains: (domain: string, app: string) => boolean
  readonly onreport: (report: SandboxReport) => void
  readonly policy: PolicyOptions
  readonly now: () => number
}

const KNOWN = new Set<string>([
  ...(['secret', 'domain', 'protocol', 'hostOrigins', 'hostAncestors', 'store', 'ttl'] satisfies (keyof SandboxOptions)[]),
  ...(['allowDomains', 'onreport', 'policy', 'now'] satisfies (keyof SandboxOptions)[]),
])

/** Validates the options. Throws for an invalid value and for an unknown name. */
export function resolveSandbox(options: SandboxOptions): Sandbox {
  const unknown = Object.keys(options).find((key) => !KNOWN.has(key))
  if (unknown) throw invalid(`unknown option "${unknown}" (known: ${[...KNOWN].join(', ')})`)
  const { ttl = 3600, hostOrigins, hostAncestors = [], policy = {} } = options
  if (!(ttl >= 1 && ttl <= 31_536_000)) throw invalid(`ttl is ${ttl}; use a number of seconds between 1 and 31,536,000`)
  if (hostOrigins.length === 0) throw invalid('hostOrigins is empty; add the origin of the page that shows Views')
  const origins = sandboxOrigins(options.domain, options.protocol)
  for (const origin of [...hostOrigins, ...hostAncestors]) checkOrigin(origin, origins)
  return {
    origins,
    hostOrigins,
    hostAncestors,
    signer: createTokenSigner(options.secret),
    store: options.store ?? memoryStore(),
    ttl,
    allowDomains: options.allowDomains ?? (() => false),
    onreport: options.onreport ?? (() => {}),
    policy: {
      ...policy,
      ownNames: [
        ...hostOrigins,
        ...hostAncestors,
        origins.sandboxOrigin,
        origins.originOf(origins.domain),
        ...(policy.ownNames ?? []),
      ],
    },
    now: options.now ?? Date.now,
  }
}

function checkOrigin(origin: string, { sandboxOrigin }: SandboxOrigins): void {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin)
    throw invalid(`"${origin}" is not an origin; write it as the browser does, for example https://chat.example.com`)
  if (origin === sandboxOrigin)
    throw invalid(`the host page cannot be at ${origin}, the origin of the sandbox: it must be a different origin (R-082)`)
}

function invalid(what: string): CasementError {
  return new CasementError('INVALID_ARGUMENT', `createSandboxHandler: ${what}`)
}
