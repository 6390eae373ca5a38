import type { ResolvedOptions } from './policy-options.ts'
import type { CspList, DeclaredLists, DeclaredSource } from './read-metadata.ts'
import type { SourceExpression } from './source-expression.ts'

/** Where a source in the policy comes from. */
export type SourceOrigin =
  | { readonly kind: 'rule'; readonly rule: string }
  | { readonly kind: 'declared'; readonly where: string }
  | { readonly kind: 'option'; readonly option: string }

/** One source of a directive, and why it is there. */
export interface PolicySource {
  readonly text: string
  readonly from: SourceOrigin
}

/** One directive of the policy. */
export interface Directive {
  readonly name: string
  readonly sources: readonly PolicySource[]
}

/** Which set of rules made the policy (4.1, 4.10). */
export type PolicyBranch = 'default' | 'declared' | 'compat'

// One line of a rule set: the fixed sources, the list whose entries follow, and what stands there when that list is empty.
interface Row {
  readonly name: string
  readonly rule: string
  readonly fixed: string
  readonly list?: CspList
  readonly whenEmpty?: string
}

const row = (name: string, rule: string, fixed: string, list?: CspList, whenEmpty?: string): Row => ({
  name,
  rule,
  fixed,
  ...(list && { list }),
  ...(whenEmpty && { whenEmpty }),
})

// What CSP leaves open and no View needs. A form could post anywhere; a manifest is a fetch of its own. A worker would fall
// back to script-src, but its script must be same-origin or a blob:/data: URL, and a View's origin serves one HTML document:
// so 'none', and blob: or data: when the resource declared them and the host granted them. Never looser than the fallback.
const ALWAYS: readonly Row[] = [row('form-action', 'sandbox', "'none'"), row('manifest-src', 'sandbox', "'none'")]

const RULES: Readonly<Record<PolicyBranch, readonly Row[]>> = {
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
    row('default-src', '4.10', "'self' 'unsafe-inline'"),
    row('script-src', '4.10', "'self' 'unsafe-inline' 'unsafe-eval' blob: data:", 'resourceDomains'),
    row('style-src', '4.10', "'self' 'unsafe-inline' blob: data:", 'resourceDomains'),
    row('connect-src', 'R-055', "'self'", 'connectDomains'),
    row('img-src', '4.10', "'self' blob: data:", 'resourceDomains'),
    row('font-src', '4.10', "'self' blob: data:", 'resourceDomains'),
    row('media-src', '4.10', "'self' blob: data:", 'resourceDomains'),
    row('frame-src', 'R-059', '', 'frameDomains', "'none'"),
    row('object-src', 'R-060', "'none'"),
    row('base-uri', '4.10', '', 'baseUriDomains', "'none'"),
    row('worker-src', '4.10', "'self' blob:", 'resourceDomains'),
    ...ALWAYS,
  ],
}

/** Puts the directives of a policy together: the rule set of its branch, then what the host's options add. */
export function buildDirectives(branch: PolicyBranch, lists: DeclaredLists | undefined, options: ResolvedOptions): Directive[] {
  const directives = RULES[branch].map((line) => buildDirective(line, lists, branch, options.opaque))
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

function buildDirective(line: Row, lists: DeclaredLists | undefined, branch: PolicyBranch, opaque: boolean): Directive {
  const { name, rule, fixed, list, whenEmpty } = line
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
  // The restrictive default has no font-src of its own (4.1), so one is made that allows these origins and nothing else.
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
