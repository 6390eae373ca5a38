import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { runDoctor } from '../../packages/doctor/src/index.ts'
import { targetOf } from '../../packages/doctor/src/test-support/fixture-server.ts'
import { withUi } from '../../packages/doctor/src/test-support/fixture.ts'
import { exampleFolders } from '../../scripts/build-examples.mjs'
import { root } from '../../scripts/setup.mjs'

async function doctor(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  // As long as a busy machine takes to start a server.
  const code = await runDoctor(['--timeout', '120000', ...argv], {
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    environment: process.env,
  })
  return { code, ...said }
}

const codesIn = (out: string): string[] => (JSON.parse(out) as { findings: { code: string }[] }).findings.map(({ code }) => code)

describe('our own examples, started by the doctor', () => {
  test.each(exampleFolders().map((folder) => folder.split(/[\\/]/).at(-1) ?? ''))('%s has nothing', async (name) => {
    const { code, out, err } = await doctor(
      '--json',
      '--static',
      '--',
      process.execPath,
      join(root, 'examples', name, 'dist/server.js'),
    )
    // The Views of the legacy example are inside of results. A warning does not change the exit code.
    expect({ code, err, found: codesIn(out) }).toEqual({ code: 0, err: '', found: name === 'legacy' ? ['no-ui-resource'] : [] })
  })
})

describe('published servers of the official SDK', () => {
  test.each(['basic-react', 'basic-vanillajs', 'basic-vue', 'budget-allocator', 'debug'])(
    '%s has nothing but a hint',
    async (name) => {
      const program = join(root, 'node_modules/@modelcontextprotocol', `server-${name}`, 'dist/index.js')
      const { code, out, err } = await doctor('--json', '--static', '--', process.execPath, program, '--stdio')
      // They do not announce MCP Apps, and need not.
      expect({ code, err, found: codesIn(out) }).toEqual({ code: 0, err: '', found: ['extension-undeclared'] })
    },
  )
})

describe('over HTTP', () => {
  const target = targetOf(withUi({ csp: {} }))
  const server = createServer((incoming, outgoing) => {
    const answer = async (): Promise<void> => {
      const chunks: Uint8Array[] = []
      for await (const chunk of incoming) chunks.push(chunk as Uint8Array)
      const method = incoming.method ?? 'GET'
      const request = new Request('http://server/mcp', { method, ...(method === 'POST' && { body: Buffer.concat(chunks) }) })
      const response = target.kind === 'in-process' ? await target.fetch(request) : new Response()
      outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
    }
    void answer()
  })
  afterAll(() => server.close())

  test('a finding ends with 1, and is named', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { code, out } = await doctor(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
      '--fix-hints',
      '--static',
    )
    expect(code).toBe(1)
    expect(out).toContain('error tool-csp-misplaced (tool forecast)')
  })
})

test('a configuration file that is missing is an error of the call, and ends with 2', async () => {
  const { code, out, err } = await doctor('--static', '--config', 'missing.json')
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain('missing.json')
})

test.each([
  [['http://127.0.0.1:65533/mcp'], 'connect-refused'],
  [['--', process.execPath, '-e', 'process.exit(3)'], 'start-process-exited'],
  [['--tool', 'nothing', '--', process.execPath, join(root, 'examples/hello/dist/server.js')], 'tool-not-found'],
])('%j ends with 2 and a report that names the reason', async (argv, reason) => {
  const { code, out } = await doctor('--static', '--json', ...argv)
  expect(code).toBe(2)
  expect(JSON.parse(out)).toMatchObject({ isExamined: false, ok: false, findings: [{ code: reason }] })
})

test('--json-stream prints a line for each step and finding, and the report in the last one', async () => {
  const lines: string[] = []
  const argv = ['--static', '--json-stream', '--', process.execPath, join(root, 'examples/legacy/dist/server.js')]
  await runDoctor(argv, { out: (text) => void lines.push(text), err: () => {}, environment: process.env })
  const parsed = lines.map((line) => JSON.parse(line) as { type: string; report?: { findings: unknown[] } })
  expect(parsed.map(({ type }) => type)).toEqual(['progress', 'finding', 'report'])
  expect(parsed.at(-1)?.report?.findings).toMatchObject([{ code: 'no-ui-resource' }])
})

test('casement doctor is this', () => {
  const casement = join(root, 'packages/casement/bin/casement.js')
  const args = [
    casement,
    'doctor',
    '--json',
    '--timeout',
    '120000',
    '--',
    process.execPath,
    join(root, 'examples/hello/dist/server.js'),
  ]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(status).toBe(0)
  const report = JSON.parse(stdout) as { tools: { steps: { outcome: string }[] }[] }
  expect(report).toMatchObject({ ok: true, findings: [], server: { info: { name: 'hello' } } })
  expect(report.tools[0]?.steps.map(({ outcome }) => outcome)).toEqual([...Array(6).fill('passed'), 'skipped'])
})
