import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { CallToolResultSchema as official } from '@modelcontextprotocol/core'
import { CallToolResultSchema, validate } from 'casement/protocol/schemas'
import { cpuTime, format } from '../harness.mjs'

/** @typedef {{ title: string, value: unknown, repeat: number, unit: 'µs' | 'ms', target?: number }} Case */

/** @param {unknown} value */
const ours = (value) => validate(CallToolResultSchema, value).issues === undefined
/** @param {unknown} value */
const theirs = (value) => official.safeParse(value).success

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'validation',
  title: 'Validation of a tool result',
  async run(harness) {
    harness.remark(
      'One `CallToolResult`, as it comes out of a structured clone, is checked and handed on. casement checks in place and ' +
        'copies nothing; the official schema of `@modelcontextprotocol/core` 2.4.0 builds a new object, with generated code ' +
        'or, where the content security policy of a page forbids that, without (jitless). Processor time with garbage ' +
        'collection. 1 KB is two texts, a resource link, an embedded resource and structured content; 1 MB is the same mix in ' +
        '4,000 blocks. The image is one block of base64: there all spend their time in `atob`, so no factor is to be had. ' +
        `Before anything is timed, all must give the same verdicts on ${VALID.length} valid and ${BROKEN.length} broken results.`,
    )
    const worker = new Worker(new URL('../validation-worker.mjs', import.meta.url))
    try {
      const verdicts = await ask(worker, { judge: [...VALID, ...BROKEN] })
      for (const [name, given] of Object.entries(verdicts)) checkVerdicts(name, given)
      for (const entry of createCases()) await compareOn(harness, worker, entry)
    } finally {
      await worker.terminate()
    }
  },
}

/**
 * @param {Worker} worker
 * @param {object} task
 * @returns {Promise<Record<string, boolean[]>>}
 */
async function ask(worker, task) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(task)
  const [answer] = await once(worker, 'message')
  return answer
}

/**
 * @param {import('../harness.mjs').Harness} harness
 * @param {Worker} worker
 * @param {Case} entry
 */
async function compareOn(harness, worker, { title, value, repeat, unit, target }) {
  /** @param {() => unknown} work */
  const perPiece = async (work) => ((await cpuTime(work)) * (unit === 'µs' ? 1000 : 1)) / repeat
  /** @param {(value: unknown) => boolean} accepts */
  const many = (accepts) => () => {
    for (let turn = 0; turn < repeat; turn++) if (!accepts(value)) throw new Error(`${title} was refused`)
  }
  const table = await harness.compare({
    title,
    unit,
    baseline: 'casement',
    rounds: 11,
    systems: [
      { name: 'casement', measure: () => perPiece(many(ours)) },
      { name: 'official schema', measure: () => perPiece(many(theirs)) },
      {
        name: 'official schema, jitless',
        setup: () => ask(worker, { hold: value }),
        measure: () => perPiece(() => ask(worker, { repeat })),
      },
    ],
  })
  if (!target) return
  const times = table.median('official schema') / table.median('casement')
  harness.target(`${title}: at least ${target} times faster than the official schema`, times >= target, `${format(times)} times`)
}

/** @returns {Case[]} */
function createCases() {
  return [
    { title: '1 KB', value: structuredClone(createResult(4)), repeat: 20_000, unit: 'µs', target: 5 },
    { title: '1 MB', value: structuredClone(createResult(4_000)), repeat: 50, unit: 'ms', target: 5 },
    {
      title: '1 MB image',
      value: structuredClone({ content: [{ type: 'image', mimeType: 'image/png', data: 'iVBO'.repeat(250_000) }] }),
      repeat: 50,
      unit: 'ms',
    },
  ]
}

/**
 * Half of the blocks are texts, a quarter each are links and embedded resources.
 * @param {number} blocks
 */
function createResult(blocks) {
  const words = 'The quick brown fox jumps over the lazy dog. '.repeat(5).slice(0, 200)
  /** @param {number} index */
  const block = (index) => {
    const uri = `res://shelf/${index}`
    if (index % 4 === 2) return { type: 'resource_link', name: `Item ${index}`, uri, description: words, mimeType: 'text/plain' }
    if (index % 4 === 3) return { type: 'resource', resource: { uri, mimeType: 'text/plain', text: words } }
    return { type: 'text', text: words }
  }
  return {
    content: Array.from({ length: blocks }, (_, index) => block(index)),
    structuredContent: { rows: Array.from({ length: blocks / 4 }, (_, id) => ({ id, name: `Item ${id}`, price: id * 1.5 })) },
    isError: false,
    _meta: { page: 1 },
  }
}

const text = { type: 'text', text: 'a' }

const VALID = [
  {},
  { content: [] },
  createResult(8),
  { content: [{ ...text, annotations: { audience: ['user'], priority: 0.5, lastModified: '2026-01-26T00:00:00+01:00' } }] },
  { content: [{ type: 'audio', data: 'AA==', mimeType: 'audio/wav', _meta: { a: 1 } }], structuredContent: [1], unknown: true },
]

const BROKEN = [
  null,
  [],
  { content: {} },
  { content: [null] },
  { content: [{ text: 'a' }] },
  { content: [{ type: 'video', data: '' }] },
  { content: [{ type: 'text', text: 1 }] },
  { content: [{ ...text, annotations: { priority: 2 } }] },
  { content: [{ ...text, annotations: { lastModified: '2026-02-30T00:00:00Z' } }] },
  { content: [{ ...text, _meta: [] }] },
  { content: [{ type: 'image', data: '!', mimeType: 'image/png' }] },
  { content: [{ type: 'image', data: 'AAAA' }] },
  { content: [{ type: 'resource', resource: { uri: 'a' } }] },
  { content: [{ type: 'resource_link', uri: 'a' }] },
  { content: [], isError: 'no' },
  { content: [], _meta: 1 },
  { ...createResult(400), content: [...createResult(400).content, { type: 'text' }] },
]

/**
 * @param {string} name
 * @param {readonly boolean[]} verdicts
 */
function checkVerdicts(name, verdicts) {
  const wrong = verdicts.findIndex((accepted, index) => accepted !== index < VALID.length)
  if (wrong !== -1 || verdicts.length !== VALID.length + BROKEN.length)
    throw new Error(`${name} gives the wrong verdict on result ${wrong}`)
}
