import { disableErrorLogging, parse as bestEffort } from 'best-effort-json-parser'
import { createJsonStream } from 'casement/protocol/json-stream'
import { jsonrepair } from 'jsonrepair'
import { parse as jsonriver } from 'jsonriver'
import { parse as partialJson } from 'partial-json'
import { cpuTime, format } from '../harness.mjs'

const CHUNK = 20

/** @typedef {{ label: string, text: string, chunks: readonly string[], samples: number, repeat: number }} Document */

// How many prefixes the parsers that start over are timed on, and how often the others read the text per sample.
const SIZES = [
  { label: '10 KB', length: 10_000, samples: Number.POSITIVE_INFINITY, repeat: 20 },
  { label: '100 KB', length: 100_000, samples: 25, repeat: 5 },
  { label: '1 MB', length: 1_000_000, samples: 10, repeat: 1 },
]

/** @type {Readonly<Record<string, (text: string) => unknown>>} */
const STARTING_OVER = {
  'partial-json 0.1.7': (text) => partialJson(text),
  'best-effort-json-parser 1.5.1': bestEffort,
  'jsonrepair 3.15.0': (text) => JSON.parse(jsonrepair(text)),
}

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'json-stream',
  title: 'Streaming JSON',
  async run(harness) {
    disableErrorLogging()
    harness.remark(
      `The arguments of a tool call arrive in chunks of ${CHUNK} characters, and the value so far is wanted after each. ` +
        'Processor time for the whole text, with garbage collection. casement and jsonriver go on where they stopped; the ' +
        'other three have to parse all the text again, so their cost grows with its square. Where the notes say so, they were ' +
        'timed on evenly spread chunks only, and the time for all chunks was computed from those. The floor is one ' +
        '`JSON.parse` of the finished text.',
    )
    /** @type {import('../harness.mjs').Table[]} */
    const tables = []
    for (const size of SIZES) {
      const document = createDocument(size)
      checkResults(document)
      tables.push(await compareOn(harness, document))
    }
    const [, middle, large] = tables
    if (!middle || !large) return
    const fastest = Math.min(...Object.keys(STARTING_OVER).map((name) => large.median(name)))
    const times = fastest / large.median('casement')
    const target = '1 MB: at least 100 times faster than the fastest that starts over'
    harness.target(target, times >= 100, `${format(times)} times`)
    const growth = large.median('casement') / middle.median('casement')
    harness.target('100 KB to 1 MB: at most 12 times the time', growth <= 12, `${format(growth)} times`)
    const river = large.median('jsonriver 1.1.1') / large.median('casement')
    harness.target('1 MB: ahead of jsonriver', river > 1, `${format(river)} times`)
  },
}

/**
 * @param {import('../harness.mjs').Harness} harness
 * @param {Document} document
 */
function compareOn(harness, document) {
  const { label, text, chunks, samples, repeat } = document
  const ends = spread(chunks.length, samples).map((index) => (index + 1) * CHUNK)
  const note =
    samples < chunks.length
      ? `computed from ${samples} of ${format(chunks.length)} chunks`
      : `all ${format(chunks.length)} chunks`
  return harness.compare({
    title: `${label} in chunks of ${CHUNK}`,
    unit: 'ms CPU',
    baseline: 'casement',
    rounds: 5,
    warmup: 1,
    systems: [
      { name: 'casement', measure: () => repeated(repeat, () => readWithCasement(chunks)) },
      { name: 'jsonriver 1.1.1', note: 'asynchronous', measure: () => repeated(repeat, () => readWithJsonriver(chunks)) },
      ...Object.entries(STARTING_OVER).map(([name, heal]) => ({
        name,
        note: note + refusals(heal, text, ends),
        measure: async () => (await cpuTime(() => healPrefixes(heal, text, ends))) * (chunks.length / samples),
      })),
      { name: 'floor: JSON.parse', note: 'once, at the end', measure: () => repeated(repeat, () => JSON.parse(text)) },
    ],
  })
}

/**
 * Processor time of one run, from several in a row: one alone can be too short for the clock.
 * @param {number} times
 * @param {() => unknown} work
 */
async function repeated(times, work) {
  const total = await cpuTime(async () => {
    for (let i = 0; i < times; i++) await work()
  })
  return total / times
}

/** @param {readonly string[]} chunks */
function readWithCasement(chunks) {
  const stream = createJsonStream()
  for (const chunk of chunks) {
    stream.push(chunk)
    stream.value()
  }
  return stream.end()
}

/** @param {readonly string[]} chunks */
async function readWithJsonriver(chunks) {
  let latest
  for await (const value of jsonriver(arriving(chunks))) latest = value
  return latest
}

/** @param {readonly string[]} chunks */
async function* arriving(chunks) {
  yield* chunks
}

/**
 * @param {(text: string) => unknown} heal
 * @param {string} text
 * @param {readonly number[]} ends
 * @returns {number} How many of the prefixes it threw on.
 */
function healPrefixes(heal, text, ends) {
  let refused = 0
  for (const end of ends) {
    try {
      heal(text.slice(0, end))
    } catch {
      refused++
    }
  }
  return refused
}

/**
 * @param {(text: string) => unknown} heal
 * @param {string} text
 * @param {readonly number[]} ends
 */
function refusals(heal, text, ends) {
  const refused = healPrefixes(heal, text, ends)
  return refused > 0 ? `; threw on ${refused}` : ''
}

/**
 * The middles of `count` equal stretches of a list: exact for a cost that grows evenly along it.
 * @param {number} length
 * @param {number} count
 */
function spread(length, count) {
  return Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * length) / count))
}

/** @param {Document} document A fast wrong answer is no answer. */
function checkResults({ text, chunks }) {
  const value = JSON.stringify(readWithCasement(chunks))
  if (value !== JSON.stringify(JSON.parse(text))) throw new Error('casement read another value than JSON.parse')
}

/**
 * Rows as a tool might be given them: short and long strings, numbers, words, nesting, escapes.
 * @param {typeof SIZES[number]} size
 * @returns {Document}
 */
function createDocument({ label, length, samples, repeat }) {
  /** @type {string[]} */
  const rows = []
  for (let id = 0, total = 0; total < length; id++) {
    const row = JSON.stringify({
      id,
      title: `Row ${id} “named”`,
      done: id % 3 === 0,
      score: id * 1.37,
      parent: id % 5 === 0 ? null : { id: id >> 1, path: ['a', `b${id}`] },
      text: 'A sentence with "quotes",\na line break and an é. '.repeat(id % 7),
    })
    rows.push(row)
    total += row.length + 1
  }
  const text = `{"rows":[${rows.join(',')}]}`
  const chunks = Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, i) => text.slice(i * CHUNK, (i + 1) * CHUNK))
  return { label, text, chunks, samples: Math.min(samples, chunks.length), repeat }
}
