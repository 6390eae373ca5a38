import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConnection, type Connection } from './connection.ts'
import { createFileWatch, watchedFolder } from './file-watch.ts'

let folder: string
let connection: Connection | undefined
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'casement-watch-')))
})
afterEach(async () => {
  await connection?.stop()
  connection = undefined
  rmSync(folder, { recursive: true })
})

const put = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const program = (version: string): string => `let text = ''
process.stdin.on('data', (data) => {
  text += data
  for (let end; (end = text.indexOf('\\n')) >= 0; text = text.slice(end + 1)) {
    const { id, method } = JSON.parse(text.slice(0, end))
    const result = method === 'initialize' && { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'x', version: '${version}' } }
    const answer = result ? { result } : { error: { code: -32601, message: 'unknown' } }
    if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n')
  }
})
`

test('the watched folder is that of the package, or the one that the program was built into', () => {
  put('app/package.json', '{}')
  put('app/src/server.js', '')
  put('app/dist/bin/server.js', '')
  put('alone/server.js', '')
  const of = (...args: string[]): string => watchedFolder({ command: 'node', args, cwd: folder })
  expect(of('app/src/server.js', '--stdio')).toBe(join(folder, 'app'))
  expect(of('app/dist/bin/server.js')).toBe(join(folder, 'app/dist'))
  expect(of('alone/server.js')).toBe(join(folder, 'alone'))
  expect(of('--version')).toBe(folder)
})

test('changes are reported together, without dependencies, hidden files and builds', async () => {
  put('package.json', '{}')
  put('server.js', '')
  put('src/a.js', '')
  const changes: (readonly string[])[] = []
  const failures: unknown[] = []
  const watch = createFileWatch(
    { command: 'node', args: ['server.js'], cwd: folder },
    (files) => changes.push(files),
    (error) => failures.push(error),
  )
  await watch.set(true)
  put('node_modules/x/index.js', '')
  put('.git/index', '')
  put('dist/a.js', '')
  put('src/a.js', 'changed')
  put('src/deep/b.js', '')
  await expect.poll(() => changes.flat()).toEqual(expect.arrayContaining(['src/a.js', 'src/deep/b.js']))
  expect(changes.flat().filter((file) => !file.startsWith('src'))).toEqual([])
  expect(changes).toHaveLength(1)
  await watch.set(false)
  expect([watch.isOn, failures]).toEqual([false, []])
})

test('a server is restarted when its files change, also after a change with which it does not start', async () => {
  put('server.js', program('1'))
  const states: string[] = []
  connection = createConnection({
    name: 'x',
    target: { kind: 'stdio', config: { command: process.execPath, args: [join(folder, 'server.js')], watch: true } },
    changed: ({ state }) =>
      states.push(
        state.status === 'ready' ? `ready ${state.serverInfo.version}` : state.status === 'failed' ? state.code : state.status,
      ),
    listChanged: () => {},
    resourceChanged: () => {},
    respond: async () => ({ action: 'cancel' }),
  })
  await expect.poll(() => states).toContain('ready 1')
  await connection.watchFiles(true)
  put('server.js', program('2'))
  await expect.poll(() => states, { timeout: 10_000 }).toContain('ready 2')
  expect(connection.entry).toMatchObject({ watch: true, restarted: { files: ['server.js'] } })
  put('server.js', 'throw new Error("broken")')
  await expect.poll(() => states, { timeout: 10_000 }).toContain('SERVER_EXITED')
  put('server.js', program('3'))
  await expect.poll(() => states, { timeout: 10_000 }).toContain('ready 3')
})
