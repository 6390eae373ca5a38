import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../scripts/setup.mjs'

const read = (page: string): string => readFileSync(join(root, page), 'utf8')

/** Where the figures of one line come from: a table of the suite that the line names, and its rows in the order of the figures. */
interface Source {
  readonly table: string
  readonly rows: readonly string[]
  /** The ratio between one of the README's units and the suite's. */
  readonly unit?: number
}

const KB = 1000
const sources: Readonly<Record<string, Source>> = {
  'a minimal View, gzip, Vite 8': { table: 'Vite 8', rows: ['casement/view/core', 'casement/view', 'official App'], unit: KB },
  'a host page, gzip, Vite 8': { table: 'Vite 8', rows: ['mountApp', 'mountApp, all of it', 'official AppBridge'], unit: KB },
  "from the View's first line to `ui/initialize`": {
    table: 'A new View: from the first line of the page',
    rows: ['casement/view', 'official'],
  },
  'the first View of a page, cold, until it has its result': {
    table: 'Default options',
    rows: ['first View of a page, cold', 'first View of a page, cold: second column'],
  },
  'round trips of 100 bytes, View to host and back': {
    table: '100 B, one after another',
    rows: ['casement, direct port', 'official'],
  },
  'a `tools/call` over HTTP, processor time': {
    table: '`tools/call`, 2025-11-25: processor time',
    rows: ['casement', 'official, bare Server'],
  },
  'checking a tool result of 1 KB': { table: '1 KB', rows: ['casement', 'official schema'] },
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The lines of the comparison, without its two heads. */
function comparison(): string[][] {
  const [, section = ''] = /^## Comparison\n([^]*?)^## /m.exec(read('README.md')) ?? []
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map(cellsOf)
}

/** The medians of a table of a suite, by row, as `bench/README.md` has them. */
function medians(suite: string, table: string): Record<string, number> {
  const [, section = ''] =
    new RegExp(`<!-- bench:${suite} -->([^]*?)<!-- /bench:${suite} -->`).exec(read('bench/README.md')) ?? []
  const [, lines = ''] = section.split(`\n### ${table}\n`)
  const [own = ''] = lines.split('\n#')
  const rows = own.split('\n').filter((line) => line.startsWith('|'))
  return Object.fromEntries(
    rows.slice(2).flatMap((line) => {
      const [name, first = '', second = ''] = cellsOf(line)
      return [
        [name, numberOf(first)],
        [`${name}: second column`, numberOf(second)],
      ]
    }),
  )
}

/** The number that a cell starts with. A spread in parentheses may follow. */
const numberOf = (text: string): number => Number((/^[\d,.]+/.exec(text)?.[0] ?? 'none').replaceAll(',', ''))

/** The figures of a cell: numbers with a unit, so that versions and other names do not count. */
const figures = (cell: string): string[] =>
  [...cell.matchAll(/(?<![\w.])(\d[\d,]*(?:\.\d+)?) (?=KB|ms|µs|a second)/g)].map(([, figure = '']) => figure)

/** The measured value, rounded as in the quote. */
const quoted = (measured: number, as: string): number => Number(measured.toFixed(as.split('.')[1]?.length ?? 0))

test('every line of the comparison in the README says where its figures come from', () => {
  expect(comparison().map(([what]) => what)).toEqual(Object.keys(sources))
})

test.each(comparison())('the README quotes what was measured last: %s', (what, ours, theirs, command) => {
  const { table, rows, unit = 1 } = sources[what] ?? { table: 'none', rows: [] }
  const measured = medians(command.replaceAll('`', ''), table)
  const said = [...figures(ours), ...figures(theirs)]
  expect(said.length, 'a figure for each row, each with its unit').toBe(rows.length)
  const expected = rows.map((row, index) => quoted((measured[row] ?? Number.NaN) / unit, said[index] ?? ''))
  expect(said.map(numberOf), `update README.md by ${table} of npm run bench ${command}`).toEqual(expected)
})
