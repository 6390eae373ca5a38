/**
 * `casement/sandbox/node`: the sandbox on `node:http`, Express and whatever else speaks Node's requests.
 * @module
 */
export { fetchListener, toNodeListener, type FetchHandler, type NodeListener } from './node-listener.ts'
export { serveSandbox, type ServedSandbox, type ServeSandboxOptions } from './serve-sandbox.ts'
