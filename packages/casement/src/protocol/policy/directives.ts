import type { ResolvedOptions } from './policy-options.ts'
import type { CspList, DeclaredLists, DeclaredSource } from './read-metadata.ts'
import type { SourceExpression } from './source-expression.ts'

/** The origin of a source in the policy: a rule of the specification, the metadata, or an option of the host. */
export type SourceOrigin =
  | { readonly kind: 'rule'; readonly rule: string }
  | { readonly kind: 'declared'; readonly where: string }
  | { readonly kind: 'option'; readonly option: string }

/** One source of a directive, and its origin. */
export interface PolicySource {
  readonly text: string
  readonly from: SourceOrigin
}

/** One directive of the policy. */
export interface Directive {
  readonly name: string
  readonly sources: readonly PolicySource[]
}

/** The rule set of a policy. */
export type PolicyBranch = 'default' | 'declared' | 'compat'

/** One directive of a rule set. */
interface DirectiveRule {
  readonly name: string
  /** The requirement, `compat` or `sandbox`. */
  readonly rule: string
  /** Sources that do not depend on the metadata. */
  readonly fixed: string
  /** The list whose entries are added. */
  readonly list?: CspList
  /** Replaces `fixed` if the list is empty. */
  readonly whenEmpty?: string
}

const row = (name: string, rule: string, fixed: string, list?: CspList, whenEmpty?: string): DirectiveRule => ({
  name,
  rule,
  fixed,
  ...(list && { list }),
  ...(whenEmpty && { whenEmpty }),
})

// Directives that default-src does not cover or that no View needs. A form could post anywhere, and a manifest is a fetch.
// `worker-src` would fall back to script-src, but a worker's script must be same-origin or a blob: or data: URL, and a View's origin
// serves only its document. So it is 'none', or the schemes that the resource declared and the host granted.
const ALWAYS: readonly DirectiveRule[] = [row('form-action', 'sandbox', "'none'"), row('manifest-src', 'sandbox', "'none'")]

const RULES: Readonly<Record<PolicyBranch, readonly DirectiveRule[]>> = {
  default: [
    row('default-src', 'R-050', "'none'"),
    row('script-src', 'R-050', "'self' 'unsafe-inline'"),
    row('style-src', 'R-050', "'self' 'unsafe-inline'"),
    row('img-src', 'R-050', "'self' data:"),
    row('media-src', 'R-050', "'self' data:"),
    row('connect-src', 'R-050', "'none'"),
    row('frame-src', 'R-059', "'none'"),
    row('object-src', 'R-051', "'none'"),
    row('base-uri', 'R-061', "'self'"),
    row('worker-src', 'sandbox', "'none'"),
    ...ALWAYS,
  ],
  declared: [
    row('default-src', 'R-052', "'none'"),
    row('script-src', 'R-053', "'self' 'unsafe-inline'", 'resourceDomains'),
    row('style-src', 'R-054', "'self' 'unsafe-inline'", 'resourceDomains'),
    row('connect-src', 'R-055', "'self'", 'connectDomains'),
    row('img-src', 'R-056', "'self' data:", 'resourceDomains'),
    row('font-src', 'R-057', "'self'", 'resourceDomains'),
    row('media-src', 'R-058', "'self' data:", 'resourceDomains'),
    row('frame-src', 'R-059', '', 'frameDomains', "'none'"),
    row('object-src', 'R-060', "'none'"),
    row('base-uri', 'R-061', '', 'baseUriDomains', "'self'"),
    row('worker-src', 'sandbox', '', 'resourceDomains', "'none'"),
    ...ALWAYS,
  ],
  compat: [
    row('default-src', 'compat', "'self' 'unsafe-inline'"),
    row('script-src', 'compat', "'self' 'unsafe-inline' 'unsafe-eval' blob: data:", 'resourceDomains'),
    row('style-src', 'compat', "'self' 'unsafe-inline' blob: data:", 'resourceDomains'),
    row('connect-src', 'R-055', "'self'", 'connectDomains'),
    row('img-src', 'compat', "'self' blob: data:", 'resourceDomains'),
    row('font-src', 'compat', "'self' blob: data:", 'resourceDomains'),
    row('media-src', 'compat', "'self' blob: data:", 'resourceDomains'),
    row('frame-src', 'R-059', '', 'frameDomains', "'none'"),
    row('object-src', 'R-060', "'none'"),
    row('base-uri', 'compat', '', 'baseUriDomains', "'none'"),
    row('worker-src', 'compat', "'self' blob:", 'resourceDomains'),
    ...ALWAYS,
  ],
}

/** Builds the directives of a policy: the rule set of its branch, then those of the host's options. */
export function buildDirectives(branch: PolicyBranch, lists: DeclaredLists | undefined, options: ResolvedOptions): Directive[] {
  const directives = RULES[branch].map((rule) => buildDirective(rule, lists, branch, options.opaque))
  const withFonts = addFontOrigins(directives, options.fontOrigins)
  const { frameAncestors, sandbox, reportUri, reportTo } = options
  return [
    ...withFonts,
    ...fromOption('frame-ancestors', 'frameAncestors', frameAncestors?.length === 0 ? ["'none'"] : frameAncestors),
    ...fromOption('sandbox', 'sandbox', sandbox),
    ...fromOption('report-uri', 'reportUri', reportUri === undefined ? undefined : [reportUri]),
    ...fromOption('report-to', 'reportTo', reportTo === undefined ? undefined : [reportTo]),
  ]
}

function buildDirective(
  { name, rule, fixed, list, whenEmpty }: DirectiveRule,
  lists: DeclaredLists | undefined,
  branch: PolicyBranch,
  opaque: boolean,
): Directive {
  const declared = (list ? (lists?.[list] ?? []) : []).filter(({ source }) => belongsIn(name, source, branch))
  const base = (declared.length === 0 && whenEmpty ? whenEmpty : fixed)
    .split(' ')
    .filter((text) => text !== '' && !(opaque && text === "'self'"))
  const sources = unique([...base.map((text) => fromRule(text, rule)), ...declared.map(fromDeclared)])
  return { name, sources: sources.length > 0 ? sources : [{ text: "'none'", from: { kind: 'option', option: 'opaque' } }] }
}

function belongsIn(directive: string, source: SourceExpression, branch: PolicyBranch): boolean {
  if (source.kind === 'keyword' && source.text !== "'self'") return directive === 'script-src'
  return directive !== 'worker-src' || branch === 'compat' || source.kind === 'scheme'
}

function addFontOrigins(directives: readonly Directive[], origins: readonly SourceExpression[]): Directive[] {
  if (origins.length === 0) return [...directives]
  const added = origins.map(({ text }): PolicySource => ({ text, from: { kind: 'option', option: 'fontOrigins' } }))
  // The restrictive default has no font-src, so one is added that allows only these origins.
  const missing = directives.some(({ name }) => name === 'font-src') ? [] : [{ name: 'font-src', sources: [] }]
  return [...directives, ...missing].map((directive) =>
    directive.name === 'font-src' || directive.name === 'style-src'
      ? { name: directive.name, sources: unique([...directive.sources, ...added]) }
      : directive,
  )
}

function fromOption(name: string, option: string, values: readonly string[] | undefined): Directive[] {
  if (values === undefined) return []
  return [{ name, sources: unique(values.map((text) => ({ text, from: { kind: 'option', option } }))) }]
}

const fromRule = (text: string, rule: string): PolicySource => ({ text, from: { kind: 'rule', rule } })
const fromDeclared = ({ source, where }: DeclaredSource): PolicySource => ({
  text: source.text,
  from: { kind: 'declared', where },
})

function unique(sources: readonly PolicySource[]): PolicySource[] {
  const seen = new Set<string>()
  return sources.filter(({ text }) => !seen.has(text) && seen.add(text))
}
