/**
 * `casement/protocol/json-stream`: an incremental JSON parser that gives the value so far.
 * @module
 */
export { createJsonStream, type JsonStream } from './json-stream.ts'
export type { JsonFault } from './json-fault.ts'
export { createPartialInput, type PartialInput, type PartialInputOptions } from './partial-input.ts'
