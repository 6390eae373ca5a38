import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../scripts/setup.mjs'

/** The text of all type declarations and module files below the folders, in which names are looked up. */
function textBelow(...folders: readonly string[]): string {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.d\.[cm]?ts$|\.m?js$/.test(file))
        .map((file) => readFileSync(join(root, folder, file), 'utf8')),
    )
    .join('\n')
}

/** The rows of all tables of a page, as pairs of old and new names. */
function rowsOf(page: string): readonly (readonly [string, string])[] {
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  return [...text.matchAll(/^\| (.*?) +\| (.*?) +\|$/gm)]
    .map(([, from = '', to = '']) => [from, to] as const)
    .filter(([from]) => !/^-+$/.test(from))
}

// Words in code that are no names of an API: placeholders, React, HTML and file names.
const NO_NAMES =
  /^(NAME|Widget|createRoot|render|tsx|info|error|content|initial|listener|callback|handler|value|data|level|with|deps)$/

const namesIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) =>
    [...code.matchAll(/[A-Za-z_]\w{2,}/g)].map(([name]) => name).filter((name) => !NO_NAMES.test(name)),
  )

const OURS = textBelow('packages/casement/dist')
const PEERS = [
  ['migrate-ext-apps.md', textBelow('node_modules/@modelcontextprotocol/ext-apps/dist')],
  [
    'migrate-mcp-ui.md',
    textBelow('node_modules/@mcp-ui/client/dist', 'node_modules/@mcp-ui/server/dist', 'node_modules/mcp-ui-client-5/dist/src'),
  ],
] as const

test.each(PEERS)('the old names in %s are names of the peer', (page, peer) => {
  expect(rowsOf(page).flatMap(([from]) => namesIn(from).filter((name) => !peer.includes(name)))).toEqual([])
})

test.each(['ext-apps', 'mcp-ui', 'openai', 'skybridge', 'mcp-use', 'sunpeak'])(
  'the new names in migrate-%s.md are names of Casement',
  (peer) => {
    const rows = rowsOf(`migrate-${peer}.md`)
    expect(rows.length).toBeGreaterThan(8)
    expect(rows.flatMap(([, to]) => namesIn(to).filter((name) => !OURS.includes(name)))).toEqual([])
  },
)

test('migrate-mcp-ui.md names every value that MCP-UI exports', async () => {
  const page = readFileSync(join(root, 'docs/migrate-mcp-ui.md'), 'utf8')
  const names = [...Object.keys(await import('@mcp-ui/client')), ...Object.keys(await import('@mcp-ui/server'))]
  const isNamed = (name: string): boolean => page.includes(name) || page.includes(name.replace(/^uiActionResult/, '…'))
  expect(names.filter((name) => !isNamed(name))).toEqual([])
})
