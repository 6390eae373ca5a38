/**
 * `casement/sandbox/node`: the sandbox for `node:http`, Express and other servers with Node's request and response objects.
 * @module
 */
export { fetchListener, toNodeListener, type FetchHandler, type NodeListener } from './node-listener.ts'
export { serveSandbox, type ServedSandbox, type ServeSandboxOptions } from './serve-sandbox.ts'
