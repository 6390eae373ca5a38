import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildIsCurrent, npm, root } from '../scripts/setup.mjs'
import { APP, HOST_PAGE, RENDERED_ON_A_SERVER } from './consumer-projects.ts'
import { ROLES } from './consumer-roles.ts'
import { publishedPackages } from './entries.ts'
import { writeFiles } from './temporary-folder.ts'

const run = promisify(execFile)
// Outside the repository: nothing of ours may be found by walking up.
const home = mkdtempSync(join(tmpdir(), 'casement-consumers-'))
const folderOf = (name: string): string => name.replaceAll(' ', '-')
const tarballs = (): string[] => readdirSync(home).filter((file) => file.endsWith('.tgz'))

beforeAll(() => {
  if (!buildIsCurrent()) throw new Error('what is in dist is old: npm run build')
  const names = publishedPackages().flatMap(({ manifest }) => ['-w', manifest.name])
  runNpm(['pack', '--ignore-scripts', '--pack-destination', home, ...names], root)
})

afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('projects with one role each', () => {
  beforeAll(() => {
    const library = tarballs().find((file) => /^casement-\d/.test(file)) ?? ''
    const manifest = { name: 'consumers', private: true, type: 'module', dependencies: { casement: `file:../${library}` } }
    writeFiles(join(home, 'roles'), { 'package.json': JSON.stringify(manifest) })
    for (const { name, code, lib } of ROLES) {
      const options = { strict: true, noEmit: true, target: 'es2022', module: 'nodenext', lib, types: [], skipLibCheck: false }
      writeFiles(join(home, 'roles', folderOf(name)), {
        'tsconfig.json': JSON.stringify({ compilerOptions: options, files: ['main.ts'] }),
        'main.ts': code,
      })
    }
    runNpm(['install', '--offline', '--no-audit', '--no-fund'], join(home, 'roles'))
  })

  test('get nothing but the library installed', () => {
    const installed = readdirSync(join(home, 'roles/node_modules')).filter((entry) => !entry.startsWith('.'))
    expect(installed).toEqual(['casement'])
  })

  describe.each(ROLES)('$name', ({ name, prints, without }) => {
    const project = join(home, 'roles', folderOf(name))

    test.each([
      ['nodenext', 'nodenext'],
      ['bundler', 'esnext'],
    ])('type checks without our settings, resolved by %s', async (resolution, module) => {
      const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
      const args = [tsc, '-p', project, '--module', module, '--moduleResolution', resolution, '--pretty', 'false']
      expect(await output(args)).toBe('')
    })

    test('bundles with only its own role inside, and runs', async () => {
      const outfile = join(project, 'bundle.mjs')
      const { metafile } = await build({
        absWorkingDir: project,
        entryPoints: ['main.ts'],
        bundle: true,
        // The modules that a server loads at start.
        external: ['node:*', '@modelcontextprotocol/*'],
        format: 'esm',
        outfile,
        metafile: true,
        logLevel: 'silent',
      })
      const inside = Object.values(metafile.outputs).flatMap(({ inputs }) =>
        Object.keys(inputs).filter((file) => inputs[file]?.bytesInOutput),
      )
      expect(inside.filter((file) => without.some((role) => role.test(file)))).toEqual([])
      expect(await output([outfile])).toBe(`${prints}\n`)
    })
  })
})

describe('a project with all our packages', () => {
  const project = join(home, 'all')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const command = join(project, 'node_modules/casement/bin/casement.js')

  beforeAll(async () => {
    install(join(project, 'node_modules'))
    writeFiles(project, {
      'package.json': '{"private":true,"type":"module"}',
      ...HOST_PAGE,
      ...APP,
      'rendered.mjs': RENDERED_ON_A_SERVER,
    })
    await Promise.all(['host', 'app'].map((folder) => run(process.execPath, [vite, 'build'], { cwd: join(project, folder) })))
  })

  test('builds a host page with Vite and React that loads the past only when it meets it', () => {
    const files = readdirSync(join(project, 'host/dist/assets')).filter((file) => file.endsWith('.js'))
    const page = readFileSync(join(project, 'host/dist/index.html'), 'utf8')
    const isLegacy = (file: string): boolean =>
      readFileSync(join(project, 'host/dist/assets', file), 'utf8').includes('skybridge')
    const first = files.filter((file) => page.includes(file))
    expect([first.length > 0, files.some(isLegacy), first.some(isLegacy)]).toEqual([true, true, false])
  })

  test('renders the same component where there is no window, as Next.js and Astro do', async () => {
    expect(await output([join(project, 'rendered.mjs')])).toMatch(/^function <mcp-app/)
  })

  test('serves a View of one file from a plain Node server', async () => {
    const client = new Client({ name: 'consumer', version: '1.0.0' })
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [join(project, 'app/server.mjs')] }))
    try {
      const answer = await client.callTool({ name: 'time', arguments: { zone: 'UTC' } })
      expect(answer.structuredContent).toEqual({ time: 'UTC' })
      const { resources } = await client.listResources()
      const { contents } = await client.readResource({ uri: resources[0]?.uri ?? '' })
      expect(contents[0]).toMatchObject({ mimeType: 'text/html;profile=mcp-app' })
      expect(contents[0]).not.toMatchObject({ text: expect.stringMatching(/<(script|link) [^>]*(src|href)="[./h]/) as string })
    } finally {
      await client.close()
    }
  })

  test.each([
    [['--version'], /^\d+\.\d+\.\d+\n$/],
    [['doctor', '--json', '--', process.execPath, join(project, 'app/server.mjs')], /"ok": ?true/],
    [['conformance', '--host', 'casement', '--only', 'host/handshake/host-info'], /^conforms: 1 of 1 passed/m],
    [['migrate', join(project, 'app')], /No imports of ext-apps/],
  ])('runs casement %j', async (args, said) => {
    expect(await output([command, ...args])).toMatch(said)
  })
})

const KINDS: Readonly<Record<string, RegExp>> = {
  casement: /^(bin\/.+\.js|dist\/.+\.(js|js\.map|d\.ts|json|html)|src\/.+\.tsx?|templates\/.+)$/,
  '@casement/agent': /^(bin\/.+\.js|dist\/.+\.(js|js\.map|d\.ts|html|md)|skills\/.+\.md|src\/.+\.(ts|html|css))$/,
  '@casement/conformance': /^(bin\/.+\.js|dist\/.+\.(js|js\.map|d\.ts|json)|src\/.+\.(ts|json))$/,
  '@casement/doctor': /^(bin\/.+\.js|dist\/.+\.(js|js\.map|d\.ts)|src\/.+\.ts)$/,
  '@casement/ext-apps': /^(dist\/.+\.(js|js\.map|d\.ts|json)|src\/.+\.ts)$/,
  '@casement/gateway': /^(dist\/.+\.(js|js\.map|d\.ts)|src\/.+\.ts)$/,
  '@casement/mcp-ui-client': /^(dist\/.+\.(js|js\.map|d\.ts)|src\/.+\.ts)$/,
  '@casement/mcp-ui-server': /^(dist\/.+\.(js|js\.map|d\.ts)|src\/.+\.ts)$/,
  '@casement/mcp-ui-server-5': /^(dist\/.+\.(js|js\.map|d\.ts)|src\/.+\.ts)$/,
  '@casement/migrate': /^(bin\/.+\.js|dist\/.+\.(js|js\.map|d\.ts)|src\/.+\.ts)$/,
  '@casement/studio': /^(bin\/.+\.js|dist\/.+\.(js|js\.map|d\.ts|html|css|svg|woff2))$/,
  'create-casement': /^bin\/create-casement\.js$/,
}
/** Packages that consist of one launcher. */
const LAUNCHERS = new Set(['create-casement'])
const PAPERS = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']
const NOT_FOR_PEOPLE = /^(src|dist)\/.*(\.(test|test-d|browser|examples|attacks)\.|test-support|tsbuildinfo|tsconfig)/

test.each(publishedPackages().map(({ manifest }) => manifest.name))(
  'the tarball of %s holds papers and what it is, and no tests',
  (name) => {
    const tarball =
      tarballs().find((file) => file.replace(/-\d+\.\d+\.\d+.*$/, '') === name.replace('@', '').replace('/', '-')) ?? ''
    const files = execFileSync('tar', ['-tzf', join(home, tarball)], { encoding: 'utf8' })
      .trim()
      .split('\n')
    const paths = files.map((file) => file.replace(/^package\//, ''))
    const kind = KINDS[name] ?? /^$/
    expect(paths).toEqual(expect.arrayContaining(PAPERS))
    expect(paths.filter((path) => !PAPERS.includes(path) && (!kind.test(path) || NOT_FOR_PEOPLE.test(path)))).toEqual([])
    expect(paths.filter((path) => kind.test(path)).length).toBeGreaterThan(LAUNCHERS.has(name) ? 0 : 3)
  },
)

/** Our packages from their tarballs, and beside them what this repository has of others, so that nothing has to be fetched. */
function install(modules: string): void {
  mkdirSync(join(modules, '@casement'), { recursive: true })
  for (const { manifest } of publishedPackages()) {
    const tarball =
      tarballs().find((file) => file.replace(/-\d+\.\d+\.\d+.*$/, '') === manifest.name.replace('@', '').replace('/', '-')) ?? ''
    mkdirSync(join(modules, manifest.name), { recursive: true })
    execFileSync('tar', ['-xzf', join(home, tarball), '-C', join(modules, manifest.name), '--strip-components=1'])
  }
  const theirs = join(root, 'node_modules')
  for (const name of readdirSync(theirs).filter((each) => !/^(\.|casement|@casement$|create-casement$)/.test(each)))
    symlinkSync(join(theirs, name), join(modules, name))
}

function runNpm(args: string[], folder: string): void {
  const { status, stderr } = npm(args, folder)
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${stderr}`)
}

/** The output of a program, or the error when it fails. */
async function output(args: string[]): Promise<string> {
  try {
    return (await run(process.execPath, args)).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return stdout + stderr
  }
}
