import { CasementError } from '../errors.ts'
import { type OwnName, parseOwnName } from './own-names.ts'
import { type PermissionName, PERMISSION_FEATURES } from './permissions.ts'
import { type GrantableKeyword, type GrantableScheme, parseSourceExpression, type SourceExpression } from './source-expression.ts'

/** Sources and features that the host allows beyond the policy of the specification. Keywords, schemes and permissions only apply if the resource declares them. */
export interface PolicyGrant {
  /** Eval keywords apply only in `resourceDomains`, the list for scripts. */
  readonly keywords?: readonly GrantableKeyword[]
  readonly schemes?: readonly GrantableScheme[]
  /** The permissions that a resource can request. Default: all four. The browser still asks the user. */
  readonly permissions?: readonly PermissionName[]
  /** More browser features (`fullscreen`, `gamepad`, …), granted to every View. */
  readonly features?: readonly string[]
}

/**
 * The host's options of a policy. Nonces and hashes are not supported on purpose: either one makes browsers ignore `'unsafe-inline'`,
 * and Views consist of inline scripts.
 */
export interface PolicyOptions {
  /** `strict` is the policy of the specification; `compat` is the looser policy of the reference host. Default `strict`. */
  readonly preset?: 'strict' | 'compat'
  /**
   * The View runs in an opaque origin (`srcdoc` without `allow-same-origin`). There, `'self'` would match the sandbox page instead of
   * the View, so it is omitted everywhere. A directive without other sources becomes `'none'`. Camera and microphone are refused, as
   * browsers do.
   */
  readonly opaque?: boolean
  /** Names and origins of the host page and of the sandbox. Declared sources that cover one of them are refused. */
  readonly ownNames?: readonly string[]
  readonly grant?: PolicyGrant
  /** Origins of the host's fonts. They are added to `font-src` and `style-src` and reported to the View. */
  readonly fontOrigins?: readonly string[]
  /** The pages that may embed the document. Header only. */
  readonly frameAncestors?: readonly string[]
  /** Tokens of the `sandbox` directive. Header only; `[]` is the strictest value. */
  readonly sandbox?: readonly string[]
  /** The name of a reporting endpoint from the `Reporting-Endpoints` header. Header only. */
  readonly reportTo?: string
  /** The URL to which older browsers post violations. Header only. */
  readonly reportUri?: string
  /** The maximum number of entries that are read from each list. Default 64. */
  readonly maxEntries?: number
}

/** Validated options with their defaults. */
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

/** Validates the host's options. Unlike metadata, they are trusted, so an invalid one throws. */
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
  if (typeof source === 'string') throw invalidOption(option, text, ` (${source})`)
  return source
}

function check(option: string, values: readonly string[] | undefined, isValid: (value: string) => boolean): void {
  const invalid = values?.find((value) => !isValid(value))
  if (invalid !== undefined) throw invalidOption(option, invalid)
}

function invalidOption(option: string, value: string, detail = ''): CasementError {
  return new CasementError('INVALID_ARGUMENT', `compilePolicy option ${option}: ${JSON.stringify(value)} is invalid${detail}`)
}
