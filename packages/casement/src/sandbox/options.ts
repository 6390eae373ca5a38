import { CasementError } from '../protocol/errors.ts'
import type { PolicyOptions } from '../protocol/policy/index.ts'
import { type DocumentStore, memoryStore } from './document-store.ts'
import { type SandboxOrigins, sandboxOrigins } from './origins.ts'
import type { SandboxReport } from './browser-report.ts'
import { createTokenSigner, type TokenSigner } from './token.ts'

/** What a sandbox is told once. */
export interface SandboxOptions {
  /** Signs the URLs: at least 16 random bytes, the same on every node. */
  readonly secret: string | Uint8Array
  /** The domain below which the proxy and the apps live, with a port if need be: `casement.localhost:4400`, `apps.example`. */
  readonly domain: string
  /** Default `http` for localhost, `https` for everything else. */
  readonly protocol?: 'http' | 'https'
  /** The pages that may show Views. A ticket is for one of them. */
  readonly hostOrigins: readonly string[]
  /** Pages that may frame a host page, where one is itself embedded. */
  readonly hostAncestors?: readonly string[]
  /** Default: in the memory of this process. */
  readonly store?: DocumentStore
  /** How many seconds a ticket is good for at least. Default one hour. */
  readonly ttl?: number
  /** Whether an app may have the origin its `_meta.ui.domain` names. Requests for that name must reach this handler. */
  readonly allowDomains?: (domain: string, app: string) => boolean
  /** Hears what browsers report about Views. */
  readonly onreport?: (report: SandboxReport) => void
  /** What Views are granted beyond the specification's policy. */
  readonly policy?: Pick<PolicyOptions, 'preset' | 'grant' | 'fontOrigins' | 'maxEntries' | 'ownNames'>
  /** The wall clock in milliseconds. */
  readonly now?: () => number
}

/** Options that were checked, and what follows from them. */
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

/** Checks the options. They are the operator's own, so a mistake throws, and a misspelt name is a mistake. */
export function resolveSandbox(options: SandboxOptions): Sandbox {
  const unknown = Object.keys(options).find((key) => !KNOWN.has(key))
  if (unknown) throw invalid(`unknown option "${unknown}" (known: ${[...KNOWN].join(', ')})`)
  const { ttl = 3600, hostOrigins, hostAncestors = [], policy = {} } = options
  if (!(ttl >= 1 && ttl <= 31_536_000)) throw invalid(`ttl is ${ttl}; give seconds, between 1 and one year`)
  if (hostOrigins.length === 0) throw invalid('hostOrigins is empty; name the origin of the page that shows Views')
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
    throw invalid(`"${origin}" is no origin; write it as the browser does, such as https://chat.example.com`)
  if (origin === sandboxOrigin)
    throw invalid(
      `the host page cannot be at ${origin}, which is the sandbox's own origin: nothing would separate the two (R-082)`,
    )
}

function invalid(what: string): CasementError {
  return new CasementError('INVALID_ARGUMENT', `createSandboxHandler: ${what}`)
}
