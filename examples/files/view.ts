import { connect, type OutputOf } from 'casement/view/typed'
import { followHost } from '../shared/follow-host.ts'
import { find, make } from '../shared/page.ts'
import type { app } from './app.ts'
import { writeCsv } from './csv.ts'

type Table = OutputOf<typeof app, 'show-table'>

const view = followHost(await connect<typeof app>())
let shown: Table | undefined
let sorted: { readonly column: number; readonly up: boolean } | undefined

const isNumber = (cell: string): boolean => cell !== '' && Number.isFinite(Number(cell))
const compare = (a: string, b: string): number =>
  isNumber(a) && isNumber(b) ? Number(a) - Number(b) : a.localeCompare(b, undefined, { numeric: true })
const complain = (text: string): void => void (find('.problem').textContent = text)

/** The table as it is on the screen: in the order in which it is sorted. */
function current(): Table | undefined {
  if (!shown || !sorted) return shown
  const { column, up } = sorted
  const rows = shown.rows.toSorted((a, b) => compare(a[column] ?? '', b[column] ?? '') * (up ? 1 : -1))
  return { ...shown, rows }
}

function show(): void {
  const table = current()
  if (!table) return
  const { name, columns, rows } = table
  const isNumeric = columns.map((_, column) => rows.length > 0 && rows.every((row) => isNumber(row[column] ?? '')))
  const kind = (column: number): Record<string, string> => (isNumeric[column] ? { class: 'number' } : {})
  find('h1').textContent = name
  find('#status').textContent = `${rows.length} rows, ${columns.length} columns`
  find('thead').replaceChildren(make('tr', {}, ...columns.map((title, column) => header(title, column, kind(column)))))
  find('tbody').replaceChildren(
    ...rows.map((row) => make('tr', {}, ...row.map((cell, column) => make('td', kind(column), cell)))),
  )
  for (const id of ['#csv', '#json']) find(id, HTMLButtonElement).disabled = false
}

function header(title: string, column: number, attributes: Record<string, string>): HTMLElement {
  const order = sorted?.column === column ? (sorted.up ? 'ascending' : 'descending') : 'none'
  const button = make('button', { type: 'button' }, title)
  button.onclick = () => {
    sorted = { column, up: sorted?.column === column ? !sorted.up : true }
    show()
  }
  return make('th', { scope: 'col', 'aria-sort': order, ...attributes }, button)
}

async function load(file: File | undefined): Promise<void> {
  if (!file) return
  complain('')
  try {
    shown = await view.call('import-file', { name: file.name.replace(/\.\w+$/, ''), text: await file.text() })
    sorted = undefined
    show()
    await tellModel(shown)
  } catch (error) {
    complain(
      `${file.name} was not loaded. ${error instanceof Error ? error.message.replace(/^import-file: /, '') : String(error)}`,
    )
  }
}

async function tellModel({ name, columns, rows }: Table): Promise<void> {
  if (!view.app.getHostCapabilities()?.updateModelContext) return
  const text = `The user loaded "${name}": ${rows.length} rows with the columns ${columns.join(', ')}. The first rows:\n${writeCsv({ columns, rows: rows.slice(0, 5) })}`
  await view.app.updateModelContext({ content: [{ type: 'text', text }] })
}

async function save(extension: string, mimeType: string, write: (table: Table) => string): Promise<void> {
  const table = current()
  if (!table) return
  const uri = `file:///${encodeURIComponent(`${table.name}.${extension}`)}`
  const contents = [{ type: 'resource' as const, resource: { uri, mimeType, text: write(table) } }]
  const { isError } = await view.app.downloadFile({ contents })
  complain(isError ? 'The file was not saved: the host said no.' : '')
}

const asObjects = ({ columns, rows }: Table): object[] =>
  rows.map((row) => Object.fromEntries(columns.map((name, column) => [name, row[column] ?? ''])))

find('#csv').onclick = () => void save('csv', 'text/csv', writeCsv)
find('#json').onclick = () => void save('json', 'application/json', (table) => JSON.stringify(asObjects(table), null, 2))
const chosen = find('#file', HTMLInputElement)
chosen.onchange = () => void load(chosen.files?.[0]).finally(() => (chosen.value = ''))

document.ondragover = (event) => {
  event.preventDefault()
  document.body.classList.add('dropping')
}
document.ondragleave = () => document.body.classList.remove('dropping')
document.ondrop = (event) => {
  event.preventDefault()
  document.body.classList.remove('dropping')
  void load(event.dataTransfer?.files[0])
}

view.on('show-table', {
  result: (table) => {
    shown = table
    if (table) show()
    else find('#status').textContent = 'There is no table to show'
  },
  cancelled: () => void (find('#status').textContent = 'The table was not fetched'),
})
