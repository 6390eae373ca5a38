/**
 * `casement/sandbox`: serves the proxy and each View at an origin of its own. Runs wherever there is `Request` and WebCrypto.
 * @module
 */
export { createSandboxHandler, type SandboxHandler } from './handler.ts'
export type { SandboxOptions } from './options.ts'
export { memoryStore, type DocumentStore, type StoredDocument } from './document-store.ts'
export { createMintEndpoint, type MintEndpointOptions } from './mint-endpoint.ts'
export type { SandboxReport } from './browser-report.ts'
export type {
  EffectivePolicy,
  MintRequest,
  OpaqueTicket,
  ProxyDirectory,
  SandboxCapabilities,
  SandboxResource,
  SandboxTicket,
} from '../protocol/sandbox-ticket.ts'
