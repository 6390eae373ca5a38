import { buildDirectives } from '../../protocol/policy/directives.ts'
import { allowAttribute, grantedFeatures, OPAQUE_PERMISSIONS } from '../../protocol/policy/permissions.ts'
import type { ResolvedOptions } from '../../protocol/policy/policy-options.ts'
import { readMetadata } from '../../protocol/policy/read-metadata.ts'
import { serializeMeta } from '../../protocol/policy/serialize-policy.ts'

const DEFAULTS: ResolvedOptions = {
  compat: false,
  opaque: true,
  own: [],
  grant: { keywords: [], schemes: [], permissions: OPAQUE_PERMISSIONS, features: [] },
  fontOrigins: [],
  frameAncestors: undefined,
  sandbox: undefined,
  reportTo: undefined,
  reportUri: undefined,
  maxEntries: 64,
}

/** Compiles the policy for a View whose metadata came with its HTML, with the same functions as the server (4.11). */
export function viewPolicy(csp: unknown, permissions: unknown): { meta: string; allow: string } {
  const read = readMetadata(csp, permissions, DEFAULTS)
  const directives = buildDirectives(read.lists ? 'declared' : 'default', read.lists, DEFAULTS)
  const plain = directives.map(({ name, sources }) => ({ name, values: sources.map(({ text }) => text) }))
  return { meta: serializeMeta(plain), allow: allowAttribute(grantedFeatures(read.permissions, []), '*') }
}
