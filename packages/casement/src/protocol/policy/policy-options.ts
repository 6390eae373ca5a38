import { CasementError } from '../errors.ts'
import { type OwnName, parseOwnName } from './own-names.ts'
import { type PermissionName, PERMISSION_FEATURES } from './permissions.ts'
import { type GrantableKeyword, type GrantableScheme, parseSourceExpression, type SourceExpression } from './source-expression.ts'

/** What the host lets resources have beyond the specification's policy. Nothing is added by a grant alone: a resource must declare it. */
export interface PolicyGrant {
  /** Eval keywords count in `resourceDomains` only, where scripts come from. */
  readonly keywords?: readonly GrantableKeyword[]
  readonly schemes?: readonly GrantableScheme[]
  /** The permissions that are honoured when requested; all four unless given. The browser still asks the user. */
  readonly permissions?: readonly PermissionName[]
  /** Further browser features (`fullscreen`, `gamepad`, …) every View gets, requested or not. */
  readonly features?: readonly string[]
}

/**
 * The host's side of a policy. There is deliberately no nonce or hash: either one makes browsers ignore `'unsafe-inline'`, and
 * with it every inline script a View is made of. A script that a sandbox adds to the document runs inline or from `'self'`.
 */
export interface PolicyOptions {
  /** `strict` is the specification's policy; `compat` is what the reference host grants, which is looser (4.10). */
  readonly preset?: 'strict' | 'compat'
  /**
   * The View gets an opaque origin (`srcdoc`, no `allow-same-origin`). Then `'self'` would not mean the View but the page that
   * made it, which is the sandbox: it is left out everywhere, and `'none'` stands where nothing else remains.
   */
  readonly opaque?: boolean
  /** Names and origins of the host page and of the sandbox; no declared source may reach them. */
  readonly ownNames?: readonly string[]
  readonly grant?: PolicyGrant
  /** Where the host's own fonts come from; added to `font-src` and `style-src` and reported to the View (4.41). */
  readonly fontOrigins?: readonly string[]
  /** Who may frame the document. Header only; left out when not given. */
  readonly frameAncestors?: readonly string[]
  /** Tokens of the `sandbox` directive. Header only; `[]` is the strictest, left out when not given. */
  readonly sandbox?: readonly string[]
  /** A name from the response's Reporting-Endpoints. Header only. */
  readonly reportTo?: string
  /** Where older browsers post violations. Header only. */
  readonly reportUri?: string
  /** Entries read from each list; 64 unless given. */
  readonly maxEntries?: number
}

/** Options that were checked, with their defaults. */
export interface ResolvedOptions {
  readonly compat: boolean
  readonly opaque: boolean
  readonly own: readonly OwnName[]
  readonly grant: Required<PolicyGrant>
  readonly fontOrigins: readonly SourceExpression[]
  readonly frameAncestors: readonly string[] | undefined
  readonly sandbox: readonly string[] | undefined
  readonly reportTo: string | undefined
  readonly reportUri: string | undefined
  readonly maxEntries: number
}

const SANDBOX_TOKENS = new Set(
  [
    'downloads forms modals orientation-lock pointer-lock popups popups-to-escape-sandbox presentation same-origin scripts',
    'storage-access-by-user-activation top-navigation top-navigation-by-user-activation top-navigation-to-custom-protocols',
  ]
    .flatMap((line) => line.split(' '))
    .map((word) => `allow-${word}`),
)
const KEYWORDS: ReadonlySet<string> = new Set<GrantableKeyword>(["'self'", "'unsafe-eval'", "'wasm-unsafe-eval'"])
const SCHEMES: ReadonlySet<string> = new Set<GrantableScheme>(['data:', 'blob:'])
const FEATURE = /^[a-z][a-z0-9-]*$/
const ENDPOINT = /^[a-z][a-z0-9_.-]*$/i
const REPORT_URI = /^(?:https?:\/\/[a-z0-9.:-]+)?\/[a-z0-9._~@+=:/?&-]*$/i

/** Checks the host's options. Unlike metadata they are the caller's own, so a mistake in them throws. */
export function resolveOptions(options: PolicyOptions): ResolvedOptions {
  const { preset = 'strict', opaque = false, grant = {}, maxEntries = 64 } = options
  check('preset', [preset], (name) => name === 'strict' || name === 'compat')
  check('grant.keywords', grant.keywords, (word) => KEYWORDS.has(word))
  check('grant.schemes', grant.schemes, (scheme) => SCHEMES.has(scheme))
  check('grant.features', grant.features, (name) => FEATURE.test(name))
  check('sandbox', options.sandbox, (token) => SANDBOX_TOKENS.has(token))
  check('reportTo', options.reportTo === undefined ? [] : [options.reportTo], (name) => ENDPOINT.test(name))
  check('reportUri', options.reportUri === undefined ? [] : [options.reportUri], (uri) => REPORT_URI.test(uri))
  check('maxEntries', [String(maxEntries)], () => Number.isSafeInteger(maxEntries) && maxEntries >= 0)
  check(
    'frameAncestors',
    options.frameAncestors,
    (text) => text === "'none'" || text === "'self'" || parseOption('frameAncestors', text) !== null,
  )
  return {
    compat: preset === 'compat',
    opaque,
    own: (options.ownNames ?? []).map(parseOwnName),
    grant: {
      keywords: (grant.keywords ?? []).filter((word) => !opaque || word !== "'self'"),
      schemes: grant.schemes ?? [],
      permissions: grant.permissions ?? (Object.keys(PERMISSION_FEATURES) as PermissionName[]),
      features: grant.features ?? [],
    },
    fontOrigins: (options.fontOrigins ?? []).map((text) => parseOption('fontOrigins', text)),
    frameAncestors: options.frameAncestors,
    sandbox: options.sandbox,
    reportTo: options.reportTo,
    reportUri: options.reportUri,
    maxEntries,
  }
}

function parseOption(option: string, text: string): SourceExpression {
  const source = parseSourceExpression(text)
  if (typeof source === 'string') throw invalid(option, text, ` (${source})`)
  return source
}

function check(option: string, values: readonly string[] | undefined, isGood: (value: string) => boolean): void {
  const bad = values?.find((value) => !isGood(value))
  if (bad !== undefined) throw invalid(option, bad)
}

function invalid(option: string, value: string, detail = ''): CasementError {
  return new CasementError(
    'INVALID_ARGUMENT',
    `compilePolicy option ${option}: ${JSON.stringify(value)} is not accepted${detail}`,
  )
}
