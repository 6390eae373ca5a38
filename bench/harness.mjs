/**
 * A small bench harness. A suite is a file in `bench/suites/` that exports `suite`, of type `Suite`:
 *
 *     export const suite = {
 *       name: 'json-stream',            // as in `npm run bench json-stream`, and the section of bench/README.md
 *       title: 'Streaming JSON',
 *       async run(harness) {
 *         const table = await harness.compare({
 *           title: '1 MB', unit: 'ms', baseline: 'casement',
 *           systems: [
 *             { name: 'casement', measure: () => elapsed(() => work()) },
 *             { name: 'other', setup: open, measure: () => elapsed(() => otherWork()), teardown: close },
 *           ],
 *         })
 *         const times = table.median('other') / table.median('casement')
 *         harness.target('at least 100 times faster than other', times >= 100, `${format(times)} times`)
 *       },
 *     }
 *
 * `measure` does the work once and returns one figure in `unit`; `elapsed`, `cpuTime` and `perSecond` make the usual figures.
 * Every round measures each system once, and each round starts with another system, so that drift of the machine and
 * the order of the systems fall on all of them alike.
 */
import { cpus } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * @typedef {object} System One driver.
 * @property {string} name
 * @property {string} [note] Stands in the last column: a version, or what is different about this row.
 * @property {() => unknown} [setup] Runs once, before the warm-up.
 * @property {() => number | Promise<number>} measure
 * @property {() => unknown} [teardown] Runs once, also after a failure.
 */

/**
 * @typedef {object} Comparison
 * @property {string} title
 * @property {string} unit Heads the column: `ms`, `round trips/s`, `bytes`.
 * @property {'lower' | 'higher'} [better] Default `lower`.
 * @property {string} baseline The name of the system that the others are set against.
 * @property {readonly [better: string, worse: string]} [words] Default `['faster', 'slower']`.
 * @property {readonly System[]} systems
 * @property {number} [rounds] Default 7.
 * @property {number} [warmup] Rounds that are thrown away. Default 2.
 */

/** @typedef {{ name: string, note: string, median: number, min: number, max: number }} Row */
/**
 * @typedef {object} Table
 * @property {string} title
 * @property {string} markdown
 * @property {readonly Row[]} rows
 * @property {(name: string) => number} median
 * @property {(name: string, other: string) => number} ratio How many times the other's figure: the median of what each round
 *   found, because two figures of one round have the machine's mood in common and two medians have not.
 */
/**
 * @typedef {object} Case One row of a matrix: the same work done by several systems.
 * @property {string} name
 * @property {string} [note]
 * @property {Readonly<Record<string, (() => number | Promise<number>) | undefined>>} measure By system. The cell of a system without one is empty.
 * @property {number} [rounds] Default 7.
 * @property {number} [warmup] Default 1.
 */
/**
 * @typedef {object} Matrix
 * @property {string} title
 * @property {string} unit
 * @property {readonly string[]} systems The columns. The share is that of the first, compared to the second.
 * @property {readonly Case[]} cases
 */
/** @typedef {{ title: string, markdown: string, share(name: string): number }} MatrixTable `share` is the median of the shares of each round. */
/** @typedef {{ text: string, met: boolean, found: string }} Target */

/**
 * @typedef {object} Harness
 * @property {(comparison: Comparison) => Promise<Table>} compare
 * @property {(matrix: Matrix) => Promise<MatrixTable>} compareCases
 * @property {(text: string, met: boolean, found: string) => void} target States a target and whether it was met.
 * @property {(text: string) => void} remark A paragraph under the title: what is measured, and what is not.
 */

/** @typedef {{ name: string, title: string, run(harness: Harness): unknown }} Suite */
/** @typedef {{ markdown: string, targets: readonly Target[] }} Outcome */

/**
 * Milliseconds that the work takes.
 * @param {() => unknown} work
 */
export async function elapsed(work) {
  const start = performance.now()
  const pending = work()
  // Awaiting costs a turn of the loop, which would be charged to work that is synchronous.
  if (pending instanceof Promise) await pending
  return performance.now() - start
}

/**
 * Milliseconds of processor time that the work takes, with the garbage collector and the compiler. Unlike `elapsed` it
 * does not count the time in which other programs had the processor; work that waits for something needs `elapsed`.
 * @param {() => unknown} work
 */
export async function cpuTime(work) {
  const start = process.cpuUsage()
  const pending = work()
  if (pending instanceof Promise) await pending
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/**
 * How many of `count` pieces of work, all done in one call, fit in a second.
 * @param {number} count
 * @param {() => unknown} work
 */
export async function perSecond(count, work) {
  return (count * 1000) / (await elapsed(work))
}

/**
 * Three significant digits or whole numbers, with thousands apart.
 * @param {number} value
 */
export function format(value) {
  const digits = value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 }
  return new Intl.NumberFormat('en-US', digits).format(value)
}

/**
 * The middle of the samples.
 * @param {readonly number[]} samples
 */
export function median(samples) {
  const sorted = samples.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1] ?? Number.NaN
  return sorted.length % 2 ? upper : ((sorted[(sorted.length >> 1) - 1] ?? Number.NaN) + upper) / 2
}

/**
 * Runs one suite and returns its section as Markdown.
 * @param {Suite} suite
 * @param {{ say?: (line: string) => void }} [options]
 * @returns {Promise<Outcome>}
 */
export async function runSuite(suite, { say = () => {} } = {}) {
  /** @type {string[]} */
  const remarks = []
  /** @type {{ title: string, markdown: string }[]} */
  const tables = []
  /** @type {Target[]} */
  const targets = []
  await suite.run({
    remark: (text) => void remarks.push(text),
    target: (text, met, found) => void targets.push({ text, met, found }),
    async compare(comparison) {
      say(`${suite.name}: ${comparison.title}`)
      const table = await compare(comparison)
      tables.push(table)
      return table
    },
    async compareCases(matrix) {
      const table = await compareCases(matrix, (name) => say(`${suite.name}: ${name}`))
      tables.push(table)
      return table
    },
  })
  const parts = [`## ${suite.title}`, ...remarks, `\`npm run bench ${suite.name}\`: ${environment()}.`]
  for (const table of tables) parts.push(`### ${table.title}`, table.markdown)
  if (targets.length > 0) parts.push('### Targets', targets.map(targetLine).join('\n'))
  return { markdown: parts.join('\n\n'), targets }
}

/** @param {Target} target */
const targetLine = ({ text, met, found }) => `- ${met ? 'met' : '**missed**'}: ${text} (${found})`

/** Where and when: enough to judge the figures by, and nothing that names the machine. */
function environment() {
  const model = cpus()[0]?.model.trim() || 'unknown CPU'
  return `${new Date().toISOString().slice(0, 10)}, ${model}, ${cpus().length} threads, Node ${process.version}`
}

/**
 * Measures every system once per round, after the warm-up rounds, and starts each round with another system.
 * @param {readonly System[]} systems
 * @param {{ rounds: number, warmup: number }} counts
 * @returns {Promise<Map<System, number[]>>}
 */
async function sample(systems, { rounds, warmup }) {
  /** @type {Map<System, number[]>} */
  const samples = new Map(systems.map((system) => [system, []]))
  try {
    for (const system of systems) await system.setup?.()
    for (let round = -warmup; round < rounds; round++) {
      for (const system of rotate(systems, round + warmup)) {
        collectGarbage()
        const figure = await system.measure()
        if (round >= 0) samples.get(system)?.push(figure)
      }
    }
  } finally {
    for (const system of systems) await system.teardown?.()
  }
  return samples
}

/**
 * @param {Comparison} comparison
 * @returns {Promise<Table>}
 */
async function compare(comparison) {
  const { systems, rounds = 7, warmup = 2, baseline } = comparison
  if (!systems.some(({ name }) => name === baseline)) throw new Error(`${comparison.title}: no system is named ${baseline}`)
  const samples = await sample(systems, { rounds, warmup })
  const rows = [...samples].map(([{ name, note = '' }, figures]) => ({
    name,
    note,
    median: median(figures),
    min: Math.min(...figures),
    max: Math.max(...figures),
  }))
  const figuresOf = (/** @type {string} */ name) => {
    const found = [...samples].find(([system]) => system.name === name)
    if (!found) throw new Error(`${comparison.title}: no system is named ${name}`)
    return found[1]
  }
  return {
    title: comparison.title,
    rows,
    median: (name) => median(figuresOf(name)),
    ratio(name, other) {
      const others = figuresOf(other)
      return median(figuresOf(name).map((figure, round) => figure / (others[round] ?? Number.NaN)))
    },
    markdown: render(comparison, rows, median(figuresOf(baseline))),
  }
}

/**
 * @param {Matrix} matrix
 * @param {(name: string) => void} say
 * @returns {Promise<MatrixTable>}
 */
async function compareCases({ title, unit, systems, cases }, say) {
  const [own = '', other = ''] = systems
  /** @type {Map<string, number>} */
  const shares = new Map()
  const lines = []
  for (const { name, note = '', measure, rounds = 7, warmup = 1 } of cases) {
    say(name)
    const measured = systems.flatMap((system) => (measure[system] ? [{ name: system, measure: measure[system] }] : []))
    const samples = await sample(measured, { rounds, warmup })
    const figures = Object.fromEntries([...samples].map(([system, list]) => [system.name, list]))
    const share = median((figures[own] ?? []).map((figure, round) => figure / (figures[other]?.[round] ?? Number.NaN)))
    shares.set(name, share)
    const cells = systems.map((system) => (figures[system] ? spread(figures[system]) : ''))
    lines.push([name, ...cells, Number.isNaN(share) ? '' : `${format(share * 100)} %`, String(rounds), note])
  }
  const head = ['', ...systems.map((system) => `${system}, ${unit}`), `${own} / ${other}`, 'rounds', 'notes']
  return { title, markdown: alignTable([head, ...lines], [0, head.length - 1]), share: (name) => shares.get(name) ?? Number.NaN }
}

/** @param {readonly number[]} figures */
const spread = (figures) => `${format(median(figures))} (${format(Math.min(...figures))} – ${format(Math.max(...figures))})`

/**
 * @template T
 * @param {readonly T[]} items
 * @param {number} by
 */
function rotate(items, by) {
  const start = by % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

/** @type {(() => void) | undefined} */
let gc

/** The garbage of one system must not be collected on the time of the next. */
function collectGarbage() {
  if (!gc) {
    setFlagsFromString('--expose-gc')
    // Else several collections in a row also throw away the compiled code of the systems whose turn it is not.
    setFlagsFromString('--no-flush-bytecode')
    gc = /** @type {() => void} */ (runInNewContext('gc'))
  }
  gc()
}

/**
 * @param {Comparison} comparison
 * @param {readonly Row[]} rows
 * @param {number} base
 */
function render({ unit, better = 'lower', baseline, words: [good, bad] = ['faster', 'slower'] }, rows, base) {
  const against = (/** @type {Row} */ row) => {
    if (row.name === baseline) return '1'
    const times = better === 'lower' ? row.median / base : base / row.median
    return times >= 1 ? `${format(times)} × ${bad}` : `${format(1 / times)} × ${good}`
  }
  const lines = rows.map((row) => [
    row.name,
    format(row.median),
    `${format(row.min)} – ${format(row.max)}`,
    against(row),
    row.note,
  ])
  const head = ['', `median, ${unit}`, 'min – max', `against ${baseline}`, 'notes']
  const width = lines.some((line) => line[4]) ? 5 : 4
  return alignTable(
    [head, ...lines].map((line) => line.slice(0, width)),
    [0, 4],
  )
}

/** @param {readonly (readonly string[])[]} lines The first line is the head. @param {readonly number[]} textColumns The others are aligned to the right. */
function alignTable(lines, textColumns) {
  const isText = (/** @type {number} */ column) => textColumns.includes(column)
  const widths = (lines[0] ?? []).map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)))
  const row = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell, i) => (isText(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`
  const rule = widths.map((width, i) => (isText(i) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  const [head = [], ...body] = lines
  return [row(head), row(rule), ...body.map(row)].join('\n')
}

/**
 * Puts a section in the place of the one that carries its name, or at the end.
 * @param {string} document
 * @param {string} name
 * @param {string} section
 */
export function replaceSection(document, name, section) {
  const [open, close] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const block = `${open}\n\n${section}\n\n${close}`
  const [start, end] = [document.indexOf(open), document.indexOf(close)]
  if (start < 0 || end < start) return `${document.trimEnd()}\n\n${block}\n`
  return document.slice(0, start) + block + document.slice(end + close.length)
}
