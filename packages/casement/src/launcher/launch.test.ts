import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { writeFiles } from '../../../../test/temporary-folder.ts'

/** The launcher as it is installed: in node_modules, outside of this repository. */
async function install(files: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'casement-launcher-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFiles(folder, {
    'node_modules/casement/package.json': '{"name":"casement","version":"1.2.3","type":"module"}',
    'npm.mjs': 'console.log(JSON.stringify(process.argv.slice(2)))',
    ...files,
  })
  const program = join(folder, 'node_modules/casement/dist/launcher/casement.js')
  await build({
    entryPoints: [fileURLToPath(new URL('casement.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
  })
  return (args: readonly string[], env: Record<string, string> = {}) =>
    spawnSync(process.execPath, [program, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], npm_execpath: join(folder, 'npm.mjs'), ...env },
    })
}

test('without the Studio it says what to install, and ends with 2', async () => {
  const run = await install()
  const { status, stdout, stderr } = run(['http://localhost:3000/mcp'])
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain('npm install -D @casement/studio')
})

test('with the Studio it hands over all arguments, and the exit code back', async () => {
  const run = await install({
    'node_modules/@casement/studio/package.json':
      '{"name":"@casement/studio","type":"module","exports":{".":{"default":"./main.js"}}}',
    'node_modules/@casement/studio/main.js': 'export const runCommand = async (args, { out }) => (out(JSON.stringify(args)), 7)',
  })
  expect(run(['--port', '0', '--', 'node', 'x'])).toMatchObject({ status: 7, stdout: '["--port","0","--","node","x"]\n' })
})

test('migrate is in a package of its own too, which needs no Studio', async () => {
  const bare = await install()
  expect(bare(['migrate', 'app'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('npm install -D @casement/migrate') as string,
  })
  expect(JSON.parse(bare(['migrate', 'app'], { npm_command: 'exec' }).stdout)).toEqual([
    'exec',
    '--yes',
    '--package=@casement/migrate@1.2.3',
    '--',
    'casement-migrate',
    'app',
  ])
  const run = await install({
    'node_modules/@casement/migrate/package.json':
      '{"name":"@casement/migrate","type":"module","exports":{".":{"default":"./main.js"}}}',
    'node_modules/@casement/migrate/main.js': 'export const runCommand = async (args) => (console.log(JSON.stringify(args)), 7)',
  })
  expect(run(['migrate', 'app', '--write'])).toMatchObject({ status: 7, stdout: '["app","--write"]\n' })
})

test('where npx brought the library, it brings the Studio of the same version too', async () => {
  const run = await install()
  const { status, stdout } = run(['--json'], { npm_command: 'exec' })
  expect([status, JSON.parse(stdout)]).toEqual([
    0,
    ['exec', '--yes', '--package=@casement/studio@1.2.3', '--', 'casement-studio', '--json'],
  ])
})
