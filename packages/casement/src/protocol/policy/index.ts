/**
 * `casement/protocol/policy`: compiles the metadata of a View into the policy that the browser enforces, with a reason for every refusal.
 * @module
 */
export { compilePolicy } from './compile-policy.ts'
export type { CompiledPolicy, PolicyMetadata, SandboxPolicy } from './compile-policy.ts'
export type { Directive, PolicyBranch, PolicySource, SourceOrigin } from './directives.ts'
export { explainPolicy } from './explain-policy.ts'
export type { ExplainedSource, PolicyExplanation } from './explain-policy.ts'
export type { PermissionName } from './permissions.ts'
export type { PolicyGrant, PolicyOptions } from './policy-options.ts'
export type { Refusal, RefusalCode } from './refusal.ts'
export { parseSourceExpression } from './source-expression.ts'
export type { GrantableKeyword, GrantableScheme, HostSource, SourceExpression, SourceGrant } from './source-expression.ts'
