import type { Refusal } from './policy/refusal.ts'
import type { McpUiResourceCsp, McpUiResourcePermissions } from './schemas/index.ts'
import { sha256Hex } from './sha256.ts'

/**
 * The version of the messages between a host page and the sandbox. It grows only with a change that older pages cannot handle, so
 * that a page and a back end that were deployed at different times recognize it.
 */
export const SANDBOX_GENERATION = 1

/** The resource that a host wants to show in a sandbox. */
export interface SandboxResource {
  /** The stable identity of the MCP server that the resource came from. It determines the origin, and so which Views share storage. */
  readonly app: string
  readonly html: string
  readonly csp?: McpUiResourceCsp | undefined
  readonly permissions?: McpUiResourcePermissions | undefined
  /** `_meta.ui.domain`. It has an effect only if the sandbox allows it. */
  readonly domain?: string | undefined
}

/** A request for a ticket: the resource, and the host page that embeds it. */
export interface MintRequest extends SandboxResource {
  readonly hostOrigin: string
  /** The `User-Agent` of the browser, if known. The `capabilities` of the ticket are derived from it. */
  readonly userAgent?: string | undefined
}

/** The URLs of a sandbox's proxies for one host page, with which a page opens the proxy of an app before it has a ticket. */
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

/** The isolation and storage that the browser gives the View. `unknown` if it cannot be determined. */
export interface SandboxCapabilities {
  /** Whether the host page stays responsive while the View is in an endless loop. */
  readonly isolatedProcess: 'yes' | 'no' | 'unknown'
  /** Whether the View stays responsive while a View of another app is in an endless loop. */
  readonly isolatedFromOtherApps: 'yes' | 'no' | 'unknown'
  /**
   * Whether a connection that the policy forbids is never opened. `no`: a blocked navigation can open one without a request, and a View
   * can use preconnect and WebRTC.
   */
  readonly blocksConnections: 'yes' | 'no' | 'unknown'
  /** `real` is the browser's storage for the app's origin; `memory` is a shim that lasts as long as the View. */
  readonly storage: 'real' | 'memory' | 'unknown'
}

/** The part of the declared metadata that is in effect. */
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
  readonly capabilities: SandboxCapabilities
}

/** A ticket for one View whose document is served from its app's own origin. */
export interface SandboxTicket extends TicketBase {
  readonly mode: 'served'
  readonly viewUrl: string
  readonly viewOrigin: string
  /** SHA-256 of the HTML, in base64url. */
  readonly hash: string
  /** The time at which the URLs expire, in milliseconds since 1970. */
  readonly expires: number
  /** A stream of Server-Sent Events with the browser's reports about the View. For the host page only. */
  readonly reportsUrl?: string
}

/** A ticket for one View whose HTML is passed as a string and runs in an opaque origin. */
export interface OpaqueTicket extends TicketBase {
  readonly mode: 'opaque'
  /** The reason that the document is not served, for developers. */
  readonly reason: string
}
