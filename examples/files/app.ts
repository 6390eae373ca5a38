import { defineApp, result, tool } from 'casement/server'
import { z } from 'zod'
import { readCsv } from './csv.ts'

const MAX_SIZE = 1_000_000
const table = z.object({ name: z.string(), columns: z.array(z.string()), rows: z.array(z.array(z.string())) })

const EXAMPLE = {
  name: 'Cities',
  columns: ['City', 'Country', 'Inhabitants'],
  rows: [
    ['Bern', 'Switzerland', '134,000'],
    ['Lyon', 'France', '522,000'],
    ['Porto', 'Portugal', '232,000'],
    ['Ghent', 'Belgium', '265,000'],
  ],
}

/** A table that is filled from a file of the user's, and saved as one. */
export const app = defineApp({
  name: 'files',
  version: '1.0.0',
  title: 'Tables',
  view: { file: new URL('./files.html', import.meta.url), prefersBorder: true },
  tools: {
    'show-table': tool({
      title: 'Show a table',
      description: 'Shows rows and columns. The user can sort them, save them as a file, and load another file.',
      input: table.meta({ examples: [EXAMPLE] }),
      output: table,
      annotations: { readOnlyHint: true },
      run: (given) => result({ model: `A table with ${given.rows.length} rows is shown`, view: given }),
    }),
    'import-file': tool({
      description: 'Reads a CSV file that the user chose',
      input: { name: z.string().max(200), text: z.string().max(MAX_SIZE, 'The file is larger than 1 MB') },
      output: table,
      visibility: ['app'],
      annotations: { readOnlyHint: true },
      run: ({ name, text }) => result({ view: { name, ...readCsv(text) } }),
    }),
  },
})
