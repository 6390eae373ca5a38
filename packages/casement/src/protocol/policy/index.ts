/**
 * `casement/protocol/policy`: from what a View declares to the policy that a browser enforces, with the reason for all that is refused.
 * @module
 */
export { compilePolicy } from './compile-policy.ts'
export type { CompiledPolicy, PolicyMetadata, SandboxPolicy } from './compile-policy.ts'
export type { Directive, PolicyBranch, PolicySource, SourceOrigin } from './directives.ts'
export { explainPolicy } from './explain-policy.ts'
export type { ExplainedSource, PolicyExplanation } from './explain-policy.ts'
export { allowAttribute, permissionsPolicy } from './permissions.ts'
export type { PermissionName } from './permissions.ts'
export type { PolicyGrant, PolicyOptions } from './policy-options.ts'
export { refusalReason } from './refusal.ts'
export type { Refusal, RefusalCode } from './refusal.ts'
export { parseSourceExpression } from './source-expression.ts'
export type { GrantableKeyword, GrantableScheme, HostSource, SourceExpression, SourceGrant } from './source-expression.ts'
