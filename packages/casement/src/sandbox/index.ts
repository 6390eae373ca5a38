/**
 * `casement/sandbox`: serves the proxy and each View, each at an origin of its own. Runs on any platform with `Request` and WebCrypto.
 * @module
 */
export { createSandboxHandler, type SandboxHandler } from './handler.ts'
export type { SandboxOptions } from './options.ts'
export { inlineProxyPage } from './documents/inline-proxy-page.ts'
export { memoryStore, type DocumentStore, type StoredDocument } from './documents/document-store.ts'
export { createMintEndpoint, type MintEndpointOptions } from './tickets/mint-endpoint.ts'
export type { SandboxReport } from './reports/browser-report.ts'
export type {
  EffectivePolicy,
  MintRequest,
  OpaqueTicket,
  ProxyDirectory,
  SandboxCapabilities,
  SandboxResource,
  SandboxTicket,
} from '../protocol/sandbox-ticket.ts'
