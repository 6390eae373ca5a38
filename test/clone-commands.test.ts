import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npm, root } from '../scripts/setup.mjs'

const clone = mkdtempSync(join(tmpdir(), 'casement-clone-'))

/** Runs a command the way a user of the clone does: through npx, in the clone's folder. */
const npx = (...args: string[]) =>
  spawnSync('npx', ['--no-install', ...args], { cwd: clone, encoding: 'utf8', shell: process.platform === 'win32' })

// A clone after a plain `npm install`: nothing is built.
beforeAll(() => {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const files = listed.toString().split('\0').filter(Boolean)
  for (const file of files) cpSync(join(root, file), join(clone, file), { force: true })
  const { status, stderr } = npm(['install', '--prefer-offline', '--no-audit', '--no-fund', '--no-save'], clone)
  if (status !== 0) throw new Error(`npm install failed in the clone:\n${stderr}`)
}, 300_000)
afterAll(() => rmSync(clone, { recursive: true, force: true }))

test('casement builds the clone when it has not been built, and keeps standard output for the command', () => {
  const { status, stdout, stderr } = npx('casement', '--version')
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string })
  expect(stderr).toContain('build: ')
}, 300_000)

test.each([
  'doctor',
  'bisect',
  'render',
  'conformance',
  'create',
  'migrate',
  'mcp',
  'skills',
  'token',
  'probe',
  'backup',
  'restore',
])('casement %s --help works in the clone', (subcommand) => {
  const { status, stdout } = npx('casement', subcommand, '--help')
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining(`casement ${subcommand}`) as string })
})

const EXECUTABLES = [
  'casement-studio',
  'casement-doctor',
  'casement-conformance',
  'casement-migrate',
  'casement-agent',
  'create-casement',
]

test.each(EXECUTABLES)('npx %s works too', (command) => {
  expect(npx(command, '--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('casement') as string })
})

test('a project that the clone creates depends on the packages of the clone', () => {
  const created = npx('casement', 'create', 'projects/my-dice')
  expect(created).toMatchObject({ status: 0, stdout: expect.stringContaining('npm install') as string })
  const manifest = JSON.parse(readFileSync(join(clone, 'projects/my-dice/package.json'), 'utf8')) as Record<string, object>
  const all = Object.entries({ ...manifest['dependencies'], ...manifest['devDependencies'] }) as [string, string][]
  const ours = all.filter(([name]) => /^(@casement\/|casement$)/.test(name))
  expect(ours.map(([name]) => name).toSorted()).toEqual([
    '@casement/conformance',
    '@casement/doctor',
    '@casement/gateway',
    '@casement/studio',
    'casement',
  ])
  expect(ours.filter(([, tarball]) => !existsSync(tarball.slice('file:'.length)))).toEqual([])
})

// Last, because it takes the build away.
test('every executable builds first when there is no build', () => {
  for (const name of readdirSync(join(clone, 'packages')))
    rmSync(join(clone, 'packages', name, 'dist'), { recursive: true, force: true })
  writeFileSync(join(clone, 'scripts/build-for-command.mjs'), `process.stderr.write('would build')\nprocess.exit(7)\n`)
  const outcomes = ['casement', ...EXECUTABLES].map((command) => {
    const { status, stderr } = npx(command, '--help')
    return { command, status, hasBuilt: stderr.includes('would build') }
  })
  expect(outcomes).toEqual(['casement', ...EXECUTABLES].map((command) => ({ command, status: 7, hasBuilt: true })))
})
