import type { McpUiResourceCsp, McpUiResourcePermissions } from '../schemas/index.ts'
import { connectionAllowlist } from './connection-allowlist.ts'
import { buildDirectives, type Directive, type PolicyBranch } from './directives.ts'
import { allowAttribute, grantedFeatures, permissionsPolicy } from './permissions.ts'
import { type PolicyOptions, resolveOptions } from './policy-options.ts'
import { CSP_LISTS, type DeclaredLists, readMetadata } from './read-metadata.ts'
import type { Refusal } from './refusal.ts'
import { serializeHeader, serializeMeta } from './serialize-policy.ts'
import type { SourceExpression } from './source-expression.ts'

/** `_meta.ui` of a resource as it came from the server: nothing in it is trusted. */
export interface PolicyMetadata {
  readonly csp?: unknown
  readonly permissions?: unknown
}

/** Policy in the shape of the metadata. */
export interface SandboxPolicy {
  csp?: McpUiResourceCsp
  permissions?: McpUiResourcePermissions
}

/** Everything a host and a sandbox need to contain one View. */
export interface CompiledPolicy {
  /** Which rules applied: no usable `csp` in the metadata, one present (even `{}`), or the compat preset. */
  readonly branch: PolicyBranch
  readonly directives: readonly Directive[]
  /** Value of the `Content-Security-Policy` header. */
  readonly header: string
  /** Value for `<meta http-equiv="Content-Security-Policy" content="…">`, which must come before any untrusted byte. */
  readonly meta: string
  /** The granted browser features, as `allow` and `Permissions-Policy` name them. */
  readonly features: readonly string[]
  /** The `allow` attribute for a frame whose `src` has the View's origin; both frames need it. */
  readonly allow: string
  /** The `allow` attribute for a frame with an opaque origin, which must be allowed explicitly (4.7). */
  readonly allowOpaque: string
  /** Value of the `Permissions-Policy` header of the View's document. */
  readonly permissionsPolicy: string
  /** Value of the `Connection-Allowlist` header (Chromium). */
  readonly connectionAllowlist: string
  /** The accepted part of the metadata. Compiled again with the same options it gives the same policy. */
  readonly effective: SandboxPolicy
  /** For `hostCapabilities.sandbox`: the effective policy and the host's own font origins (4.41). */
  readonly reported: SandboxPolicy
  /** What was declared and has no effect. */
  readonly refused: readonly Refusal[]
  /** What was declared twice. */
  readonly notes: readonly Refusal[]
}

/** Compiles a resource's metadata and a host's options into a policy. Pure; throws only on a mistake in the options. */
export function compilePolicy(metadata: PolicyMetadata, options: PolicyOptions = {}): CompiledPolicy {
  const resolved = resolveOptions(options)
  const { lists, permissions, refused, notes } = readMetadata(metadata.csp, metadata.permissions, resolved)
  const branch = resolved.compat ? 'compat' : lists ? 'declared' : 'default'
  const directives = buildDirectives(branch, lists, resolved)
  const plain = directives.map(({ name, sources }) => ({ name, values: sources.map(({ text }) => text) }))
  const features = grantedFeatures(permissions, resolved.grant.features)
  const effective = toSandboxPolicy(lists, permissions)
  return {
    branch,
    directives,
    header: serializeHeader(plain),
    meta: serializeMeta(plain),
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
    const filled = CSP_LISTS.filter((name) => lists[name].length > 0)
    policy.csp = Object.fromEntries(filled.map((name) => [name, lists[name].map(({ source }) => source.text)]))
  }
  if (Object.keys(permissions).length > 0) policy.permissions = permissions
  return policy
}

function withFontOrigins(effective: SandboxPolicy, origins: readonly SourceExpression[]): SandboxPolicy {
  if (origins.length === 0) return effective
  const resourceDomains = [...new Set([...(effective.csp?.resourceDomains ?? []), ...origins.map(({ text }) => text)])]
  return { ...effective, csp: { ...effective.csp, resourceDomains } }
}
