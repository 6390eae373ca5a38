import { compilePolicy, type CompiledPolicy } from '../../protocol/policy/index.ts'
import { hashText } from '../tickets/digest.ts'
import type { StoredDocument } from './document-store.ts'
import type { Sandbox } from '../options.ts'

/** The sandbox flags of the inner frame, for its attribute and the header. `allow-same-origin` is safe: the origin is the app's own. */
export const VIEW_SANDBOX: readonly string[] = ['allow-scripts', 'allow-same-origin']

/** The origins of all pages around a View, from the inside out. `frame-ancestors` has to list every one of them. */
export function viewAncestors({ origins, hostAncestors }: Sandbox, hostOrigin: string): string[] {
  return [origins.sandboxOrigin, hostOrigin, ...hostAncestors]
}

/** The policy of a View without its report URL. A token is bound to this. */
export function compileView(sandbox: Sandbox, hostOrigin: string, { csp, permissions }: StoredDocument): CompiledPolicy {
  const frameAncestors = viewAncestors(sandbox, hostOrigin)
  return compilePolicy({ csp, permissions }, { ...sandbox.policy, frameAncestors, sandbox: VIEW_SANDBOX })
}

/**
 * The same policy as it is served, with the URL to which the browser reports violations. Only as `report-uri`: with `report-to` as
 * well, Chromium ignores `report-uri`, reports a minute late, and not at all without TLS.
 */
export function compileServedView(
  sandbox: Sandbox,
  hostOrigin: string,
  { csp, permissions }: StoredDocument,
  reportUri: string,
): CompiledPolicy {
  const frameAncestors = viewAncestors(sandbox, hostOrigin)
  const options = { ...sandbox.policy, frameAncestors, sandbox: VIEW_SANDBOX, reportUri }
  return compilePolicy({ csp, permissions }, options)
}

/** Hashes everything that the policy grants. */
export async function hashPolicy({ header, permissionsPolicy, connectionAllowlist }: CompiledPolicy): Promise<string> {
  return hashText(JSON.stringify([header, permissionsPolicy, connectionAllowlist]))
}
