/**
 * `casement/protocol`: what is said between a View, its sandbox and its host.
 * @module
 */
export { createPeer } from './peer.ts'
