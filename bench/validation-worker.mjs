// A thread of its own for what would spoil the timing in the main one: verdicts on broken results make the engine give up
// optimised code, and the official schema without generated code shares functions with the one that has it.
import { parentPort } from 'node:worker_threads'
import { CallToolResultSchema as official } from '@modelcontextprotocol/core'
import { CallToolResultSchema, validate } from 'casement/protocol/schemas'

/** @type {Readonly<Record<string, (value: unknown) => boolean>>} */
const SYSTEMS = {
  casement: (value) => validate(CallToolResultSchema, value).issues === undefined,
  'official schema': (value) => official.safeParse(value).success,
  'official schema, jitless': (value) => jitless(value),
}

/** @param {unknown} value */
const jitless = (value) => official.safeParse(value, { jitless: true }).success

/** @type {unknown} */
let held

parentPort?.on('message', (/** @type {{ hold?: unknown, repeat?: number, judge?: unknown[] }} */ task) => {
  if ('hold' in task) held = task.hold
  for (let turn = 0; turn < (task.repeat ?? 0); turn++) if (!jitless(held)) throw new Error('a valid result was refused')
  const verdicts = Object.entries(SYSTEMS).map(([name, accepts]) => [name, task.judge?.map(accepts)])
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(Object.fromEntries(verdicts))
})
