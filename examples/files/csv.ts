/** A table: the names of its columns, and its rows as text. */
export interface Table {
  columns: string[]
  rows: string[][]
}

const CELL = /("(?:[^"]|"")*"|[^,;\t\r\n"]*)(,|;|\t|\r?\n|$)/g

/** Reads CSV with commas, semicolons or tabs, with or without quotes. Throws what is wrong, with the line. */
export function readCsv(text: string): Table {
  const lines: string[][] = [[]]
  let end = 0
  for (const match of text.replace(/[\r\n]+$/, '').matchAll(CELL)) {
    if (match.index !== end) throw new Error(`Line ${lines.length} has a quote that is never closed`)
    end = match.index + match[0].length
    const [, cell = '', separator = ''] = match
    lines.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell.trim())
    if (separator === '') break
    if (separator.endsWith('\n')) lines.push([])
  }
  const [columns = [], ...rows] = lines
  if (columns.every((name) => name === '')) throw new Error('The file has no first line with the names of the columns')
  const odd = rows.findIndex((row) => row.length !== columns.length)
  if (odd >= 0) throw new Error(`Line ${odd + 2} has ${rows[odd]?.length} cells, and there are ${columns.length} columns`)
  return { columns, rows }
}

const quoted = (cell: string): string => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

// A spreadsheet would run it as a formula.
const harmless = (cell: string): string => (/^[=+@]|^-(?![\d.])/.test(cell) ? `'${cell}` : cell)

/** Writes CSV with commas. A cell that a spreadsheet would run as a formula is marked as text. */
export function writeCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => row.map((cell) => quoted(harmless(cell))).join(',')).join('\r\n') + '\r\n'
}
