import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioClientTransport1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/setup.mjs'
import { temporaryFolder } from '../../test/temporary-folder.ts'

const LONG = 60_000
const example = (name: string) => ({ command: process.execPath, args: [join(root, `examples/${name}/dist/server.js`)] })
const folder = temporaryFolder(
  {
    'mcp.json': JSON.stringify({
      mcpServers: {
        dashboard: example('dashboard'),
        hello: example('hello'),
        broken: { command: process.execPath, args: ['-e', 'process.exit(3)'] },
      },
    }),
  },
  afterAll,
)
const program = {
  command: process.execPath,
  args: [join(root, 'packages/casement/bin/casement.js'), 'mcp'],
  cwd: folder,
  env: Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)),
}

const client = new Client({ name: 'agent', version: '1.0.0' })
beforeAll(() => client.connect(new StdioClientTransport(program)))
afterAll(() => client.close())

const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args }, { timeout: LONG })

/** The text of a result. */
const textOf = ({ content }: Awaited<ReturnType<typeof call>>): string =>
  content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n')

test('every tool has a description, its annotations, and described inputs', async () => {
  const { tools } = await client.listTools()
  const hints = tools.map(({ name, annotations: { readOnlyHint, destructiveHint, openWorldHint } = {} }) => [
    name,
    { readOnlyHint, destructiveHint, openWorldHint },
  ])
  const looks = { readOnlyHint: true, destructiveHint: false, openWorldHint: true }
  expect(Object.fromEntries(hints)).toEqual({
    doctor: looks,
    render: looks,
    trace: looks,
    conformance: looks,
    search_docs: { ...looks, openWorldHint: false },
    call: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    scaffold: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  })
  expect(tools.filter(({ description }) => !description)).toEqual([])
  const shown = tools.filter(({ _meta }) => _meta?.['ui'] !== undefined).map(({ name }) => name)
  expect(shown.toSorted()).toEqual(['doctor', 'render'])
})

test('render returns a screenshot and the accessibility tree, and reports its progress', async () => {
  const steps: (string | undefined)[] = []
  const answer = await client.callTool(
    { name: 'render', arguments: { server: 'dashboard', tool: 'show-metrics', arguments: { range: '7d' }, theme: 'dark' } },
    { timeout: LONG, onprogress: ({ message }) => void steps.push(message) },
  )
  expect(answer.structuredContent).toMatchObject({ ok: true, tool: 'show-metrics', problems: [], size: { width: 720 } })
  expect(textOf(answer)).toContain('heading "Shop metrics"')
  expect(answer.content).toContainEqual({
    type: 'image',
    mimeType: 'image/png',
    data: expect.stringMatching(/^iVBORw0KGgo/) as string,
  })
  expect(steps).toEqual(['calling show-metrics', 'mounting the View', 'waiting until the View has settled', 'taking the picture'])
})

test('render calls only tools that declare readOnlyHint; call does, and trace shows its result', async () => {
  const refused = await call('render', { server: 'hello', tool: 'greet' })
  expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringMatching(/^tool-not-read-only: .*"call".*"result"/s)])
  const called = await call('call', { server: 'hello', tool: 'greet', arguments: { name: 'Ada' } })
  const { result } = called.structuredContent as { result: Record<string, unknown> }
  expect(result).toMatchObject({ structuredContent: { greeting: 'Hello, Ada!' } })
  const traced = await call('trace', { server: 'hello', tool: 'greet', result })
  const { messages } = traced.structuredContent as { messages: { message: { method?: string } }[] }
  expect(messages.map(({ message }) => message.method)).toEqual(
    expect.arrayContaining(['ui/initialize', 'ui/notifications/initialized', 'ui/notifications/tool-result']),
  )
})

test('doctor and conformance examine a server', async () => {
  const examined = await call('doctor', { server: 'dashboard', static: true })
  expect(examined.structuredContent).toMatchObject({ ok: true, findings: [] })
  const { structuredContent } = await call('conformance', { server: 'dashboard', only: ['server/tools'] })
  expect(structuredContent).toMatchObject({ ok: true, broken: [] })
})

test.each([
  ['doctor', { server: 'broken', static: true }, /start-process-exited/],
  ['call', { server: 'broken', tool: 'a' }, /^start-process-exited: /],
  ['render', { server: 'unknown', tool: 'a' }, /no server is called "unknown": dashboard, hello, broken/],
  ['render', { server: 'dashboard', tool: 'show-metric' }, /^tool-not-found: .*did you mean "show-metrics"/],
  ['render', { tool: 'a' }, /choose a server with --server NAME/],
])('%s %j names the cause', async (name, args, words) => {
  expect(textOf(await call(name, args))).toMatch(words)
})

test('scaffold writes inside of the working folder only', async () => {
  expect(textOf(await call('scaffold', { folder: 'apps/weather', template: 'react' }))).toContain('src/app.ts')
  expect(existsSync(join(folder, 'apps/weather/package.json'))).toBe(true)
  const elsewhere = temporaryFolder({})
  mkdirSync(join(folder, 'links'))
  symlinkSync(elsewhere, join(folder, 'links/out'))
  for (const place of ['../outside', elsewhere, 'links/out/app']) {
    const refused = await call('scaffold', { folder: place })
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('outside the working folder')])
  }
  expect(existsSync(join(elsewhere, 'app'))).toBe(false)
})

test('search_docs finds a section', async () => {
  const { structuredContent } = await call('search_docs', { query: 'render picture exit code', limit: 3 })
  const { sections } = structuredContent as { sections: { page: string; heading: string }[] }
  expect(sections[0]).toMatchObject({ page: 'agents.md', heading: expect.stringContaining('Render a View') as string })
})

test('a call that is cancelled ends, and the server goes on', async () => {
  const cancelling = new AbortController()
  const rendering = client.callTool(
    { name: 'render', arguments: { server: 'dashboard', tool: 'show-metrics' } },
    { signal: cancelling.signal, onprogress: () => cancelling.abort() },
  )
  await expect(rendering).rejects.toThrow(/abort/i)
  expect(await call('search_docs', { query: 'theme' })).not.toHaveProperty('isError', true)
})

test('SDK 1 can use it, too', async () => {
  const older = new Client1({ name: 'older', version: '1.0.0' })
  await older.connect(new StdioClientTransport1(program))
  try {
    const { tools } = await older.listTools()
    expect(tools.map(({ name }) => name)).toContain('render')
    const answer = await older.callTool({ name: 'search_docs', arguments: { query: 'theme' } })
    expect(answer.structuredContent).toMatchObject({ sections: expect.any(Array) as unknown })
  } finally {
    await older.close()
  }
})
