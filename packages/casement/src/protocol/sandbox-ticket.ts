import type { Refusal } from './policy/refusal.ts'
import type { McpUiResourceCsp, McpUiResourcePermissions } from './schemas/index.ts'
import { sha256Hex } from './sha256.ts'

/** What a host asks a sandbox to show. */
export interface SandboxResource {
  /** The stable identity of the MCP server the resource came from. It decides the origin, and so what storage is shared. */
  readonly app: string
  readonly html: string
  readonly csp?: McpUiResourceCsp | undefined
  readonly permissions?: McpUiResourcePermissions | undefined
  /** `_meta.ui.domain`; it has an effect only where the sandbox allows it. */
  readonly domain?: string | undefined
  /** True for what is shown once and never again: nobody need keep its ticket. */
  readonly once?: boolean | undefined
}

/** A resource, and the origin of the host page that will frame it. */
export interface MintRequest extends SandboxResource {
  readonly hostOrigin: string
  /** The `User-Agent` of the browser, where known: with it the ticket can say what the engine isolates. */
  readonly userAgent?: string | undefined
}

/** Where a sandbox serves its proxies for one host page: enough to open the proxy of an app before its View is known. */
export interface ProxyDirectory {
  /** The URL of a proxy, up to the label of its app. */
  readonly proxyBase: string
  readonly proxyOrigin: string
  /** The domain that has one subdomain per app, with its port. */
  readonly appDomain: string
  /** When the URLs stop working, in milliseconds since 1970. */
  readonly expires: number
}

/** The subdomain of an app. It depends on the app's identity alone, so that the origin stays the same for years. */
export async function appLabel(app: string): Promise<string> {
  return (await sha256Hex(app)).slice(0, 32)
}

/** What the browser will do with the View, as far as it can be known. A guess is called unknown. */
export interface SandboxCapabilities {
  /** Whether an endless loop in the View leaves the host page responsive. */
  readonly isolatedProcess: 'yes' | 'no' | 'unknown'
  /** `real` is kept by the browser for the app's origin; `memory` is the shim, which forgets with the View. */
  readonly storage: 'real' | 'memory' | 'unknown'
}

/** The part of the declared metadata that is in force. */
export interface EffectivePolicy {
  readonly csp?: McpUiResourceCsp
  readonly permissions?: McpUiResourcePermissions
}

interface TicketBase {
  readonly proxyUrl: string
  readonly proxyOrigin: string
  /** The `allow` attribute of both frames. */
  readonly allow: string
  /** The `sandbox` attribute of the inner frame. The outer one is always `allow-scripts allow-same-origin`. */
  readonly sandbox: string
  readonly effective: EffectivePolicy
  readonly refused: readonly Refusal[]
}

/** Admission for one View whose document is served at its app's own origin. */
export interface SandboxTicket extends TicketBase {
  readonly mode: 'served'
  readonly viewUrl: string
  readonly viewOrigin: string
  /** SHA-256 of the HTML, in base64url. */
  readonly hash: string
  /** Equal for Views of one origin with the same policy: a page that was opened for one of them can take another. */
  readonly policy?: string
  /** When the URLs stop working, in milliseconds since 1970. */
  readonly expires: number
  /** Server-Sent Events with what the browser itself reported. For the host page only. */
  readonly reportsUrl?: string
  readonly capabilities: SandboxCapabilities
}

/** Admission for one View that is handed over as HTML and runs in an origin without a name. */
export interface OpaqueTicket extends TicketBase {
  readonly mode: 'opaque'
  /** Why it is not served, for people. */
  readonly reason: string
}
