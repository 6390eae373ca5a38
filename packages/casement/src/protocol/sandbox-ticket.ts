import type { Refusal } from './policy/refusal.ts'
import type { McpUiResourceCsp, McpUiResourcePermissions } from './schemas/index.ts'
import { sha256Hex } from './sha256.ts'

/** A UI resource for which a host requests a ticket. */
export interface SandboxResource {
  /** The stable identity of the MCP server that the resource came from. It determines the View's origin, and with it the storage. */
  readonly app: string
  readonly html: string
  readonly csp?: McpUiResourceCsp | undefined
  readonly permissions?: McpUiResourcePermissions | undefined
  /** `_meta.ui.domain`. Used only if the sandbox allows it. */
  readonly domain?: string | undefined
  /** True for a resource that is shown only once, so that its ticket is not cached. */
  readonly once?: boolean | undefined
}

/** A resource, and the origin of the host page that will frame it. */
export interface MintRequest extends SandboxResource {
  readonly hostOrigin: string
  /** The `User-Agent` of the browser, if known. The capabilities in the ticket depend on it. */
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

/** What the browser provides for the View, as far as it is known. */
export interface SandboxCapabilities {
  /** Whether the host page stays responsive when the View is in an endless loop. */
  readonly isolatedProcess: 'yes' | 'no' | 'unknown'
  /** `real` is the browser's storage for the app's origin; `memory` is the shim, which lasts as long as the View. */
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

/** Admits one View whose document is served at its app's own origin. */
export interface SandboxTicket extends TicketBase {
  readonly mode: 'served'
  readonly viewUrl: string
  readonly viewOrigin: string
  /** SHA-256 of the HTML, in base64url. */
  readonly hash: string
  /** Equal for Views with the same policy: a page that was opened for one of them can take another of the same origin. */
  readonly policy?: string
  /** When the URLs stop working, in milliseconds since 1970. */
  readonly expires: number
  /** Server-Sent Events with the browser's own reports. For the host page only. */
  readonly reportsUrl?: string
  readonly capabilities: SandboxCapabilities
}

/** Admits one View that is handed over as HTML and runs in an opaque origin. */
export interface OpaqueTicket extends TicketBase {
  readonly mode: 'opaque'
  /** Why it is not served, as a sentence for the user. */
  readonly reason: string
}
