import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isComplete } from '../../test/settings.ts'
import { buildIsCurrent, npm, root } from '../../scripts/setup.mjs'
import { openExampleStage, type ExampleStage } from './stage.mjs'

// Outside the repository: nothing of ours may be found by walking up.
const home = realpathSync(mkdtempSync(join(tmpdir(), 'casement-templates-')))
const library = join(home, 'node_modules/casement')
let stage: ExampleStage

beforeAll(async () => {
  if (!buildIsCurrent()) throw new Error('what is in dist is old: npm run build')
  // Vitest has its own, and React is another one by it.
  vi.stubEnv('NODE_ENV', 'production')
  // The Vitest of a project must not take itself for a worker of this one.
  for (const name of Object.keys(process.env)) if (name.startsWith('VITEST')) vi.stubEnv(name, undefined)
  run(['pack', '--ignore-scripts', '--pack-destination', home], join(root, 'packages/casement'))
  const tarball = readdirSync(home).find((file) => file.endsWith('.tgz')) ?? ''
  mkdirSync(library, { recursive: true })
  execFileSync('tar', ['-xzf', join(home, tarball), '-C', library, '--strip-components=1'])
  stage = await openExampleStage()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await stage?.close()
  rmSync(home, { recursive: true, force: true })
})

function run(args: string[], folder: string): string {
  const { status, stdout, stderr } = npm(args, folder)
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${folder}\n${stdout}${stderr}`)
  return stdout
}

/** The effect of `npm install`, by links to the packages that the repository has installed. */
function install(project: string): void {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  for (const name of [...Object.keys(dependencies), ...Object.keys(devDependencies), '.bin']) {
    const place = join(project, 'node_modules', name)
    mkdirSync(dirname(place), { recursive: true })
    if (name === 'casement') execFileSync('cp', ['-r', library, place])
    else symlinkSync(realpathSync(join(root, 'node_modules', name)), place)
  }
}

/** Runs the `casement` command in a project, as `npx casement` would. */
function casement(project: string, ...args: string[]) {
  const command = join(root, 'packages/casement/bin/casement.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { cwd: project, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

const TEMPLATES = ['vanilla', 'react', ...(isComplete ? (['vue', 'svelte', 'solid'] as const) : [])] as const

describe.each(TEMPLATES)('the template %s', (template) => {
  const project = join(home, `my-${template}-dice`)

  test('is created from the packed library, builds and passes its own tests', async () => {
    const { createProject } = (await import(pathToFileURL(join(library, 'dist/create/index.js')).href)) as {
      createProject: (options: object) => Promise<{ name: string; files: string[] }>
    }
    const { name, files } = await createProject({ folder: project, template })
    expect(name).toBe(`my-${template}-dice`)
    expect(files).toEqual(expect.arrayContaining(['.gitignore', 'README.md', 'package.json', 'src/app.ts', 'vite.config.ts']))
    expect(files.filter((file) => /\{\{[\w-]+\}\}/.test(readFileSync(join(project, file), 'utf8')))).toEqual([])
    expect(readFileSync(join(project, 'README.md'), 'utf8')).toMatch(new RegExp(`^# my-${template}-dice\n`))
    install(project)
    expect(stripVTControlCharacters(run(['test'], project))).toMatch(/Tests\s+5 passed/)
  })

  test('has types from the tool to the View', () => {
    expect(run(['run', 'check'], project)).toMatch(/tsc --noEmit\s*$/)
  })

  test('has nothing for the doctor to find', () => {
    const { status, output } = casement(project, 'doctor', '--', process.execPath, 'dist/server.js')
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('Nothing was found.') as string })
  })

  test('keeps every MUST of the specification, as a server and as a View', () => {
    const server = ['--', process.execPath, 'dist/server.js']
    expect(casement(project, 'conformance', ...server)).toMatchObject({ status: 0 })
    const view = casement(project, 'conformance', '--view', 'dist/view.html', ...server)
    expect(view).toMatchObject({ status: 0, output: expect.stringContaining(' 0 failed,') as string })
  })

  test('shows its dice in our host, and rolls them again', async () => {
    const opened = await stage.open(pathToFileURL(join(project, 'dist/server.js')))
    const view = await opened.show({ tool: 'roll-dice', input: { count: 5, sides: 100 } })
    await view.waitForSelector('.dice li:nth-child(5)')
    const before = await view.textContent('.dice')
    // Five dice of a hundred sides fall the same way once in ten thousand million throws.
    await view.click('button:has-text("Roll again")')
    await expect.poll(() => view.textContent('.dice')).not.toBe(before)
    expect(opened.errors).toEqual([])
    await opened.close()
  })
})

test('npm start serves over HTTP when PORT is set', async () => {
  const server = spawn(process.execPath, ['dist/server.js'], {
    cwd: join(home, 'my-vanilla-dice'),
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void server.kill())
  let log = ''
  server.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  await expect.poll(() => log).toMatch(/http:\/\/127\.0\.0\.1:\d+\/mcp/)
})
