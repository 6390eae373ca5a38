import type { CompiledPolicy } from './compile-policy.ts'
import type { PolicyBranch, SourceOrigin } from './directives.ts'
import type { Refusal } from './refusal.ts'

/** One source of a directive, with a description of its origin. */
export interface ExplainedSource {
  readonly source: string
  readonly from: SourceOrigin
  readonly because: string
}

/** The directives of a policy, with the origin of every source. */
export interface PolicyExplanation {
  readonly branch: string
  readonly directives: readonly { readonly name: string; readonly sources: readonly ExplainedSource[] }[]
  readonly features: readonly string[]
  readonly refused: readonly Refusal[]
  readonly notes: readonly Refusal[]
  /** The whole explanation as text. */
  readonly text: string
}

const BRANCHES: Readonly<Record<PolicyBranch, string>> = {
  default: 'The resource declares no usable csp, so the restrictive default applies (R-050).',
  declared: 'The resource declares csp, so the policy is constructed from its lists (R-052 to R-061).',
  compat: 'The compat preset applies. It is looser than the specification, like the reference host.',
}

/** Explains the origin of every source in a policy, and the reason for every refused entry. */
export function explainPolicy(compiled: CompiledPolicy): PolicyExplanation {
  const directives = compiled.directives.map(({ name, sources }) => ({
    name,
    sources: sources.map(({ text, from }) => ({ source: text, from, because: describeOrigin(from) })),
  }))
  const { features, refused, notes } = compiled
  const explanation = { branch: BRANCHES[compiled.branch], directives, features, refused, notes }
  return { ...explanation, text: writeText(explanation) }
}

function describeOrigin(from: SourceOrigin): string {
  if (from.kind === 'declared') return `declared in ${from.where}`
  if (from.kind === 'option') return `host option ${from.option}`
  if (from.rule === 'sandbox') return 'always: the specification does not cover it, and no View needs it'
  return from.rule === 'compat' ? 'added by the compat preset' : `required by ${from.rule}`
}

function writeText({ branch, directives, features, refused, notes }: Omit<PolicyExplanation, 'text'>): string {
  const width = Math.max(...directives.flatMap(({ sources }) => sources.map(({ source }) => source.length)))
  const lines = directives.flatMap(({ name, sources }) => [
    name,
    ...(sources.length === 0 ? ['  (no value: the strictest form)'] : []),
    ...sources.map(({ source, because }) => `  ${source.padEnd(width)}  ${because}`),
  ])
  return [
    branch,
    '',
    ...lines,
    '',
    `features: ${features.join(', ') || 'none'}`,
    ...section('refused', refused),
    ...section('notes', notes),
  ].join('\n')
}

function section(title: string, items: readonly Refusal[]): string[] {
  return items.length === 0
    ? []
    : ['', title, ...items.map(({ where, entry, code, reason }) => `  ${where} ${JSON.stringify(entry)}: ${code}. ${reason}`)]
}
