import { compilePolicy, type CompiledPolicy } from '../protocol/policy/index.ts'
import { hashText } from './digest.ts'
import type { StoredDocument } from './document-store.ts'
import type { Sandbox } from './options.ts'

/** The flags of the inner frame, as its attribute and as the header's directive. Its origin is the app's own, so it may have it. */
export const VIEW_SANDBOX: readonly string[] = ['allow-scripts', 'allow-same-origin']

/** What frames a document, from the inside out. A policy has to name every one of them. */
export function viewAncestors({ origins, hostAncestors }: Sandbox, hostOrigin: string): string[] {
  return [origins.sandboxOrigin, hostOrigin, ...hostAncestors]
}

/** The policy of a View without the address for reports: all that a token can be bound to. */
export function compileView(sandbox: Sandbox, hostOrigin: string, { csp, permissions }: StoredDocument): CompiledPolicy {
  const frameAncestors = viewAncestors(sandbox, hostOrigin)
  return compilePolicy({ csp, permissions }, { ...sandbox.policy, frameAncestors, sandbox: VIEW_SANDBOX })
}

/**
 * The same policy as it is served, with the address to which the browser reports violations. By `report-uri` alone: where
 * `report-to` is given too, Chromium ignores the former, and then reports with a minute's delay, and not at all without TLS.
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

/** One hash for all that the policy grants. */
export async function hashPolicy({ header, permissionsPolicy, connectionAllowlist }: CompiledPolicy): Promise<string> {
  return hashText(JSON.stringify([header, permissionsPolicy, connectionAllowlist]))
}
