// The cost of showing a View the arguments of a tool call while the model still writes them.
import { cpuTime, format } from '../harness.mjs'
import { streamWithCasement, streamWithOfficial } from '../hosts/streaming.mjs'

const LENGTH = 50_000
const TOKEN = 4
const TOKEN_MS = 10
const FRAME_MS = 16
const SAMPLES = 100
const TIMES = 10

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'host-stream',
  title: 'Streaming the arguments of a tool call into a View',
  async run(harness) {
    const text = createArguments()
    const tokens = Array.from({ length: Math.ceil(text.length / TOKEN) }, (_, i) => text.slice(i * TOKEN, (i + 1) * TOKEN))
    const perFrame = Math.floor(tokens.length / (FRAME_MS / TOKEN_MS))
    harness.remark(
      [
        `${format(text.length)} characters of JSON in tokens of ${TOKEN}, one every ${TOKEN_MS} ms by a clock that does not wait: healing the text, sending it through the bridge and a \`MessagePort\`, and taking it in at the other end.`,
        'Processor time of both ends in Node, with garbage collection. The official bridge sends what it is given; healing with `partial-json` is what a host does before, at each token, or at most once a frame where it is careful.',
        `That costs time in the square of the length, so it was measured on ${SAMPLES} evenly spread prefixes and computed for all.`,
      ].join(' '),
    )
    const official = (/** @type {number} */ sends) => ({
      cpu: async () => (await cpuTime(() => streamWithOfficial(text, prefixes(text.length)))) * (sends / SAMPLES),
      bytes: async () => (await streamWithOfficial(text, prefixes(text.length), { weigh: true })).bytes * (sends / SAMPLES),
    })
    const [each, careful] = [official(tokens.length), official(perFrame)]
    const notes = {
      casement: await check(text, tokens),
      each: `${format(tokens.length)} sends`,
      careful: `${format(perFrame)} sends`,
    }
    const repeated = async () => {
      for (let i = 0; i < TIMES; i++) await streamWithCasement(tokens, { tokenMs: TOKEN_MS })
    }
    const time = await harness.compare({
      title: 'Work',
      unit: 'ms CPU',
      baseline: 'casement',
      systems: [
        { name: 'casement', note: notes.casement, measure: async () => (await cpuTime(repeated)) / TIMES },
        { name: 'official, partial-json at each token', note: notes.each, measure: each.cpu },
        { name: 'official, partial-json once a frame', note: notes.careful, measure: careful.cpu },
      ],
      rounds: 5,
      warmup: 1,
    })
    const size = await harness.compare({
      title: 'Posted',
      unit: 'bytes',
      baseline: 'casement',
      words: ['less', 'more'],
      systems: [
        { name: 'casement', measure: async () => (await streamWithCasement(tokens, { tokenMs: TOKEN_MS, weigh: true })).bytes },
        { name: 'official, partial-json at each token', measure: each.bytes },
        { name: 'official, partial-json once a frame', measure: careful.bytes },
      ],
      rounds: 1,
      warmup: 0,
    })
    for (const table of [time, size])
      for (const peer of ['official, partial-json at each token', 'official, partial-json once a frame']) {
        const times = table.median(peer) / table.median('casement')
        harness.target(`${table.title}: at least 10 times less than ${peer}`, times >= 10, `${format(times)} times`)
      }
  },
}

/** A document that a model might write: paragraphs and a table. */
function createArguments() {
  const rows = []
  let length = 0
  for (let id = 0; length < LENGTH; id++) {
    const row = {
      id,
      title: `Section ${id}`,
      text: 'The quick brown fox jumps over the lazy dog. '.repeat(1 + (id % 5)),
      done: id % 2 === 0,
    }
    length += JSON.stringify(row).length + 1
    rows.push(row)
  }
  return JSON.stringify({ rows })
}

/** @param {number} length */
const prefixes = (length) => Array.from({ length: SAMPLES }, (_, i) => Math.round(((i + 0.5) * length) / SAMPLES))

/** Both must end with the same arguments, or nothing is compared. @param {string} text @param {readonly string[]} tokens */
async function check(text, tokens) {
  const heard = await streamWithCasement(tokens, { tokenMs: TOKEN_MS })
  const other = await streamWithOfficial(text, prefixes(text.length))
  for (const { last } of [heard, other]) if (JSON.stringify(last) !== text) throw new Error('the arguments arrived changed')
  return `${format(heard.posts)} sends`
}
