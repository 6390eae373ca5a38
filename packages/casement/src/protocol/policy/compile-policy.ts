import type { McpUiResourceCsp, McpUiResourcePermissions } from '../schemas/index.ts'
import { connectionAllowlist } from './connection-allowlist.ts'
import { buildDirectives, type Directive, type PolicyBranch } from './directives.ts'
import { allowAttribute, grantedFeatures, permissionsPolicy } from './permissions.ts'
import { type PolicyOptions, resolveOptions } from './policy-options.ts'
import { CSP_LISTS, type DeclaredLists, readMetadata } from './read-metadata.ts'
import type { Refusal } from './refusal.ts'
import { serializeHeader, serializeMeta } from './serialize-policy.ts'
import type { SourceExpression } from './source-expression.ts'

/** `_meta.ui` of a resource as the server sent it. It is untrusted. */
export interface PolicyMetadata {
  readonly csp?: unknown
  readonly permissions?: unknown
}

/** A policy in the format of the metadata. */
export interface SandboxPolicy {
  csp?: McpUiResourceCsp
  permissions?: McpUiResourcePermissions
}

/** The compiled policy of one View, for the host and the sandbox. */
export interface CompiledPolicy {
  /** The rule set: `default` without a usable `csp` in the metadata, `declared` with one (even `{}`), or the `compat` preset. */
  readonly branch: PolicyBranch
  readonly directives: readonly Directive[]
  /** The value of the `Content-Security-Policy` header. */
  readonly header: string
  /** The value for `<meta http-equiv="Content-Security-Policy" content="…">`, which must precede all untrusted content. */
  readonly meta: string
  /** The granted browser features, by their names in `allow` and `Permissions-Policy`. */
  readonly features: readonly string[]
  /** The `allow` attribute for a frame whose `src` has the View's origin; both frames need it. */
  readonly allow: string
  /** The `allow` attribute for a frame with an opaque origin, which needs `*` for each feature. */
  readonly allowOpaque: string
  /** The value of the `Permissions-Policy` header of the View's document. */
  readonly permissionsPolicy: string
  /** The value of the `Connection-Allowlist` header (Chromium). */
  readonly connectionAllowlist: string
  /** The accepted part of the metadata. Compiling it with the same options gives the same policy. */
  readonly effective: SandboxPolicy
  /** The policy for `hostCapabilities.sandbox`: the effective policy plus the host's font origins. */
  readonly reported: SandboxPolicy
  /** Declarations that have no effect. */
  readonly refused: readonly Refusal[]
  /** Duplicate declarations. */
  readonly notes: readonly Refusal[]
}

/** Compiles a resource's metadata and a host's options into a policy. Pure; throws only for invalid options. */
export function compilePolicy(metadata: PolicyMetadata, options: PolicyOptions = {}): CompiledPolicy {
  const resolved = resolveOptions(options)
  const { lists, permissions, refused, notes } = readMetadata(metadata.csp, metadata.permissions, resolved)
  const branch = resolved.compat ? 'compat' : lists ? 'declared' : 'default'
  const directives = buildDirectives(branch, lists, resolved)
  const plainDirectives = directives.map(({ name, sources }) => ({ name, values: sources.map(({ text }) => text) }))
  const features = grantedFeatures(permissions, resolved.grant.features)
  const effective = toSandboxPolicy(lists, permissions)
  return {
    branch,
    directives,
    header: serializeHeader(plainDirectives),
    meta: serializeMeta(plainDirectives),
    features,
    allow: allowAttribute(features),
    allowOpaque: allowAttribute(features, '*'),
    permissionsPolicy: permissionsPolicy(features),
    connectionAllowlist: connectionAllowlist(lists, resolved.fontOrigins, resolved.reportTo),
    effective,
    reported: withFontOrigins(effective, resolved.fontOrigins),
    refused,
    notes,
  }
}

function toSandboxPolicy(lists: DeclaredLists | undefined, permissions: McpUiResourcePermissions): SandboxPolicy {
  const policy: SandboxPolicy = {}
  if (lists) {
    const nonEmpty = CSP_LISTS.filter((name) => lists[name].length > 0)
    policy.csp = Object.fromEntries(nonEmpty.map((name) => [name, lists[name].map(({ source }) => source.text)]))
  }
  if (Object.keys(permissions).length > 0) policy.permissions = permissions
  return policy
}

function withFontOrigins(effective: SandboxPolicy, origins: readonly SourceExpression[]): SandboxPolicy {
  if (origins.length === 0) return effective
  const resourceDomains = [...new Set([...(effective.csp?.resourceDomains ?? []), ...origins.map(({ text }) => text)])]
  return { ...effective, csp: { ...effective.csp, resourceDomains } }
}
