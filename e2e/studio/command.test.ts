import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ServerEntry } from '@casement/gateway/api'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { launch } from '../../packages/casement/src/launcher/launch.ts'
import { root } from '../../scripts/setup.mjs'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { CASEMENT, isAlive, runCasement, type Casement } from './run-casement.ts'

const family = join(root, 'e2e/studio/programs/family.mjs')
const run = (...args: string[]): Promise<Casement> => runCasement(args, { dataDir: temporaryFolder() })
const runOnce = (...args: string[]) => spawnSync(process.execPath, [CASEMENT, ...args], { encoding: 'utf8' })

/** A client of one server of the gateway, as the page has it. */
async function connect({ port, headers }: Casement, server: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const url = new URL(`http://localhost:${port}/mcp/${server}`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...headers } } }))
  onTestFinished(() => client.close())
  return client
}

const textOf = ({ content }: Awaited<ReturnType<Client['callTool']>>): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('')

const pidsOf = async (casement: Casement): Promise<number[]> => {
  const client = await connect(casement, 'family')
  return JSON.parse(textOf(await client.callTool({ name: 'pids', arguments: {} }))) as number[]
}

const serversOf = async (casement: Casement): Promise<ServerEntry[]> =>
  (await casement.api('/api/servers')).json() as Promise<ServerEntry[]>

test('prints one JSON object per line, serves the Studio with the examples, and ends with 0', async () => {
  const casement = await runCasement([], { dataDir: temporaryFolder(), isFirstStart: true })
  expect(casement.url).toBe(`http://casement.localhost:${casement.port}`)
  const servers = await serversOf(casement)
  expect(servers).toContainEqual(expect.objectContaining({ name: 'hello', kind: 'built-in' }))
  const client = await connect(casement, 'hello')
  const result = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })
  expect(textOf(result)).toBe('Hello, Ada!')
  expect(await casement.end()).toEqual({ code: 0, signal: null, complaints: '' })
  expect(casement.lines.at(-1)).toMatchObject({ event: 'stopped' })
})

test.each([
  [['--prot', '1'], 2, '--prot'],
  [['--config', 'missing.json'], 2, 'missing.json'],
  [['--host', '0.0.0.0'], 2, '--auth'],
  [['conformance'], 2, 'no target is given'],
  [['doctor'], 2, 'no server is given'],
])('%j ends with %i and names what is wrong', (args, code, named) => {
  const { status, stderr, stdout } = runOnce(...args)
  expect([status, stdout]).toEqual([code, ''])
  expect(stderr).toContain(named)
})

test('two cannot share a data folder: the second says who has it, and ends with 1', async () => {
  const dataDir = temporaryFolder()
  const first = await runCasement(['--no-demo'], { dataDir })
  await first.line(({ event }) => event === 'store-ready')
  const { status, stderr } = runOnce('--no-demo', '--port', '0', '--data-dir', dataDir)
  expect([status, stderr]).toEqual([1, expect.stringContaining(`(process ${first.child.pid} on `)])
})

test('--help and --version', () => {
  expect(runOnce('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--data-dir') as string })
  expect(runOnce('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('every command of the help has a help of its own, which starts with its purpose', async () => {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => printed.mockRestore())
  const helpOf = async (...args: string[]): Promise<string> => {
    printed.mockClear()
    expect([args, await launch([...args, '--help'])]).toEqual([args, 0])
    return printed.mock.calls.map(([text]) => String(text)).join('')
  }
  const [, list = ''] = /Commands:\n([^]*?)\n\n/.exec(await helpOf()) ?? []
  const commands = [...list.matchAll(/^ {2}(\w.*?)(?: {2,}.*)?$/gm)].flatMap(([, names = '']) => names.split(', '))
  expect(commands).toContain('skills')
  for (const command of commands)
    expect((await helpOf(command)).split('\n')[0]).toMatch(new RegExp(`^casement .*\\b${command}\\b.*: `))
})

test.each([[], ['--stubborn']])(
  'a command behind -- %s is started here, and ends with all that it started',
  async (...manners) => {
    const casement = await run('--no-demo', '--', process.execPath, family, ...manners)
    await casement.line(({ event, status }) => event === 'server' && status === 'ready')
    const pids = await pidsOf(casement)
    expect(pids.map(isAlive)).toEqual([true, true])
    expect((await casement.end()).code).toBe(0)
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false])
  },
)

test('a second Ctrl-C does not wait, and leaves nobody behind either', async () => {
  const casement = await run('--no-demo', '--', process.execPath, family, '--stubborn')
  const pids = await pidsOf(casement)
  // A call without an end: the first timeout does not end it.
  const client = await connect(casement, 'family')
  client.callTool({ name: 'slow', arguments: { ms: 100_000 } }).catch(() => {})
  await expect.poll(async () => (await serversOf(casement))[0]?.output).toContain('slow began')
  casement.child.kill('SIGINT')
  await casement.line(({ event }) => event === 'draining')
  expect((await casement.end()).code).toBe(130)
  await expect.poll(() => pids.map(isAlive)).toEqual([false, false])
})

test('SIGTERM lets a call that is under way finish', async () => {
  const casement = await run('--no-demo', '--', process.execPath, family)
  const client = await connect(casement, 'family')
  const answer = client.callTool({ name: 'slow', arguments: { ms: 1500 } })
  await expect.poll(async () => (await serversOf(casement))[0]?.output).toContain('slow began')
  const ended = casement.end('SIGTERM')
  expect(textOf(await answer)).toBe('done')
  expect((await ended).code).toBe(0)
})

/** A web server that answers everything the same way. */
async function answering(status: number, headers: Record<string, string>, body: string): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(status, headers).end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

test('each server has a state with a reason, its last output and what to do; the others go on', async () => {
  const page = await answering(200, { 'content-type': 'text/html' }, '<h1>a website</h1>')
  const locked = await answering(401, { 'www-authenticate': 'Bearer' }, '')
  const folder = temporaryFolder({
    'servers.json': JSON.stringify({
      mcpServers: {
        missing: { command: 'no-such-program-here' },
        broken: { command: process.execPath, args: ['-e', 'console.error("no DATABASE here"); process.exit(7)'] },
        website: { type: 'http', url: page },
        locked: { url: locked, headers: { 'X-Team': 'a' } },
        family: { command: process.execPath, args: [family], env: { A: '1' }, cwd: '.' },
      },
    }),
  })
  const casement = await run('--config', join(folder, 'servers.json'))
  const stateOf = async (name: string) => {
    const entry = (await serversOf(casement)).find((server) => server.name === name)
    return { ...entry?.state, output: entry?.output }
  }
  await expect
    .poll(() => stateOf('missing'))
    .toMatchObject({ status: 'failed', code: 'SERVER_NOT_FOUND', fix: expect.stringMatching(/./) as string })
  await expect
    .poll(() => stateOf('broken'))
    .toMatchObject({
      status: 'failed',
      code: 'SERVER_EXITED',
      reason: 'It ended with exit code 7.',
      output: expect.arrayContaining(['no DATABASE here']) as string[],
    })
  await expect.poll(() => stateOf('website')).toMatchObject({ status: 'failed', code: 'SERVER_NOT_MCP' })
  await expect.poll(() => stateOf('locked')).toMatchObject({ status: 'unauthorized' })
  await expect.poll(() => stateOf('family')).toMatchObject({ status: 'ready', output: ['family is here'] })
  expect(textOf(await (await connect(casement, 'hello')).callTool({ name: 'greet', arguments: { name: 'Ada' } }))).toBe(
    'Hello, Ada!',
  )

  const [before] = await pidsOf(casement)
  await expect((await connect(casement, 'family')).callTool({ name: 'die', arguments: {} })).rejects.toThrow(/./)
  await casement.line((line) => line['name'] === 'family' && line['code'] === 'SERVER_EXITED')
  await expect.poll(() => stateOf('family')).toMatchObject({ status: 'ready' })
  const [after] = await pidsOf(casement)
  expect(after).not.toBe(before)
  expect((await casement.end()).code).toBe(0)
})
