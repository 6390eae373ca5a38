import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { root } from '../../../../../scripts/setup.mjs'
import { exportSaved, savedFileName } from './export-saved.ts'

// Inside the repository, where the packages that the file imports are found.
const folder = mkdtempSync(join(root, 'packages/studio/.cache/exported-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SERVER = `import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod'
const server = new McpServer({ name: 'lab', version: '1.0.0' })
const inputSchema = z.object({ text: z.string() })
server.registerTool('echo', { inputSchema }, ({ text }) => ({ content: [{ type: 'text', text }] }))
await server.connect(new StdioServerTransport())
`
const call = (name: string, input: Record<string, unknown>, expected?: Record<string, unknown>) => ({
  id: name,
  server: 'lab',
  name,
  tool: 'echo',
  input,
  ...(expected && { expected }),
})

async function runExported(source: string): Promise<{ passed: string[]; failed: string[] }> {
  writeFileSync(join(folder, savedFileName('lab')), source)
  writeFileSync(join(folder, 'server.mjs'), SERVER)
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {}')
  const report = join(folder, 'report.json')
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder]
  // The exit code is that of the tests, and some have to fail.
  await promisify(execFile)(process.execPath, [...args, '--reporter=json', `--outputFile=${report}`], { cwd: folder }).catch(
    () => {},
  )
  const { default: result } = (await import(report, { with: { type: 'json' } })) as {
    default: { testResults: { assertionResults: { title: string; status: string }[] }[] }
  }
  const all = result.testResults.flatMap(({ assertionResults }) => assertionResults)
  const titled = (status: string): string[] => all.filter((one) => one.status === status).map(({ title }) => title)
  return { passed: titled('passed'), failed: titled('failed') }
}

test('the exported file starts the server and passes or fails as the Studio says', { timeout: 30_000 }, async () => {
  const calls = [
    call('says what it was given', { text: 'hi' }, { content: [{ type: 'text', text: 'hi' }] }),
    call('expects `another` ${text}', { text: 'hi' }, { content: [{ type: 'text', text: 'ho' }] }),
    call('expects nothing', { text: 'hi' }),
    { ...call('has no such tool', {}), tool: 'missing' },
  ]
  const source = exportSaved(calls, { name: 'lab', kind: 'stdio', address: `node ${join(folder, 'server.mjs')}` })
  expect(await runExported(source)).toEqual({
    passed: ['says what it was given', 'expects nothing'],
    failed: ['expects `another` ${text}', 'has no such tool'],
  })
})

test('a server over HTTP is connected by its URL, and an app in the same process is imported', () => {
  expect(exportSaved([], { name: 'a', kind: 'http', address: 'http://localhost:3000/mcp' })).toContain(
    'new StreamableHTTPClientTransport(new URL("http://localhost:3000/mcp"))',
  )
  expect(exportSaved([], { name: 'a', kind: 'built-in', address: 'in this process' })).toContain(
    "import { app as server } from './app.ts'",
  )
  expect(savedFileName('a/b c')).toBe('a-b-c.calls.test.ts')
})
