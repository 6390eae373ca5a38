import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
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
  const program = join(folder, 'node_modules/casement/bin/casement.js')
  cpSync(fileURLToPath(new URL('../../bin', import.meta.url)), join(folder, 'node_modules/casement/bin'), { recursive: true })
  await build({
    entryPoints: [fileURLToPath(new URL('launch.ts', import.meta.url))],
    outfile: join(folder, 'node_modules/casement/dist/launcher/launch.js'),
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

/** A package that prints the arguments it gets and exits with 7. */
const commandPackage = (name: string, entry = '.') => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, type: 'module', exports: { [entry]: { default: './main.js' } } }),
  [`node_modules/${name}/main.js`]: 'export const runCommand = async (args) => (console.log(JSON.stringify(args)), 7)',
})

test('without the Studio it says what to install, and exits with 2', async () => {
  const run = await install()
  const { status, stdout, stderr } = run(['http://localhost:3000/mcp'])
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain('npm install -D @casement/studio')
})

test('with the Studio it passes all arguments on, and returns its exit code', async () => {
  const run = await install(commandPackage('@casement/studio'))
  expect(run(['--port', '0', '--', 'node', 'x'])).toMatchObject({ status: 7, stdout: '["--port","0","--","node","x"]\n' })
})

test.each([
  ['doctor', '@casement/doctor', '.'],
  ['conformance', '@casement/conformance', './command'],
  ['migrate', '@casement/migrate', '.'],
])('%s needs only %s, not the Studio', async (subcommand, name, entry) => {
  const bare = await install()
  expect(bare([subcommand, 'app'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`npm install -D ${name}`) as string,
  })
  expect(JSON.parse(bare([subcommand, 'app'], { npm_command: 'exec' }).stdout)).toEqual([
    'exec',
    '--yes',
    `--package=${name}@1.2.3`,
    '--',
    `casement-${subcommand}`,
    'app',
  ])
  const run = await install(commandPackage(name, entry))
  expect(run([subcommand, 'app', '--write'])).toMatchObject({ status: 7, stdout: '["app","--write"]\n' })
})

test.each([
  ['render', '@casement/doctor'],
  ['mcp', '@casement/agent'],
  ['skills', '@casement/agent'],
])('%s is a command of %s, which gets its name', async (subcommand, name) => {
  const bare = await install()
  expect(bare([subcommand])).toMatchObject({ status: 2, stderr: expect.stringContaining(`npm install -D ${name}`) as string })
  const run = await install(commandPackage(name))
  expect(run([subcommand, '--help'])).toMatchObject({ status: 7, stdout: `["${subcommand}","--help"]\n` })
})

test('under npx it fetches the Studio of the same version', async () => {
  const run = await install()
  const { status, stdout } = run(['--json'], { npm_command: 'exec' })
  expect([status, JSON.parse(stdout)]).toEqual([
    0,
    ['exec', '--yes', '--package=@casement/studio@1.2.3', '--', 'casement-studio', '--json'],
  ])
})
