/**
 * `casement/protocol/json-stream`: JSON that is still arriving, as the value that it is so far.
 * @module
 */
export { createJsonStream, type JsonStream } from './json-stream.ts'
export type { JsonFault } from './json-fault.ts'
export { createPartialInput, type PartialInput, type PartialInputOptions } from './partial-input.ts'
